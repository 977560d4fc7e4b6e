#pragma once

#include "core/base/index_types.h"
#include "core/base/task_context.h"
#include "core/data/dataset.h"

#include <cstdint>
#include <vector>

namespace representer {

// Invented letters to a magazine, about baking (label 0) or astronomy (label 1), with planted mistakes in the
// labels.
struct DocumentExample {
    Dataset dataset;
    std::vector<TrainIndex> mislabelled; // documents of the training part with the other label, ascending
};

DocumentExample makeExampleDocuments(std::uint64_t seed = 1, const TaskContext& context = {});

} // namespace representer
