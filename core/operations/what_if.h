#pragma once

#include "core/base/task_context.h"
#include "core/data/training_edit.h"
#include "core/operations/open_model.h"
#include "core/studies/deletion_plan.h"
#include "core/studies/impact.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace representer {

// "What if these samples had not been there, or had other labels?" All groups given are put together.
struct WhatIfRequest {
    TestPoint point;
    // Ranks for `top`, and predicts the change; when it only ranks, the model's first method that does
    // predict.
    std::string method = "high-dim";
    std::vector<TrainIndex> remove;       // hand-picked
    std::optional<std::string> user;      // everything of one user (id), ...
    std::optional<std::string> item;      // ... one item (id),
    std::optional<std::string> className; // ... one class,
    std::optional<std::string> source;    // ... documents whose id begins so,
    std::optional<std::pair<std::int64_t, std::int64_t>>
        dates;                                          // ... ratings of a time range, seconds since 1970
    std::optional<std::pair<std::size_t, Sign>> top;    // the first k of the method's list for the point
    std::vector<std::pair<TrainIndex, double>> relabel; // label 0 or 1; ratings in the user's own scale
};

// A kept answer: comparable with others of the same model and point, and undone by forgetting it, for neither
// the model nor the dataset in the workspace is changed.
struct WhatIfResult {
    TestPoint point;
    std::string method;
    std::string unit; // of before, predicted and after: "stars", "logits", ...
    TrainingEdit edit;
    double before = 0;
    std::string predictedBy;         // the method that foretold the change; empty when none can
    std::optional<double> predicted; // before minus the removed importances; nothing for new labels
    double after = 0;
    Impact impact; // on all test points
    double retrainSeconds = 0;
};

// The samples a request names, checked.
TrainingEdit resolveEdit(const OpenModel& model, const WhatIfRequest& request,
                         const TaskContext& context = {});

WhatIfResult whatIf(const OpenModel& model, const WhatIfRequest& request, const TaskContext& context = {});

} // namespace representer
