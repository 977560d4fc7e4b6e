#pragma once

#include "core/data/document_data.h"
#include "core/importers/linear_coefficients.h"
#include "core/trainers/l1_trainer.h"

#include <optional>
#include <string>
#include <vector>

namespace representer {

struct AdoptLinearOptions {
    std::optional<double> C = {};  // none: the C that makes the model most nearly stationary
    std::optional<Loss> loss = {}; // none: the file's, or logistic
};

// A model trained elsewhere, fitted to the dataset's labels and columns, and what the lint found in plain
// words.
struct AdoptedLinear {
    SparseLinearModel model;
    TrainReport report; // objective and optimality as found; no iterations
    std::vector<std::string> findings;
};

// Throws BadFile or BadOption when the model cannot belong to this dataset (another number of features,
// unknown names, NaN).
AdoptedLinear adoptLinear(const DocumentData& data, const LinearCoefficients& coefficients,
                          const AdoptLinearOptions& options = {});

// Warm-started steps from an adopted model to the optimum of its own training problem.
struct PolishedLinear {
    SparseLinearModel model;
    TrainReport report;
    double largestChange = 0; // of any test prediction (training prediction without a test part)
    std::string finding;      // the same in words
};

PolishedLinear polishLinear(const DocumentData& data, const SparseLinearModel& model,
                            const L1Options& options = {}, const TaskContext& context = {});

} // namespace representer
