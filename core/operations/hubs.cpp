#include "core/operations/hubs.h"

#include "core/base/random.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

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
        if (ratings != nullptr)
            points.push_back(UserItem{{ratings->test.users[at]}, {ratings->test.items[at]}});
        else
            points.push_back(DatasetRow{Part::Test, row});
    }
    return points;
}

std::optional<std::int64_t> popularityOf(const OpenModel& model, TrainIndex index)
{
    if (const auto* ratings = std::get_if<RatingData>(&model.dataset().content)) {
        const ItemIndex item{ratings->train.items[static_cast<std::size_t>(index.value)]};
        return static_cast<std::int64_t>(model.ratingIndex().rowsOfItem(item).size());
    }
    if (const auto* documents = std::get_if<DocumentData>(&model.dataset().content))
        return static_cast<std::int64_t>(rowView(documents->train.x, index.value).columns.size());
    return std::nullopt;
}

// The k largest |importance|; a sample that stands on both sides counts once, with both.
std::map<TrainIndex, double> strongest(const std::vector<Contribution>& contributions, std::size_t k)
{
    std::map<TrainIndex, double> sums;
    for (const Contribution& c : contributions)
        sums[c.index] += std::abs(c.importance);
    std::vector<std::pair<TrainIndex, double>> order(sums.begin(), sums.end());
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    order.resize(std::min(order.size(), k));
    return {order.begin(), order.end()};
}

} // namespace

HubList findHubs(const OpenModel& model, const HubRequest& request, const TaskContext& context)
{
    HubList list;
    list.points = drawPoints(model.dataset(), request.predictions, request.seed);
    model.explainer(request.method, context);
    std::map<TrainIndex, Hub> hubs;
    ExplainOptions options;
    options.top = request.top; // of each direction, so the k strongest are among them
    for (std::size_t p = 0; p < list.points.size(); ++p) {
        context.checkpoint("Explaining", static_cast<std::int64_t>(p),
                           static_cast<std::int64_t>(list.points.size()));
        list.pointNames.push_back(model.describePoint(list.points[p]));
        const Explanation explanation = model.explain(list.points[p], request.method, options);
        for (const auto& [index, strength] : strongest(explanation.contributions, request.top)) {
            Hub& hub = hubs[index];
            hub.points.push_back(p);
            hub.totalImportance += strength;
        }
    }
    for (auto& [index, hub] : hubs) {
        hub.sample.contribution.index = index;
        list.hubs.push_back(std::move(hub));
    }
    std::stable_sort(list.hubs.begin(), list.hubs.end(), [](const Hub& a, const Hub& b) {
        return std::tuple(a.points.size(), a.totalImportance) >
               std::tuple(b.points.size(), b.totalImportance);
    });
    list.hubs.resize(std::min(list.hubs.size(), request.limit));

    Explanation listing; // describe() speaks of samples in an explanation
    for (const Hub& hub : list.hubs)
        listing.contributions.push_back(hub.sample.contribution);
    const std::vector<ExplainedSample> described = model.describe(listing);
    for (std::size_t i = 0; i < described.size(); ++i) {
        list.hubs[i].sample = described[i];
        list.hubs[i].popularity = popularityOf(model, described[i].contribution.index);
    }
    return list;
}

} // namespace representer
