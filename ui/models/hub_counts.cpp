#include "ui/models/hub_counts.h"

#include "core/base/random.h"
#include "ui/number_format.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace representer {

namespace {

std::vector<TestPoint> drawPoints(const Dataset& dataset, std::size_t count, std::uint64_t seed)
{
    const auto* ratings = std::get_if<RatingData>(&dataset.content);
    std::vector<std::int32_t> rows(static_cast<std::size_t>(dataset.info.test));
    std::iota(rows.begin(), rows.end(), 0);
    Random random(seed);
    random.shuffle(rows);
    rows.resize(std::min(rows.size(), count));
    std::vector<TestPoint> points;
    for (const std::int32_t row : rows) {
        const auto at = static_cast<std::size_t>(row);
        if (ratings)
            points.push_back(
                UserItem{UserIndex{ratings->test.users[at]}, ItemIndex{ratings->test.items[at]}});
        else
            points.push_back(DatasetRow{Part::Test, row});
    }
    return points;
}

std::int64_t popularityOf(const OpenModel& model, TrainIndex index)
{
    if (const auto* ratings = std::get_if<RatingData>(&model.dataset().content)) {
        const ItemIndex item{ratings->train.items[static_cast<std::size_t>(index.value)]};
        return static_cast<std::int64_t>(model.ratingIndex().rowsOfItem(item).size());
    }
    if (const auto* documents = std::get_if<DocumentData>(&model.dataset().content))
        return static_cast<std::int64_t>(rowView(documents->train.x, index.value).columns.size());
    return 0;
}

} // namespace

std::shared_ptr<const HubList> findHubs(const OpenModel& model, const std::string& method, std::size_t count,
                                        int top, std::uint64_t seed, const TaskContext& context)
{
    constexpr std::size_t listed = 500;
    auto list = std::make_shared<HubList>();
    list->points = drawPoints(model.dataset(), count, seed);
    list->top = top;
    model.explainer(method, context);
    std::map<TrainIndex, Hub> hubs;
    ExplainOptions options;
    options.top = static_cast<std::size_t>(top);
    for (std::size_t p = 0; p < list->points.size(); ++p) {
        context.checkpoint("Explaining", static_cast<std::int64_t>(p),
                           static_cast<std::int64_t>(list->points.size()));
        list->pointNames.push_back(toQString(model.describePoint(list->points[p])));
        std::vector<Contribution> contributions =
            model.explain(list->points[p], method, options).contributions;
        const auto strength = [](const Contribution& c) { return std::abs(c.importance); };
        std::sort(contributions.begin(), contributions.end(),
                  [&](const Contribution& a, const Contribution& b) { return strength(a) > strength(b); });
        contributions.resize(std::min(contributions.size(), options.top.value()));
        for (const Contribution& contribution : contributions) {
            Hub& hub = hubs[contribution.index];
            hub.sample.contribution = contribution;
            if (hub.points.empty() || hub.points.back() != static_cast<int>(p))
                hub.points.push_back(static_cast<int>(p));
            hub.totalImportance += strength(contribution);
        }
    }
    for (auto& [index, hub] : hubs)
        list->hubs.push_back(std::move(hub));
    std::stable_sort(list->hubs.begin(), list->hubs.end(),
                     [](const Hub& a, const Hub& b) { return a.points.size() > b.points.size(); });
    list->hubs.resize(std::min(list->hubs.size(), listed));

    Explanation listing;
    for (const Hub& hub : list->hubs)
        listing.contributions.push_back(hub.sample.contribution);
    const std::vector<ExplainedSample> described = model.describe(listing);
    for (std::size_t i = 0; i < described.size(); ++i) {
        list->hubs[i].sample = described[i];
        list->hubs[i].popularity = popularityOf(model, described[i].contribution.index);
    }
    return list;
}

} // namespace representer
