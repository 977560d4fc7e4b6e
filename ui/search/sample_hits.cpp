#include "ui/search/sample_hits.h"

#include "core/store/dataset_store.h"
#include "ui/number_format.h"

namespace representer {

static constexpr std::size_t hitsPerKind = 8;

static void addEntities(std::vector<SampleHit>& hits, SampleHit::Kind kind, const EntityTable& table,
                        const std::vector<std::int32_t>& found)
{
    for (const std::int32_t index : found) {
        const auto i = static_cast<std::size_t>(index);
        const std::string& title = i < table.titles.size() ? table.titles[i] : table.ids[i];
        hits.push_back({kind, index, toQString(title)});
    }
}

std::vector<SampleHit> findSampleHits(const std::filesystem::path& path, const Dataset& dataset,
                                      const std::string& query, const TaskContext& context)
{
    const Workspace workspace(path);
    const DatasetStore store(workspace);
    const std::string& name = dataset.info.name;
    std::vector<SampleHit> hits;
    if (const auto* ratings = std::get_if<RatingData>(&dataset.content)) {
        addEntities(hits, SampleHit::Kind::User, ratings->users, store.searchUsers(name, query, hitsPerKind));
        context.throwIfStopped();
        addEntities(hits, SampleHit::Kind::Item, ratings->items, store.searchItems(name, query, hitsPerKind));
    } else if (std::holds_alternative<DocumentData>(dataset.content)) {
        const auto rows = store.searchDocuments(name, Part::Test, query, hitsPerKind);
        for (const SampleLine& line : store.lines(name, Part::Test, rows))
            hits.push_back({SampleHit::Kind::Document, line.index,
                            toQString(line.title.empty() ? line.id : line.title).simplified()});
    }
    return hits;
}

} // namespace representer
