#pragma once

#include "core/studies/deletion_study.h"
#include "core/studies/summary_statistics.h"

#include <optional>
#include <string>
#include <vector>

namespace representer {

// One dot of a deletion curve: DEL over the test points that have k samples to remove.
struct DeletionMean {
    std::string method;
    Sign sign = Sign::Positive;
    DeletionSize k;
    MeanInterval change{};
    std::size_t unavailable = 0; // points with fewer than k such samples
};

// AUC-DEL: mean over k for each point, then over the points that have every k.
struct DeletionArea {
    std::string method;
    Sign sign = Sign::Positive;
    MeanInterval area{};
    std::vector<double> perPoint{};
    std::vector<std::size_t> points{}; // which point each of perPoint belongs to
};

// Two methods on the points both have.
struct MethodComparison {
    std::string first{}, second{};
    Sign sign = Sign::Positive;
    PairedTest test{}; // first minus second
};

// Predicted against actual change, for the methods that predict a size.
struct PredictionQuality {
    std::string method;
    std::vector<double> predicted{}, actual{}; // one dot per point and k, both signs
    std::optional<double> slope{};
    std::optional<double> rankCorrelation{};
};

struct DeletionSummary {
    std::vector<DeletionMean> rows;
    std::vector<DeletionArea> areas;
    std::vector<MethodComparison> comparisons; // all pairs, both signs
    std::vector<PredictionQuality> predictions;
    // The method that lowers (Positive) or raises (Negative) the score most, when its paired difference to
    // each other method is significant (p < 0.05 for every one of them, so no correction is due); else
    // nothing.
    std::optional<std::string> winnerPositive, winnerNegative;
    std::int64_t retrainings = 0;
    double secondsPerRetraining = 0;
};

// Any subset of the rows may be there: an unfinished study has a summary too. Empty groups are left out.
DeletionSummary summarise(const DeletionPlan& plan, const std::vector<DeletionRow>& rows);

} // namespace representer
