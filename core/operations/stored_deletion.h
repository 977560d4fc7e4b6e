#pragma once

#include "core/base/task_context.h"
#include "core/store/workspace.h"
#include "core/studies/deletion_study.h"
#include "core/studies/deletion_summary.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace representer {

// The model a study is about, as far as the store cares.
struct StudySubject {
    std::string model;       // name in the workspace
    std::string fingerprint; // of its parameters: rows of another training must not be mixed in
    std::string unit;        // of scores and changes: "logits" or "training units"
    double userUnits = 1;    // factor to the user's scale: a change of 0.1 is 0.2 stars of 1 to 5
};

// Where a study stands after each finished retraining.
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
    std::string fingerprint; // of the model's parameters when the study began
    std::string state;       // "finished", "paused", "failed", "running"
    DeletionPlan plan;
    std::vector<DeletionRow> rows;
    DeletionSummary summary; // rows[{method,sign,k,mean,ci95,n}], areas, comparisons, predictions, winners
    std::string unit;        // "logits" or "training units"
    double userUnits = 1;    // factor to the user's scale
    double seconds = 0;      // of this run; of all retrainings when only loaded
};

// A new study without rows; returns its id.
std::int64_t createDeletion(const Workspace& workspace, const StudySubject& subject,
                            const DeletionPlan& plan);

// Runs what the study still lacks. Each retraining is stored as it finishes: whatever ends the run -
// cancelling (the study is then "paused"), a full disk ("failed"), a power cut - the finished rows stay, and
// running it again goes on to the same result as if nothing had happened.
StudyResult runStoredDeletion(const Workspace& workspace, std::int64_t id, const DeletionSetup& setup,
                              const StudyObserver& observer = {}, const TaskContext& context = {});

// What is stored, finished or not. Throws NotFound for an id that is not a deletion study.
StudyResult loadStudy(const Workspace& workspace, std::int64_t id);

} // namespace representer
