#pragma once

#include "core/base/task_context.h"
#include "core/data/document_data.h"
#include "core/explainers/explainer.h"
#include "core/models/sparse_linear_model.h"

#include <memory>
#include <string_view>
#include <vector>

namespace representer {

struct LinearExplainerOptions {
    bool contamination = false; // influence: renormalised weights instead of plain removal
};

// The methods a sparse linear model can have, in menu order.
const std::vector<MethodDescriptor>& linearMethods();

// Prepares a method for a model and the data it was trained on, from what is kept of it if there is any; the
// explanations are the same to the last bit. Throws BadOption listing the methods for
// another name.
std::unique_ptr<Explainer> makeLinearExplainer(std::string_view method,
                                               std::shared_ptr<const DocumentData> data,
                                               std::shared_ptr<const SparseLinearModel> model,
                                               const TaskContext& context = {},
                                               const LinearExplainerOptions& options = {},
                                               const FindPrepared& kept = {});

} // namespace representer
