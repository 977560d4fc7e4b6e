#pragma once

#include "core/base/task_context.h"
#include "core/operations/open_model.h"
#include "core/operations/stored_study.h"
#include "core/studies/mislabel_study.h"

#include <memory>
#include <vector>

namespace representer {

// A study of wrong labels with all its finished rows.
struct MislabelResult : StudyHead {
    MislabelPlan plan{};
    std::vector<MislabelRow> rows{};
    MislabelSummary summary{};
    double seconds = 0; // of this run; of all retrainings and rankings when only loaded
};

// Creates the study in the workspace and runs it; see runStored() for what survives. The model and its
// dataset stay as they are.
MislabelResult runMislabel(const Workspace& workspace, std::shared_ptr<const OpenModel> model,
                           const MislabelPlan& plan, const MislabelSink& observer = {},
                           const TaskContext& context = {});
MislabelResult resumeMislabel(const Workspace& workspace, std::int64_t id, const MislabelSink& observer = {},
                              const TaskContext& context = {});
MislabelResult loadMislabel(const Workspace& workspace, std::int64_t id);

} // namespace representer
