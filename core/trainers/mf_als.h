#pragma once

#include "core/base/task_context.h"
#include "core/data/rating_data.h"
#include "core/trainers/factor_result.h"
#include "core/trainers/factor_solver.h"
#include "core/trainers/rating_problem.h"

#include <cstdint>

namespace representer {

//   minimise over U, V  sum_observed l(y, offset + <U_u, V_i>) + negatives sum_unobserved l(0, <U_u, V_i>)
//                       + mu/2 (|U|^2 + |V|^2)
struct MfAlsOptions {
    int dim = 16;
    double mu = 4; // the value that suits MovieLens in training units; 0: chosen on the validation part
    Loss loss = Loss::Squared;
    double negatives = 0;    // weight of each unobserved pair, label 0; at most 1
    double tolerance = 1e-5; // most by which a one-sided sum may miss any score, in training units
    int maxSweeps = 1000;
    OffsetKind offsets = OffsetKind::Mean; // none with the logistic loss or with negatives
    std::uint64_t seed = 0;
};

// A stationary point reached from a small random start. The problem is not convex in (U, V): another seed may
// end in another point; every such point has exact one-sided sums.
FactorResult trainMfAls(const RatingData& data, const MfAlsOptions& options, const TaskContext& context = {});

// Sweeps to stationarity from a given model, whose offsets, loss, penalty and negatives are kept: retraining
// and "Polish".
FactorResult polishFactors(const RatingPart& part, const FactorModel& start,
                           const FactorSolverOptions& options, const TaskContext& context = {});

} // namespace representer
