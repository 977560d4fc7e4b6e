#pragma once

#include "core/base/matrix_types.h"
#include "core/models/linear_design.h"
#include "core/models/loss.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace representer {

// 1 / the largest magnitude of each feature, 1 for features that never occur: keeps zeros zero.
Vector largestMagnitudeScale(const SparseRows& x);

// minimise over w:  sum_j penalty_j |w_j| + sum_i cost_i l(y_i, (Z w)_i)
struct L1Problem {
    const LinearDesign* design = nullptr;
    Loss loss = Loss::Logistic;
    std::vector<double> y;    // n, 0 or 1
    std::vector<double> cost; // n: C, or 0 for a removed sample
};

// How close a point is to the optimum, from the weights alone (nothing carried over from the solver's steps).
struct L1Certificate {
    double objective = 0;
    double gap = 0;       // (objective - dual bound) / objective
    double violation = 0; // largest violation of: -g_j = sign(w_j) on the support, |g_j| <= 1 off it, g = 0
                          // for the intercept
    double worst() const { return gap > violation ? gap : violation; }
};

// scores: Z w; gradient: Z^T (cost l'), both for these weights.
L1Certificate l1Certificate(const L1Problem& problem, const Vector& weights, const Vector& scores,
                            const Vector& gradient);

// How far one column is from its optimality condition.
inline double l1Violation(double gradient, double weight, double penalty)
{
    if (weight == 0)
        return std::max(0.0, std::abs(gradient) - penalty);
    return std::abs(gradient + (weight > 0 ? penalty : -penalty));
}

// Z w; only the columns with a weight are touched.
Vector l1Scores(const LinearDesign& design, const Vector& weights);
// One column of Z times `rows` (n).
double columnProduct(const SparseColumns& z, Eigen::Index column, const Vector& rows);
// Z^T slope over all m columns, in parallel.
void l1Gradient(const LinearDesign& design, const Vector& slope, Vector& gradient);

// The columns with a weight (and the intercept's), ascending.
std::vector<std::int32_t> l1Support(const LinearDesign& design, const Vector& weights);
// cost_i l''_i
Vector l1RowCurvature(const L1Problem& problem, const Vector& scores);

} // namespace representer
