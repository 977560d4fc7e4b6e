#pragma once

#include "core/base/task_context.h"
#include "core/data/rating_data.h"
#include "core/importers/factor_files.h"
#include "core/models/factor_model.h"
#include "core/models/train_report.h"

#include <optional>
#include <string>
#include <vector>

namespace representer {

struct AdoptFactorsOptions {
    std::optional<double> mu = {}; // in the files' own unit; none: theirs, or the one that fits
};

// Factors trained elsewhere, fitted to the dataset's users, items and training units, and what the lint found
// in plain words. Without a penalty that makes them stationary the model is PlainMf: ranking only.
struct AdoptedFactors {
    FactorModel model;
    TrainReport report; // objective and one-sided gap as found; no iterations
    std::vector<std::string> findings;
};

// Throws BadFile or BadOption when the factors cannot belong to this dataset: another width on each side,
// NaN, ids that do not match, a missing row, predictions worse than the mean rating.
AdoptedFactors adoptFactors(const RatingData& data, const FactorFiles& files,
                            const AdoptFactorsOptions& options = {});

// Sweeps from an adopted model to the nearest stationary point of its own objective.
struct PolishedFactors {
    FactorModel model;
    TrainReport report;
    double largestChange = 0; // of any test prediction (training prediction without a test part), user's unit
    double meanChange = 0;
    std::string finding; // the same in words
};

PolishedFactors polishAdopted(const RatingData& data, const FactorModel& model,
                              const TaskContext& context = {});

} // namespace representer
