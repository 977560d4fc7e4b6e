#pragma once

#include "core/base/task_context.h"
#include "core/models/support_curvature.h"
#include "core/models/train_report.h"
#include "core/trainers/l1_problem.h"

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
    const Vector* scores = nullptr;        // Z weights
    const SupportFactor* factor = nullptr; // curvature at the weights
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
// to rounding error. Each working set ends with the gradient of all columns and the certificate.
L1Solution solveL1(const L1Problem& problem, const L1WarmStart& start, const L1SolverOptions& options,
                   const TaskContext& context = {});

// The columns with a weight (and the intercept's), ascending.
std::vector<std::int32_t> l1Support(const LinearDesign& design, const Vector& weights);
// cost_i l''_i
Vector l1RowCurvature(const L1Problem& problem, const Vector& scores);

} // namespace representer
