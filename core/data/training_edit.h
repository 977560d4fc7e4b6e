#pragma once

#include "core/base/index_types.h"

#include <utility>
#include <vector>

namespace representer {

// A change to the training part that a retraining is asked to try.
struct TrainingEdit {
    std::vector<TrainIndex> removed;                         // ascending, without repeats
    std::vector<std::pair<TrainIndex, double>> relabelled;   // new label (0/1) or rating (training units)
    bool empty() const { return removed.empty() && relabelled.empty(); }
};

} // namespace representer
