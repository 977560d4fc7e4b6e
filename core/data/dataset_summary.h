#pragma once

#include "core/data/dataset.h"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace representer {

// What a first look at a dataset asks for; one pass over the training part.
struct DatasetSummary {
    // Ratings: (value in the user's scale, how many), ascending. At most 40 values; more are put into equal
    // bins.
    std::vector<std::pair<double, std::int64_t>> ratings;
    // Documents and matrices: training rows with label 0 and label 1.
    std::array<std::int64_t, 2> labels{};
    // How often each item (ratings) or feature (documents) occurs, most frequent first, thinned for drawing:
    // (rank from 1, count).
    std::vector<std::pair<double, std::int64_t>> longTail;
    double meanPerRow = 0;      // ratings per user, or non-zero features per document
    double shareOfTopTenth = 0; // of all occurrences, by the most frequent tenth of items or features
};

DatasetSummary summarise(const Dataset& dataset);

} // namespace representer
