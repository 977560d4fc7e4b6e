#pragma once

#include "core/base/task_context.h"
#include "core/data/matrix_data.h"
#include "core/explainers/explainer.h"
#include "core/models/trace_model.h"

#include <memory>
#include <string_view>
#include <vector>

namespace representer {

// The methods a trace regression can have, in menu order.
const std::vector<MethodDescriptor>& traceMethods();

// D with local_i = <X_i, D> for high-dim: place by place, what of a training matrix counts for the test matrix x.
Matrix traceDirection(const TraceModel& model, const Matrix& x, Side side);

// Prepares a method for a model and the data it was trained on. high-dim has a column side (Side::Item), a
// row side (Side::User) and their average (Side::Both: one contribution per sample, marked Side::Single,
// beside both sides' sums); the others have one side. Throws BadOption listing the methods for another name.
std::unique_ptr<Explainer> makeTraceExplainer(std::string_view method, std::shared_ptr<const MatrixData> data,
                                              std::shared_ptr<const TraceModel> model,
                                              const TaskContext& context = {});

} // namespace representer
