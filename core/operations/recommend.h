#pragma once

#include "core/operations/open_model.h"
#include "core/trainers/rating_metrics.h"

#include <vector>

namespace representer {

// The `count` items with the best scores among those the user has not rated in the training part, best first; scores in
// the user's unit.
std::vector<Recommendation> recommend(const OpenModel& open, UserIndex user, int count);

} // namespace representer
