#include "core/trainers/l1_problem.h"

#include "core/base/parallel_algebra.h"
#include "core/trainers/gathered_dot.h"

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

constexpr std::int64_t lossGrain = 2048;        // rows per parallel block
constexpr std::int64_t gradientGrain = 1 << 12; // and columns

// u log u + (1 - u) log(1 - u), continued to 0 at both ends.
double entropy(double u)
{
    return (u > 0 ? u * std::log(u) : 0.0) + (u < 1 ? (1 - u) * std::log1p(-u) : 0.0);
}

// The convex conjugate l*(u) at a slope u that the loss can have.
double conjugate(Loss loss, double u, double y)
{
    switch (loss) {
    case Loss::Logistic:
        return entropy(y == 1 ? -u : u);
    case Loss::Squared:
        return u * u / 2 + u * y;
    case Loss::SquaredHinge: {
        const double v = -(2 * y - 1) * u;
        return v * v / 4 - v;
    }
    }
    return 0;
}

} // namespace

Vector largestMagnitudeScale(const SparseRows& x)
{
    Vector largest = Vector::Zero(x.cols());
    for (Eigen::Index k = 0; k < x.nonZeros(); ++k) {
        double& current = largest[x.innerIndexPtr()[k]];
        current = std::max(current, std::abs(x.valuePtr()[k]));
    }
    return largest.unaryExpr([](double value) { return value > 0 ? 1 / value : 1.0; });
}

L1Certificate l1Certificate(const L1Problem& problem, const Vector& weights, const Vector& scores,
                            const Vector& gradient)
{
    const LinearDesign& design = *problem.design;
    L1Certificate certificate;
    double largest = 0; // of |g_j| over penalised columns
    for (Eigen::Index j = 0; j < gradient.size(); ++j) {
        const double g = gradient[j], w = weights[j];
        const double penalty = design.penalty(j);
        if (penalty != 0)
            largest = std::max(largest, std::abs(g));
        certificate.objective += penalty * std::abs(w);
        certificate.violation =
            std::max(certificate.violation, penalty == 0 ? std::abs(g) : l1Violation(g, w, penalty));
    }

    // A dual point: the slopes, shrunk until Z^T u fits |.| <= 1. With an intercept the shrunk slopes must
    // also sum to 0, which shrinking the heavier sign achieves; then once more until the other columns fit.
    const double shrink = largest > 1 ? 1 / largest : 1.0;
    const auto n = static_cast<std::int64_t>(problem.y.size());
    Vector slope(n); // l'
    certificate.objective += parallelSum(n, lossGrain, [&](std::int64_t begin, std::int64_t end) {
        double sum = 0;
        for (std::int64_t i = begin; i < end; ++i) {
            const LossTerms terms =
                lossTerms(problem.loss, scores[i], problem.y[static_cast<std::size_t>(i)]);
            slope[i] = terms.slope;
            sum += problem.cost[static_cast<std::size_t>(i)] * terms.value;
        }
        return sum;
    });
    double shrinkUp = shrink, shrinkDown = shrink;
    if (design.free) {
        Vector balanced = slope.cwiseProduct(Eigen::Map<const Vector>(problem.cost.data(), n));
        const double up = balanced.cwiseMax(0.0).sum(), down = -balanced.cwiseMin(0.0).sum();
        if (up != down)
            (up > down ? shrinkUp : shrinkDown) *= std::min(up, down) / std::max(up, down);
        balanced = balanced.unaryExpr([&](double u) { return u * (u > 0 ? shrinkUp : shrinkDown); });
        Vector columns;
        l1Gradient(design, balanced, columns);
        columns[*design.free] = 0;
        const double again = std::max(1.0, columns.lpNorm<Eigen::Infinity>());
        shrinkUp /= again;
        shrinkDown /= again;
    }
    const double dual = -parallelSum(n, lossGrain, [&](std::int64_t begin, std::int64_t end) {
        double sum = 0;
        for (std::int64_t i = begin; i < end; ++i) {
            const auto at = static_cast<std::size_t>(i);
            if (problem.cost[at] != 0)
                sum +=
                    problem.cost[at] *
                    conjugate(problem.loss, slope[i] * (slope[i] > 0 ? shrinkUp : shrinkDown), problem.y[at]);
        }
        return sum;
    });
    certificate.gap =
        certificate.objective > 0 ? std::max(0.0, certificate.objective - dual) / certificate.objective : 0.0;
    return certificate;
}

Vector l1Scores(const LinearDesign& design, const Vector& weights)
{
    Vector scores = Vector::Zero(design.z.rows());
    for (Eigen::Index j = 0; j < weights.size(); ++j) {
        if (weights[j] == 0)
            continue;
        const SparseColumnView column = columnView(design.z, j);
        for (std::size_t k = 0; k < column.rows.size(); ++k)
            scores[column.rows[k]] += weights[j] * column.values[k];
    }
    return scores;
}

double columnProduct(const SparseColumns& z, Eigen::Index column, const Vector& rows)
{
    const SparseColumnView view = columnView(z, column);
    return gatheredDot(view.values, view.rows, rows.data());
}

void l1Gradient(const LinearDesign& design, const Vector& slope, Vector& gradient)
{
    gradient.resize(design.z.cols());
    parallelBlocks(design.z.cols(), gradientGrain, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t j = begin; j < end; ++j)
            gradient[j] = columnProduct(design.z, j, slope);
    });
}

std::vector<std::int32_t> l1Support(const LinearDesign& design, const Vector& weights)
{
    std::vector<std::int32_t> support;
    for (Eigen::Index j = 0; j < weights.size(); ++j)
        if (weights[j] != 0 || design.penalty(j) == 0)
            support.push_back(static_cast<std::int32_t>(j));
    return support;
}

Vector l1RowCurvature(const L1Problem& problem, const Vector& scores)
{
    Vector curvature(scores.size());
    for (Eigen::Index i = 0; i < scores.size(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        curvature[i] = problem.cost[at] * lossCurvature(problem.loss, scores[i], problem.y[at]);
    }
    return curvature;
}

} // namespace representer
