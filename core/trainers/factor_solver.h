#pragma once

#include "core/base/matrix_types.h"
#include "core/base/task_context.h"
#include "core/models/train_report.h"
#include "core/trainers/rating_problem.h"
#include "core/trainers/residual_spectrum.h"

#include <optional>
#include <vector>

namespace representer {

struct FactorSolverOptions {
    double tolerance = 1e-5; // of the stationarity gap below, in score units
    int maxIterations = 500; // alternating sweeps and Newton steps together
    int minSweeps = 4;       // alternating sweeps before the first Newton step
    double accuracy = 0.05;  // of the first Newton step, relative to the gradient; of the others at worst
    // For wide factors: pairs of singular vectors of the slopes that come after those of the factors' columns.
    // Sought when not given.
    std::optional<SingularTriplets> beyond = {};
};

// At a stationary point U_u = -1/penalty sum_i l'_ui V_i and V_i = -1/penalty sum_u l'_ui U_u. The gap is the
// most by which either identity can miss the score of any pair:
//   gap = max(max_u |grad U_u| max_i |V_i|, max_i |grad V_i| max_u |U_u|) / penalty
struct FactorSolution {
    RowMatrix users;
    RowMatrix items;
    std::vector<double> slopes; // l' of each entry, by-user order
    double objective = 0;
    double gap = 0;
    int iterations = 0;
    Stop stop = Stop::Converged;
    std::vector<double> trace; // objective per iteration
};

// Alternating minimisation until Newton's method is safe, then Newton steps on both factors at once:
// conjugate gradients in single precision over the items, the users eliminated by their own k x k blocks,
// preconditioned by those of the items; past a width at which these blocks are too much to read, over both
// sides with one mean block each. Sweeps, like the blocks of a step, cost O(n k^2) and converge
// linearly; a product with the Hessian costs O(n k), so the last digits are cheap. Starts from `users`,
// `items` (U: m x k, V: n x k); when `items` alone is set (users of zero rows) the first sweep makes the
// users. Deterministic whatever the number of threads.
FactorSolution solveFactors(const RatingProblem& problem, RowMatrix users, RowMatrix items,
                            const FactorSolverOptions& options, const TaskContext& context);

} // namespace representer
