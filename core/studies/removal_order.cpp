#include "core/studies/removal_order.h"

#include "core/base/random.h"

#include <algorithm>
#include <variant>

namespace representer {

namespace {
// Tells test points apart, so that the random baseline of a point is the same whatever else is in the study.
std::uint64_t pointNumber(const TestPoint& point)
{
    if (const auto* row = std::get_if<DatasetRow>(&point))
        return static_cast<std::uint64_t>(row->index) * 4 + static_cast<std::uint64_t>(row->part);
    if (const auto* pair = std::get_if<UserItem>(&point))
        return (static_cast<std::uint64_t>(pair->user.value) << 32) |
               static_cast<std::uint32_t>(pair->item.value);
    return ~std::uint64_t{0};
}
} // namespace

std::vector<RankedSample> summedImportances(const Explainer& explainer, std::span<const TestPoint> points,
                                            std::uint64_t seed)
{
    std::vector<RankedSample> all;
    for (const TestPoint& point : points) {
        ExplainOptions options;
        options.seed = Random::forTask(seed, pointNumber(point)).next();
        const Explanation explanation = explainer.explain(point, options);
        for (const Contribution& c : explanation.contributions)
            all.push_back({c.index, c.importance});
    }
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.index < b.index; });
    std::vector<RankedSample> summed;
    for (const RankedSample& sample : all) {
        if (!summed.empty() && summed.back().index == sample.index)
            summed.back().importance += sample.importance;
        else
            summed.push_back(sample);
    }
    return summed;
}

std::vector<RankedSample> removalOrder(std::vector<RankedSample> samples, Sign sign, bool signsMeanSomething)
{
    const double direction = sign == Sign::Positive ? 1 : -1;
    if (signsMeanSomething)
        std::erase_if(samples, [&](const auto& s) { return direction * s.importance <= 0; });
    std::sort(samples.begin(), samples.end(), [&](const auto& a, const auto& b) {
        return a.importance != b.importance ? direction * a.importance > direction * b.importance
                                            : a.index < b.index;
    });
    return samples;
}

bool signsMeanSomething(const MethodDescriptor& method)
{
    return method.id != "random";
}

std::vector<TrainIndex> firstOf(std::span<const RankedSample> order, std::size_t k)
{
    std::vector<TrainIndex> indices;
    indices.reserve(k);
    for (const RankedSample& sample : order.first(k))
        indices.push_back(sample.index);
    std::sort(indices.begin(), indices.end());
    return indices;
}

} // namespace representer
