#pragma once

#include "core/operations/run_mislabel.h"
#include "core/operations/run_negatives.h"
#include "core/operations/run_study.h"

#include <variant>

namespace representer {

// A stored study of whichever kind.
using AnyStudy = std::variant<StudyResult, NegativeResult, MislabelResult>;

// What is stored, finished or not. Throws NotFound naming the studies there are.
AnyStudy loadAnyStudy(const Workspace& workspace, std::int64_t id);
// Goes on with it to the same result as if it had never stopped.
AnyStudy resumeAnyStudy(const Workspace& workspace, std::int64_t id, const TaskContext& context = {});

} // namespace representer
