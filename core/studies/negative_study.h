#pragma once

#include "core/studies/negative_samples.h"
#include "core/studies/summary_statistics.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace representer {

// Which unobserved pairs of implicit feedback are positives in disguise, and does the model get better
// without them?
struct NegativePlan {
    std::vector<NegativeRanking> methods{NegativeRanking::HighDim, NegativeRanking::Fia,
                                         NegativeRanking::Loss, NegativeRanking::Random};
    std::vector<double> percents{0.5, 1, 2, 5, 10}; // of the unobserved pairs, removed as negatives
    int seeds = 3; // models trained from different starts; intervals are over them
    std::uint64_t seed = 0;
    // The model: logistic loss, all unobserved pairs as negatives of this weight.
    int dim = 16;
    double mu = 1;
    double negatives = 0.05;
    double tolerance = 1e-2; // of the factors' stationarity, in logits: below what moves a recall
};

// One retraining.
struct NegativeRow {
    int seedNumber = 0; // 0 .. seeds-1
    NegativeRanking method = NegativeRanking::HighDim;
    double percent = 0;
    std::int64_t removed = 0;
    double found = 0;        // share of the held-out positives among the removed pairs
    double recallBefore = 0; // recall@20 on the test part, training positives masked
    double recallAfter = 0;
    double seconds = 0;

    std::string key() const;
};
std::string negativeKey(int seedNumber, NegativeRanking method, double percent);

using NegativeSink = std::function<void(const NegativeRow&, std::int64_t done, std::int64_t total)>;

// Runs what is not in `finished`; the sink is called on the calling thread. Throws BadOption sentences for
// data that is not implicit feedback, without a test part, or with too many pairs.
void runNegativeStudy(const RatingData& data, const NegativePlan& plan, const std::set<std::string>& finished,
                      const NegativeSink& sink, const TaskContext& context = {});

// Means over the seeds.
struct NegativeMean {
    NegativeRanking method = NegativeRanking::HighDim;
    double percent = 0;
    MeanInterval found{};
    MeanInterval recallChange{};
};
std::vector<NegativeMean> summariseNegatives(const NegativePlan& plan, const std::vector<NegativeRow>& rows);

} // namespace representer
