#pragma once

#include "core/base/task_context.h"
#include "core/data/dataset.h"
#include "core/store/arrays.h"

#include <nlohmann/json_fwd.hpp>

namespace representer {

// How each kind of dataset lies in a bundle. The small things (names of labels, the scale) go into `detail`.
// Rows of ratings are stored by user and once more by item, so that one user's or one item's ratings are a
// slice.
nlohmann::json writeContent(const ArrayBundle& arrays, const DatasetContent& content,
                            const TaskContext& context);
DatasetContent readContent(const ArrayBundle& arrays, DatasetKind kind, const nlohmann::json& detail,
                           bool withTexts, const TaskContext& context);

// "train/labels" and the like.
std::string arrayName(Part part, std::string_view what);

} // namespace representer
