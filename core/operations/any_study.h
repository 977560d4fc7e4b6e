#pragma once

#include "core/operations/run_mislabel.h"
#include "core/operations/run_negatives.h"
#include "core/operations/run_study.h"

#include <functional>
#include <variant>

namespace representer {

// A stored study of whichever kind, and one finished row of it.
using AnyStudy = std::variant<StudyResult, NegativeResult, MislabelResult>;
using AnyStudyRow = std::variant<DeletionRow, NegativeRow, MislabelRow>;

// Told of each row as it is stored, on the calling thread.
using AnyStudyObserver = std::function<void(std::int64_t study, const AnyStudyRow& row)>;

// What is stored, finished or not. Throws NotFound naming the studies there are.
AnyStudy loadAnyStudy(const Workspace& workspace, std::int64_t id);
// Goes on with it to the same result as if it had never stopped.
AnyStudy resumeAnyStudy(const Workspace& workspace, std::int64_t id, const AnyStudyObserver& observer = {},
                        const TaskContext& context = {});

const StudyHead& headOf(const AnyStudy& study);
std::int64_t plannedRows(const AnyStudy& study);
std::int64_t finishedRows(const AnyStudy& study);
// Adds a row of the study's own kind and leaves the summary as it is.
void addStudyRow(AnyStudy& study, const AnyStudyRow& row);
// Brings the summary up to the rows.
void summariseAnyStudy(AnyStudy& study);

} // namespace representer
