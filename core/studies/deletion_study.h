#pragma once

#include "core/base/task_context.h"
#include "core/explainers/explainer.h"
#include "core/studies/deletion_plan.h"
#include "core/trainers/retrainer.h"

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace representer {

using ScoreFunction = std::function<double(const ModelContent&, const TestPoint&)>;

// What a study works on. Everything is shared by the workers and only read.
struct DeletionSetup {
    const ModelContent* original = nullptr;
    const Retrainer* retrainer = nullptr;
    std::function<const Explainer&(std::string_view method)> explainer;
    ScoreFunction score;
    std::int64_t trainingSize = 0;
};

// One finished retraining.
struct DeletionRow {
    std::size_t unit = 0; // position in DeletionPlan::units()
    std::string method{};
    Sign sign = Sign::Positive;
    DeletionSize size{};
    std::int64_t removed = 0;     // samples taken out; 0 when unavailable
    std::string unavailable{};    // why there is no result: too few samples of that sign; else empty
    std::vector<double> before{}; // per point of the unit: the original score,
    std::vector<double> after{};  //   the score after retraining; DEL = after - before
    std::vector<double>
        predicted{};    //   minus the removed importances, for methods that predict a size; else empty
    double seconds = 0; // of this retraining

    std::string key() const { return deletionKey(unit, method, sign, size); }
    bool available() const { return unavailable.empty(); }
};

struct DeletionProgress {
    std::int64_t done = 0; // including rows of an earlier run
    std::int64_t total = 0;
    double secondsPerRetraining = 0;
    double secondsLeft = 0;
};

// Called on the calling thread, once per finished row, in order of finishing. Throwing stops the study.
using DeletionSink = std::function<void(const DeletionRow&, const DeletionProgress&)>;

// Runs what is not in `finished` (keys). Rows do not depend on the number of threads nor on interruptions: a
// retraining is warm-started only from the next smaller k of the same point, method and sign, and after an
// interruption that chain of warm starts is gone through again, unless the retrainer has no use for it.
// Stopping (pause and cancel alike) loses only the retrainings in progress. Memory: bytesPerWorker() and two
// models for each of the threadLimit() workers.
void runDeletionStudy(const DeletionSetup& setup, const DeletionPlan& plan,
                      const std::set<std::string>& finished, const DeletionSink& sink,
                      const TaskContext& context = {});

// Before the start: what a study will cost, from one timed retraining (the middle k of the first point).
struct DeletionCost {
    std::int64_t retrainings = 0;
    int workers = 1;
    double secondsPerRetraining = 0;
    double seconds = 0; // of all on all workers
    std::size_t bytes = 0;
};
DeletionCost estimateDeletionStudy(const DeletionSetup& setup, const DeletionPlan& plan,
                                   const TaskContext& context = {});

} // namespace representer
