#include "core/explainers/user_units.h"

namespace representer {

Explanation toUserUnits(Explanation trained, const RatingScale& scale)
{
    trained.prediction = scale.toUser(trained.prediction);
    trained.offset = scale.toUser(trained.offset);
    if (trained.actual)
        trained.actual = scale.toUser(*trained.actual);
    if (trained.unit == "ranking" || scale.binary)
        return trained;
    trained.unit = "stars";
    const double half = scale.half();
    for (SideSum& side : trained.sums) {
        side.sum *= half;
        side.residual *= half;
    }
    for (Contribution& c : trained.contributions) {
        c.global *= half;
        c.importance *= half;
    }
    return trained;
}

} // namespace representer
