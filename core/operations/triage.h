#pragma once

#include "core/base/task_context.h"
#include "core/operations/open_model.h"
#include "core/studies/mislabel.h"

#include <cstdint>
#include <string>
#include <vector>

namespace representer {

// Training samples whose labels deserve a second look, most suspect first.
struct TriageList {
    std::string method;                   // an explanation method (its self-importances) or "loss"
    std::vector<double> values;           // what each listed sample was ranked by
    std::vector<ExplainedSample> samples; // in the user's words; rank counts from 1
};

// The first `limit` samples. `method`: one of the model's methods, or "loss".
TriageList triage(const OpenModel& model, const std::string& method, std::size_t limit,
                  const TaskContext& context = {});

// How well each ranking finds labels that were made wrong on purpose: `share` of them, seeded; the model is
// trained again on the wrong labels first. Nothing in the workspace changes.
struct MislabelRequest {
    std::vector<std::string> methods; // explanation methods and "loss"
    double share = 0.1;
    std::uint64_t seed = 0;
};
struct MislabelResult {
    std::size_t planted = 0;
    struct Curve {
        std::string method;
        InspectionCurve curve;
    };
    std::vector<Curve> curves;
    double retrainSeconds = 0;
};
MislabelResult mislabelStudy(const OpenModel& model, const MislabelRequest& request,
                             const TaskContext& context = {});

} // namespace representer
