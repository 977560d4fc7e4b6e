#pragma once

#include "core/base/task_context.h"
#include "core/models/trace_problem.h"
#include "core/models/train_report.h"

namespace representer {

struct TraceSolution {
    Matrix theta;
    TrainReport report; // optimality is the certificate
};

// An upper bound of the curvature of  sum_i l(y_i, <Theta, X_i>)  in any direction: max l'' times |X|_2^2
// (1 when every sample is zero).
double traceCurvatureBound(const TraceProblem& problem);

// How far Theta is from optimal: the larger of (|G|_2 - penalty)+ / penalty, G the gradient of the loss, and
// the fixed-point residual |Theta - prox(Theta - G/L)|_F L / penalty. Both are 0 at an optimum; the error of
// a one-sided sum is at most certificate * |Theta|_2 * |X'|_F.
double traceCertificate(const TraceProblem& problem, const Matrix& theta, double curvatureBound);

// Accelerated proximal gradient steps (FISTA, restarted when the momentum points uphill) find the rank;
// Newton steps on the factors of that rank then take it to rounding error.
TraceSolution solveTrace(const TraceProblem& problem, const Matrix& start, double curvatureBound,
                         double tolerance, int maxIterations, const TaskContext& context = {});

} // namespace representer
