#pragma once

#include "core/data/dataset.h"
#include "core/data/training_edit.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace representer {

// Groups of training samples a person names. Ascending; each throws a BadOption sentence when it finds none.
std::vector<TrainIndex> samplesOfUser(const Dataset& dataset, std::string_view userId);
std::vector<TrainIndex> samplesOfItem(const Dataset& dataset, std::string_view itemId);
std::vector<TrainIndex> samplesOfClass(const Dataset& dataset,
                                       std::string_view name); // label or class before grouping
// Samples whose id begins with `prefix`: all posts of one folder, all lines of one file.
std::vector<TrainIndex> samplesOfSource(const Dataset& dataset, std::string_view prefix);
// Ratings given in [from, to], seconds since 1970.
std::vector<TrainIndex> samplesInDates(const Dataset& dataset, std::int64_t from, std::int64_t to);

std::int64_t trainingSize(const Dataset& dataset);

// Sorts, drops repeats, and throws a BadOption sentence for indices outside the training part, labels other
// than 0 and 1, ratings outside the scale, a sample both removed and relabelled, and an edit that leaves
// nothing to train on.
TrainingEdit checkedEdit(TrainingEdit edit, const Dataset& dataset);

} // namespace representer
