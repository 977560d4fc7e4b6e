#pragma once

#include "core/base/task_context.h"
#include "core/data/rating_data.h"
#include "core/trainers/factor_result.h"
#include "core/trainers/rating_problem.h"

#include <cstdint>
#include <string>
#include <vector>

namespace representer {

//   minimise over Theta  1/2 sum_observed (y - offset - Theta_ui)^2 + n lambda |Theta|_*          (sum form)
struct NuclearOptions {
    double lambda = 0;   // 0: chooseLambda(data)
    int chosenRank = 64; // the most that a lambda chosen here may need: time and memory grow with it
    int maxRank = 200;   // a cap for memory, not a way to choose the rank; reported when it binds
    double tolerance =
        1e-5; // of the certificate: one-sided sums in score units, and spectral norm over n lambda - 1
    int maxIterations = 500;
    // Fitted before, then fixed. The norm shrinks what it fits, popularity and generosity most of all: with
    // the mean alone the error on MovieLens-1M is a tenth larger.
    OffsetKind offsets = OffsetKind::Biases;
    std::uint64_t seed = 0; // the problem is convex and the start deterministic: nothing depends on it
};

void checkNuclearOptions(const NuclearOptions& options); // throws

// n lambda is the spectral norm of the residuals of the biases with random signs, of which nothing but noise
// is left. A direction survives when the data speak for it more loudly than noise would.
double noiseLambda(const RatingData& data, const NuclearOptions& options, const TaskContext& context = {});

struct ChosenLambda {
    double lambda = 0;
    FactorModel model;  // a loose solution there, or without factors
    std::string reason; // for people
};

// The default lambda: from the noise level down, each solution started from the one before, while the error
// on the validation part falls and the rank stays within chosenRank. Without a validation part the noise
// level.
ChosenLambda chooseLambda(const RatingData& data, const NuclearOptions& options,
                          const TaskContext& context = {});

// Factors U = A sqrt(S), V = B sqrt(S) of the optimum A S B^T. The rank is found by lambda: directions in
// which the residual is longer than n lambda are added until none is left, which together with stationarity
// certifies the optimum of the convex problem. With a cap that binds the result is a stationary point of the
// penalised factorisation instead (its one-sided sums still hold), marked as such. `warmStart` only makes it
// quicker.
FactorResult trainNuclear(const RatingData& data, const NuclearOptions& options,
                          const TaskContext& context = {}, const FactorModel* warmStart = nullptr);

// The same for a given part, offsets and penalty = n lambda.
FactorResult solveNuclear(const RatingPart& part, std::size_t users, std::size_t items,
                          const RatingOffsets& offsets, double penalty, const NuclearOptions& options,
                          const TaskContext& context, const FactorModel* warmStart);

struct NuclearPathPoint {
    double lambda = 0;
    int rank = 0;
    double objective = 0;
    double validationMae = 0; // training units; NaN without a validation part
    double validationRmse = 0;
};

// Solutions from the lambda with Theta = 0 down to `smallest`, `points` of them spaced evenly in logarithm,
// each started from the one before, to a loose tolerance: for choosing lambda.
std::vector<NuclearPathPoint> nuclearPath(const RatingData& data, const NuclearOptions& options,
                                          double smallest, int points, const TaskContext& context = {});

} // namespace representer
