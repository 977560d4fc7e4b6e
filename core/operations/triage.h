#pragma once

#include "core/base/task_context.h"
#include "core/operations/open_model.h"

#include <cstddef>
#include <string>
#include <vector>

namespace representer {

// Training samples whose labels deserve a second look, most suspect first.
struct TriageList {
    std::string method;                   // an explanation method (its self-importances) or "loss"
    std::vector<double> values;           // what each listed sample was ranked by
    std::vector<ExplainedSample> samples; // in the user's words; rank counts from 1
};

// How suspect each training sample is; see triage(). Large magnitudes are suspect.
std::vector<double> suspicion(const OpenModel& model, const std::string& method,
                              const TaskContext& context = {});

// The first `limit` samples. `method`: one of the model's methods, or "loss".
TriageList triage(const OpenModel& model, const std::string& method, std::size_t limit,
                  const TaskContext& context = {});

} // namespace representer
