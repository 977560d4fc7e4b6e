#pragma once

#include "core/base/task_context.h"
#include "core/operations/open_model.h"
#include "core/store/workspace.h"
#include "core/studies/deletion_plan.h"
#include "core/studies/deletion_study.h"
#include "core/studies/deletion_summary.h"
#include "core/studies/test_selection.h"

#include <cstdint>
#include <functional>
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

// Where the study stands after each finished retraining.
struct StudyProgress {
    std::int64_t study = 0;
    const DeletionRow* row = nullptr; // the one just stored
    DeletionProgress progress;
};
using StudyObserver = std::function<void(const StudyProgress&)>; // on the calling thread

// A study with all its finished rows. Scores and changes are in training units (logits, or ratings in [-1,
// 1]).
struct StudyResult {
    std::int64_t study = 0;
    std::string model;
    std::string state; // "finished", "paused", "failed", "running"
    DeletionPlan plan;
    std::vector<DeletionRow> rows;
    DeletionSummary summary; // rows[{method,sign,k,mean,ci95,n}], areas, comparisons, predictions, winners
    std::string unit;        // "logits" or "training units"
    double userUnits = 1;    // factor to the user's scale: a change of 0.1 is 0.2 stars of 1 to 5
    double seconds = 0;      // of this run; of all retrainings when only loaded
};

// Creates the study in the workspace and runs it. Each retraining is stored as it finishes: whatever ends the
// run - cancelling (the study is then "paused"), a full disk ("failed"), a power cut - the finished rows stay
// and resumeStudy() goes on with the same result as if nothing had happened.
StudyResult runDeletion(const Workspace& workspace, std::shared_ptr<const OpenModel> model,
                        const DeletionPlan& plan, const StudyObserver& observer = {},
                        const TaskContext& context = {});
StudyResult resumeStudy(const Workspace& workspace, std::int64_t id, const StudyObserver& observer = {},
                        const TaskContext& context = {});

// What is stored, finished or not. Throws NotFound for an id that is not a deletion study.
StudyResult loadStudy(const Workspace& workspace, std::int64_t id);

// One timed retraining: what the study will cost.
DeletionCost estimateDeletion(const OpenModel& model, const DeletionPlan& plan,
                              const TaskContext& context = {});

} // namespace representer
