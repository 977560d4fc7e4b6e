#pragma once

#include "core/base/index_types.h"
#include "core/data/dataset.h"

#include <cstdint>
#include <vector>

namespace representer {

// Invented film ratings whose answers are known: every user has planted tastes for genres, and a planted
// group of users gave some ratings the wrong way round.
struct RatingExample {
    Dataset dataset;
    std::vector<TrainIndex> wrong; // ratings of the training part that were turned round, ascending
};

RatingExample makeExampleRatings(std::uint64_t seed = 1);

} // namespace representer
