#include "core/operations/recommend.h"

#include <algorithm>

namespace representer {

std::vector<Recommendation> recommend(const OpenModel& open, UserIndex user, std::size_t count)
{
    const auto& data = std::get<RatingData>(open.dataset().content);
    std::vector<bool> rated(data.items.size(), false);
    const auto rows = open.ratingIndex().rowsOfUser(user);
    for (std::int32_t row = rows.begin; row < rows.end; ++row)
        rated[static_cast<std::size_t>(data.train.items[static_cast<std::size_t>(row)])] = true;
    std::vector<Recommendation> candidates;
    for (std::size_t item = 0; item < data.items.size(); ++item)
        if (!rated[item]) {
            const ItemIndex index{static_cast<std::int32_t>(item)};
            candidates.push_back({index, open.predict(UserItem{user, index})});
        }
    const auto best = candidates.begin() + static_cast<std::ptrdiff_t>(std::min(count, candidates.size()));
    // Ties by position, so that the list is the same on every run.
    std::partial_sort(candidates.begin(), best, candidates.end(), [](const Recommendation& a, const Recommendation& b) {
        return a.prediction != b.prediction ? a.prediction > b.prediction : a.item < b.item;
    });
    candidates.erase(best, candidates.end());
    return candidates;
}

} // namespace representer
