#pragma once

#include "core/base/task_context.h"
#include "core/models/model.h"
#include "core/store/workspace.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>

namespace representer {

// A training as the command line or the form asks for it. `options` holds the fields named as on the command line
// ("C", "lambda", "loss", "dim", ...); unknown or unfit ones are refused with a sentence that names the field.
struct TrainRequest {
    std::string name;
    ModelKind kind = ModelKind::L1;
    std::string dataset;
    nlohmann::json options = nlohmann::json::object();
    std::uint64_t seed = 0;
    bool replace = false;
};

// Trains, measures on all parts, stores; returns what was stored (without the parameters).
ModelInfo trainModel(const Workspace& workspace, const TrainRequest& request, const TaskContext& context = {});

} // namespace representer
