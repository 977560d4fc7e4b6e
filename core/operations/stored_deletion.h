#pragma once

#include "core/base/task_context.h"
#include "core/operations/stored_study.h"
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
struct StudyResult : StudyHead {
    DeletionPlan plan{};
    std::vector<DeletionRow> rows{};
    DeletionSummary summary{}; // rows[{method,sign,k,mean,ci95,n}], areas, comparisons, predictions, winners
    std::string unit{};        // "logits" or "training units"
    double userUnits = 1;      // factor to the user's scale
    double seconds = 0;        // of this run; of all retrainings when only loaded
};

// A new study without rows; returns its id.
std::int64_t createDeletion(const Workspace& workspace, const StudySubject& subject,
                            const DeletionPlan& plan);

// Runs what the study still lacks; see runStored() for what survives an interruption.
StudyResult runStoredDeletion(const Workspace& workspace, std::int64_t id, const DeletionSetup& setup,
                              const StudyObserver& observer = {}, const TaskContext& context = {});

// What is stored, finished or not. Throws NotFound for an id that is not a deletion study.
StudyResult loadStudy(const Workspace& workspace, std::int64_t id);

} // namespace representer
