#pragma once

#include "core/base/task_context.h"
#include "core/models/train_report.h"
#include "core/trainers/l1_problem.h"
#include "core/trainers/l1_quadratic.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace representer {

struct L1SolverOptions {
    double tolerance = 1e-9;  // on the certificate's worst()
    int maxIterations = 1000; // proximal Newton iterations, over all working sets
    std::uint64_t seed = 0;   // order of the coordinates
};

// What a previous solution of a nearby problem knows. Everything is optional.
struct L1WarmStart {
    const Vector* weights = nullptr;
    const Vector* scores = nullptr; // Z weights
    const L1Quadratic* quadratic =
        nullptr;                    // of a working set around the previous solution, with its curvature
    L1Quadratic* scratch = nullptr; // memory that an earlier solution used
};

struct L1Solution {
    Vector weights;  // m
    Vector scores;   // n: Z weights
    Vector gradient; // m
    L1Certificate certificate;
    TrainReport report;
};

// Working sets around a proximal Newton method: coordinate descent on the quadratic model finds the support
// and the signs, Newton steps on the support (Cholesky, or conjugate gradients with a nearby factor) take it
// to rounding error. Supports of some hundreds to thousands do both on a dense Hessian (L1Quadratic). Each
// working set ends with the gradient of all columns and the certificate.
L1Solution solveL1(const L1Problem& problem, const L1WarmStart& start, const L1SolverOptions& options,
                   const TaskContext& context = {});

// For later warm starts from this solution; empty where the solver would not keep a dense Hessian.
L1Quadratic l1QuadraticAt(const L1Problem& problem, const Vector& weights, const Vector& scores);

} // namespace representer
