#pragma once

#include "core/base/task_context.h"
#include "core/data/dataset.h"
#include "core/models/model.h"
#include "core/studies/mislabel.h"
#include "core/studies/summary_statistics.h"
#include "core/trainers/retrainer.h"

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace representer {

// How well do rankings find labels that were made wrong on purpose?
struct MislabelPlan {
    std::vector<std::string> methods; // explanation methods (by self-importance) and "loss"
    double share = 0.1;               // of the training labels, made wrong
    int seeds = 3;                    // different mistakes; intervals are over them
    std::uint64_t seed = 0;

    std::int64_t rankings() const; // rows of the whole study
};

// Suspicion of each training sample by one method.
using Suspicion = std::function<std::vector<double>(const std::string& method, const TaskContext& context)>;

struct MislabelSetup {
    const Dataset* dataset = nullptr;
    const Retrainer* retrainer = nullptr;
    // Rankings by a model that was trained on wrong labels.
    std::function<Suspicion(Dataset wrong, ModelContent model)> suspicion;
};

// One ranking of one set of mistakes.
struct MislabelRow {
    int seedNumber = 0; // 0 .. seeds-1
    std::string method;
    std::int64_t planted = 0;
    InspectionCurve curve{};
    double seconds = 0; // the retraining, shared by the methods of a seed, and the ranking

    std::string key() const;
};

using MislabelSink = std::function<void(const MislabelRow&, std::int64_t done, std::int64_t total)>;

// Throws a BadOption sentence for a plan that cannot be run on this dataset.
void checkMislabelPlan(const Dataset& dataset, const MislabelPlan& plan);

// Runs what is not in `finished`: one retraining for each seed that lacks a row.
void runMislabelStudy(const MislabelSetup& setup, const MislabelPlan& plan,
                      const std::set<std::string>& finished, const MislabelSink& sink,
                      const TaskContext& context = {});

// Means over the seeds.
struct MislabelMean {
    std::string method;
    double inspected = 0; // share of the list
    MeanInterval found{};
};
struct MislabelArea {
    std::string method;
    MeanInterval area{}; // 0.5 by chance
};
struct MislabelSummary {
    std::vector<MislabelMean> rows; // at 1, 5, 10, 20 and 50 %
    std::vector<MislabelArea> areas;
    double secondsPerRetraining = 0;
};
MislabelSummary summariseMislabels(const MislabelPlan& plan, const std::vector<MislabelRow>& rows);

} // namespace representer
