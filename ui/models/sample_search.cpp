#include "ui/models/sample_search.h"

#include "core/store/dataset_store.h"
#include "ui/number_format.h"

#include <algorithm>

namespace representer {

static constexpr std::size_t documentLimit = 200'000;

static std::vector<bool> matchingEntities(const EntityTable& table, const QString& query, bool idsExactly)
{
    std::vector<bool> matches(table.size());
    for (std::size_t i = 0; i < table.size(); ++i) {
        const QString id = toQString(table.ids[i]);
        matches[i] = idsExactly ? id == query : id.contains(query, Qt::CaseInsensitive);
        if (!matches[i] && i < table.titles.size())
            matches[i] = toQString(table.titles[i]).contains(query, Qt::CaseInsensitive);
    }
    return matches;
}

std::vector<std::int32_t> searchSamples(const std::filesystem::path& workspace, const Dataset& dataset,
                                        Part part, const std::string& query, const TaskContext& context)
{
    std::vector<std::int32_t> rows;
    if (std::holds_alternative<DocumentData>(dataset.content)) {
        rows =
            DatasetStore(Workspace(workspace)).searchDocuments(dataset.info.name, part, query, documentLimit);
        std::sort(rows.begin(), rows.end());
        return rows;
    }
    const QString text = toQString(query).trimmed();
    if (const auto* ratings = std::get_if<RatingData>(&dataset.content)) {
        const std::vector<bool> users = matchingEntities(ratings->users, text, true);
        const std::vector<bool> items = matchingEntities(ratings->items, text, true);
        const RatingPart& samples = ratings->part(part);
        for (std::size_t i = 0; i < samples.size(); ++i) {
            if ((i & 0xffff) == 0)
                context.throwIfStopped();
            if (users[static_cast<std::size_t>(samples.users[i])] ||
                items[static_cast<std::size_t>(samples.items[i])])
                rows.push_back(static_cast<std::int32_t>(i));
        }
        return rows;
    }
    const MatrixPart& samples = std::get<MatrixData>(dataset.content).part(part);
    for (std::size_t i = 0; i < samples.ids.size(); ++i)
        if (toQString(samples.ids[i]).contains(text, Qt::CaseInsensitive))
            rows.push_back(static_cast<std::int32_t>(i));
    return rows;
}

} // namespace representer
