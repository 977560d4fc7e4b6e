#pragma once

#include "core/base/task_context.h"
#include "core/operations/open_model.h"
#include "core/operations/stored_deletion.h"
#include "core/store/workspace.h"
#include "core/studies/deletion_plan.h"
#include "core/studies/test_selection.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace representer {

// A deletion study as the command line or the form asks for it.
struct DeletionRequest {
    std::vector<std::string> methods;
    std::vector<std::string> k; // "10" or "2.5%"
    std::vector<Sign> signs{Sign::Positive, Sign::Negative};
    std::vector<TestPoint> points; // by hand; empty: drawn at random from what passes the filter
    PointFilter filter;
    std::size_t tests = 1; // points per trial, when drawn
    std::size_t trials = 1;
    bool joint = false;
    std::uint64_t seed = 0;
};

// The plan a request amounts to for this model; throws a BadOption sentence for what cannot be run.
DeletionPlan planDeletion(const OpenModel& model, const DeletionRequest& request);

// One timed retraining: what the study will cost.
DeletionCost estimateDeletion(const OpenModel& model, const DeletionPlan& plan,
                              const TaskContext& context = {});

// Creates the study in the workspace and runs it; see runStoredDeletion() for what survives.
StudyResult runDeletion(const Workspace& workspace, std::shared_ptr<const OpenModel> model,
                        const DeletionPlan& plan, const StudyObserver& observer = {},
                        const TaskContext& context = {});
StudyResult resumeStudy(const Workspace& workspace, std::int64_t id, const StudyObserver& observer = {},
                        const TaskContext& context = {});

} // namespace representer
