#pragma once

#include "core/studies/negative_samples.h"
#include "core/studies/summary_statistics.h"
#include "core/trainers/mf_als.h"

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
    int seeds = 3; // the model, and as many less one trained from other starts; intervals are over them
    std::uint64_t seed = 0;

    std::int64_t retrainings() const;
};

// What the study works on: only read.
struct NegativeSetup {
    const RatingData* data = nullptr;
    const FactorModel* original = nullptr; // logistic loss, all unobserved pairs as negatives
    MfAlsOptions training{};               // how it was trained
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

// Throws BadOption sentences for data that is not implicit feedback, without a test part, or with too many
// pairs, for a model whose negatives cannot be left out one by one, and for an empty plan.
void checkNegativeStudy(const NegativeSetup& setup, const NegativePlan& plan);

// Runs what is not in `finished`; the sink is called on the calling thread.
void runNegativeStudy(const NegativeSetup& setup, const NegativePlan& plan,
                      const std::set<std::string>& finished, const NegativeSink& sink,
                      const TaskContext& context = {});

// Means over the seeds.
struct NegativeMean {
    NegativeRanking method = NegativeRanking::HighDim;
    double percent = 0;
    MeanInterval found{};
    MeanInterval recallChange{};
};
// Mean over the percentages for each seed, then over the seeds that have them all.
struct NegativeArea {
    NegativeRanking method = NegativeRanking::HighDim;
    MeanInterval found{};
    MeanInterval recallChange{};
};
struct NegativeSummary {
    std::vector<NegativeMean> rows;
    std::vector<NegativeArea> areas;
    double secondsPerRetraining = 0;
};
NegativeSummary summariseNegatives(const NegativePlan& plan, const std::vector<NegativeRow>& rows);

} // namespace representer
