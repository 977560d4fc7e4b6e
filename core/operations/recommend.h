#pragma once

#include "core/base/index_types.h"
#include "core/operations/open_model.h"

#include <vector>

namespace representer {

struct Recommendation {
    ItemIndex item;
    double prediction = 0; // in the user's unit
};

// The `count` items with the best scores among those the user has not rated in the training part, best first.
std::vector<Recommendation> recommend(const OpenModel& open, UserIndex user, std::size_t count);

} // namespace representer
