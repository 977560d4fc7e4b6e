#pragma once

#include "core/base/task_context.h"
#include "core/models/model.h"
#include "core/store/workspace.h"

#include <string>

namespace representer {

// Whether polishModel() knows how: sparse linear models and penalised factors.
bool canPolish(const ModelInfo& info);

// Goes on from a stored model to the optimum of its own training problem, so that its importances sum to its
// predictions, and stores the result as `name`. How far predictions moved stands in its warnings.
ModelInfo polishModel(const Workspace& workspace, const std::string& model, const std::string& name,
                      const TaskContext& context = {});

} // namespace representer
