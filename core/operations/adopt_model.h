#pragma once

#include "core/base/task_context.h"
#include "core/models/model.h"
#include "core/store/workspace.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace representer {

// A model trained elsewhere, given by its files.
struct AdoptRequest {
    std::string name;
    ModelKind kind = ModelKind::L1;
    std::string dataset;
    std::vector<std::filesystem::path> files;
    std::optional<double> C;     // l1: none means the C that makes the model most nearly stationary
    std::optional<double> mu;    // factors: the l2 penalty they were trained with
    bool polish = false;         // go on to the optimum and say how far predictions moved
    bool replace = false;
};

// Reads, checks against the dataset, stores. What the lint found stands in the result's warnings.
ModelInfo adoptModel(const Workspace& workspace, const AdoptRequest& request, const TaskContext& context = {});

} // namespace representer
