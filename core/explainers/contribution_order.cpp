#include "core/explainers/contribution_order.h"

#include <algorithm>
#include <tuple>

namespace representer {

void orderContributions(std::vector<Contribution>& contributions, std::optional<std::size_t> top)
{
    const auto before = [](const Contribution& a, const Contribution& b) {
        return std::tuple(-a.importance, a.index, a.side) < std::tuple(-b.importance, b.index, b.side);
    };
    if (!top) {
        std::sort(contributions.begin(), contributions.end(), before);
        return;
    }
    // Both ends hold at most `top`; what has importance 0 pushes nowhere and is not among the strongest.
    const auto kept = [&](auto begin, auto end) {
        return begin + static_cast<std::ptrdiff_t>(std::min(*top, static_cast<std::size_t>(end - begin)));
    };
    const auto negative = std::partition(contributions.begin(), contributions.end(),
                                         [](const Contribution& c) { return c.importance >= 0; });
    const auto zero = std::partition(contributions.begin(), negative,
                                     [](const Contribution& c) { return c.importance > 0; });
    const auto highest = kept(contributions.begin(), zero);
    std::partial_sort(contributions.begin(), highest, zero, before);
    const auto lowest = kept(negative, contributions.end());
    std::partial_sort(negative, lowest, contributions.end(),
                      [&](const Contribution& a, const Contribution& b) { return before(b, a); });
    std::reverse(negative, lowest);
    contributions.erase(lowest, contributions.end());
    contributions.erase(highest, negative);
}

} // namespace representer
