#include "core/explainers/group_explanation.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace representer {

GroupExplanation explainGroup(const Explainer& explainer, const std::vector<TestPoint>& points,
                              const ExplainOptions& options, const TaskContext& context)
{
    GroupExplanation group;
    group.method = std::string(explainer.method().id);
    group.unit = "ranking";
    group.points = points.size();
    group.exact = !points.empty();
    ExplainOptions all = options;
    all.top.reset();
    std::map<std::pair<TrainIndex, Side>, GroupExplanation::Member> members;
    for (std::size_t k = 0; k < points.size(); ++k) {
        context.checkpoint("Explaining", static_cast<std::int64_t>(k),
                           static_cast<std::int64_t>(points.size()));
        const Explanation explanation = explainer.explain(points[k], all);
        group.prediction += explanation.prediction;
        group.offset += explanation.offset;
        for (const SideSum& sum : explanation.sums)
            group.residual += sum.residual;
        group.exact = group.exact && explanation.exact;
        group.unit = explanation.unit;
        for (const Contribution& c : explanation.contributions) {
            if (c.importance == 0)
                continue;
            GroupExplanation::Member& member = members[{c.index, c.side}];
            member.index = c.index;
            member.side = c.side;
            member.importance += c.importance;
            ++member.points;
        }
    }
    if (!group.exact)
        group.unit = "ranking";
    double total = 0;
    for (const auto& [key, member] : members) {
        group.members.push_back(member);
        total += std::abs(member.importance);
    }
    for (GroupExplanation::Member& member : group.members)
        member.share = total > 0 ? std::abs(member.importance) / total : 0.0;
    std::stable_sort(group.members.begin(), group.members.end(),
                     [](const auto& a, const auto& b) { return a.importance > b.importance; });
    return group;
}

} // namespace representer
