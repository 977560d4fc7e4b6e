#pragma once

#include "core/base/task_context.h"
#include "core/store/workspace.h"
#include "core/trainers/l1_path.h"

#include <string>
#include <vector>

namespace representer {

// The regularisation path that a sparse linear model is a point of: its dataset and its options, every C. The
// range of C is widened to hold the model's own.
std::vector<PathPoint> regularisationPath(const Workspace& workspace, const std::string& model,
                                          int points = 30, const TaskContext& context = {});

} // namespace representer
