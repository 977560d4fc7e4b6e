#pragma once

#include "core/base/task_context.h"
#include "core/operations/open_model.h"
#include "core/operations/stored_study.h"
#include "core/studies/negative_study.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace representer {

// A study of negative samples with all its finished rows.
struct NegativeResult : StudyHead {
    NegativePlan plan{};
    std::vector<NegativeRow> rows{};
    NegativeSummary summary{};
    double seconds = 0; // of this run; of all retrainings when only loaded
};

// Creates the study in the workspace and runs it; see runStored() for what survives. The model: mf by als
// with the logistic loss and a weight for negatives, on implicit feedback.
NegativeResult runNegatives(const Workspace& workspace, std::shared_ptr<const OpenModel> model,
                            const NegativePlan& plan, const NegativeSink& observer = {},
                            const TaskContext& context = {});
NegativeResult resumeNegatives(const Workspace& workspace, std::int64_t id, const NegativeSink& observer = {},
                               const TaskContext& context = {});
NegativeResult loadNegatives(const Workspace& workspace, std::int64_t id);

// An unobserved pair that may be a positive in disguise, in the user's words.
struct SuspectedNegative {
    int rank = 0; // 1 = most suspect
    SuspectPair pair;
    std::string user; // id
    std::string item; // id
    std::string title;
    double prediction = 0; // logit
    bool heldOut = false;  // it is a positive of the validation or test part
};
std::vector<SuspectedNegative> suspectedNegatives(const OpenModel& model, NegativeRanking ranking,
                                                  std::size_t limit, const TaskContext& context = {});

} // namespace representer
