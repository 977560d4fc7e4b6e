#pragma once

#include "core/base/task_context.h"
#include "core/data/dataset.h"
#include "core/models/model.h"
#include "core/store/workspace.h"

#include <nlohmann/json.hpp>

#include <string>

namespace representer {

// Refuses a name that is taken, before the work and not after it.
void requireFreeModelName(const Workspace& workspace, const std::string& name, bool replace);

// The last step of training and adopting alike: fingerprint, checkpoints and metrics filled in, then stored.
// info must carry name, kind, options, seed, report and warnings.
ModelInfo measureAndStore(const Workspace& workspace, const Dataset& dataset, ModelInfo info, ModelContent content,
                          bool replace, const TaskContext& context);

} // namespace representer
