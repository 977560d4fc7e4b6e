#pragma once

#include "core/base/index_types.h"
#include "core/explainers/high_dim_linear.h"

#include <vector>

namespace representer {

// One word that a training sample shares with the test document: amount = a_i |theta_j| x_ij x'_j.
struct LedgerEntry {
    FeatureIndex feature; // the number of features stands for the bias feature
    double weight = 0;    // theta_j
    double trainValue = 0;
    double testValue = 0; // both after the model's scale
    double amount = 0;
};

// The words behind one importance, largest |amount| first; their amounts sum to the importance.
std::vector<LedgerEntry> pairLedger(const HighDimLinear& explainer, const SparseRowView& test,
                                    TrainIndex sample);

// The whole explanation as one table: words x samples, and a last column for all samples not listed.
struct Ledger {
    std::vector<FeatureIndex> words; // active words of the test document, largest |theta_j x'_j| first
    std::vector<TrainIndex> samples;
    Matrix amounts;     // words x (samples + 1); the last column is the rest
    Vector wordTotals;  // per word over all samples; at an optimum theta_j x'_j
    Vector wordWeights; // theta_j x'_j, the feature explanation everybody knows
    Vector importances; // per column: the sample's importance, last the sum of the rest
};

Ledger makeLedger(const HighDimLinear& explainer, const SparseRowView& test,
                  const std::vector<TrainIndex>& samples);

} // namespace representer
