#include "core/operations/recommend.h"

namespace representer {

std::vector<Recommendation> recommend(const OpenModel& open, UserIndex user, int count)
{
    const auto& data = std::get<RatingData>(open.dataset().content);
    std::vector<Recommendation> best = recommendItems(open.scoringFactors(), data.train, open.ratingIndex(), user, count);
    for (Recommendation& item : best)
        item.score = data.scale.toUser(item.score);
    return best;
}

} // namespace representer
