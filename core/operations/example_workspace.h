#pragma once

#include "core/base/task_context.h"
#include "core/store/workspace.h"

namespace representer {

// Fills a workspace with the three example datasets (synthetic ratings, synthetic documents, real digits) and
// a trained model or two for each. What is there already under its name is left as it is, so an interrupted
// build is completed.
void buildExampleWorkspace(const Workspace& workspace, const TaskContext& context = {});

} // namespace representer
