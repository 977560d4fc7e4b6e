#include "core/models/trace_problem.h"

#include "core/base/parallel.h"

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

#include <algorithm>
#include <limits>

namespace representer {

namespace {

// Rows of X per parallel block: about a million numbers, so that small problems stay on one thread.
std::int64_t rowGrain(const TraceProblem& problem)
{
    return std::max<std::int64_t>(1, (std::int64_t{1} << 20) / (problem.rows * problem.columns));
}

} // namespace

Vector TraceProblem::products(const Matrix& m) const
{
    const RowMatrix flat = m;
    const Eigen::Map<const Vector> direction(flat.data(), flat.size());
    Vector result(values->rows());
    parallelBlocks(values->rows(), rowGrain(*this), [&](std::int64_t begin, std::int64_t end) {
        result.segment(begin, end - begin).noalias() = values->middleRows(begin, end - begin) * direction;
    });
    return result;
}

Matrix TraceProblem::combination(const Vector& coefficients) const
{
    const std::int64_t grain = rowGrain(*this);
    Matrix sums = Matrix::Zero(rows * columns, (values->rows() + grain - 1) / grain);
    parallelBlocks(values->rows(), grain, [&](std::int64_t begin, std::int64_t end) {
        sums.col(begin / grain).noalias() =
            values->middleRows(begin, end - begin).transpose() * coefficients.segment(begin, end - begin);
    });
    const Vector total = sums.rowwise().sum();
    return Eigen::Map<const RowMatrix>(total.data(), rows, columns);
}

Vector TraceProblem::slopes(const Vector& scores) const
{
    Vector result(scores.size());
    for (Eigen::Index i = 0; i < scores.size(); ++i)
        result[i] = weight[i] * lossSlope(loss, scores[i], y[i]);
    return result;
}

Vector TraceProblem::curvatures(const Vector& scores) const
{
    Vector result(scores.size());
    for (Eigen::Index i = 0; i < scores.size(); ++i)
        result[i] = weight[i] * lossCurvature(loss, scores[i], y[i]);
    return result;
}

double TraceProblem::lossSum(const Vector& scores) const
{
    double sum = 0;
    for (Eigen::Index i = 0; i < scores.size(); ++i)
        sum += weight[i] * lossValue(loss, scores[i], y[i]);
    return sum;
}

TraceFactors traceFactors(const Matrix& theta)
{
    const Eigen::JacobiSVD<Matrix> svd(theta, Eigen::ComputeThinU | Eigen::ComputeThinV);
    const Vector& s = svd.singularValues();
    const double rounding = 1e-13 * (s.size() > 0 ? s[0] : 0.0);
    const auto rank = static_cast<Eigen::Index>((s.array() > rounding).count());
    const Vector root = s.head(rank).cwiseSqrt();
    return {svd.matrixU().leftCols(rank) * root.asDiagonal(),
            svd.matrixV().leftCols(rank) * root.asDiagonal()};
}

Vector factorGradient(const TraceFactors& factors, const Matrix& x)
{
    Vector result(factors.size());
    Eigen::Map<Matrix>(result.data(), factors.left.rows(), factors.rank()).noalias() = x * factors.right;
    Eigen::Map<Matrix>(result.data() + factors.left.size(), factors.right.rows(), factors.rank()).noalias() =
        x.transpose() * factors.left;
    return result;
}

Matrix factorDirection(const TraceFactors& factors, const Vector& step)
{
    const Eigen::Map<const Matrix> left(step.data(), factors.left.rows(), factors.rank());
    const Eigen::Map<const Matrix> right(step.data() + factors.left.size(), factors.right.rows(),
                                         factors.rank());
    return left * factors.right.transpose() + factors.left * right.transpose();
}

Matrix factorHessian(const TraceProblem& problem, const TraceFactors& factors, const Vector& scores)
{
    const Vector curvature = problem.curvatures(scores);
    // J^T diag(w l'') J, J's row i the factor gradient of sample i.
    Matrix jacobian(factors.size(), problem.values->rows());
    parallelBlocks(problem.values->rows(), 256, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i)
            jacobian.col(i) =
                factorGradient(factors, Eigen::Map<const RowMatrix>(problem.values->row(i).data(),
                                                                    problem.rows, problem.columns));
    });
    Matrix hessian(factors.size(), factors.size());
    hessian.noalias() = jacobian * (curvature.asDiagonal() * jacobian.transpose());
    hessian.diagonal().array() += problem.penalty;
    // d^2 <G, A B^T> / dA_c dB_c = G for every column c.
    const Matrix gradient = problem.combination(problem.slopes(scores));
    for (Eigen::Index c = 0; c < factors.rank(); ++c) {
        const Eigen::Index a = c * problem.rows;
        const Eigen::Index b = factors.left.size() + c * problem.columns;
        hessian.block(a, b, problem.rows, problem.columns) += gradient;
        hessian.block(b, a, problem.columns, problem.rows) += gradient.transpose();
    }
    return hessian;
}

CurvatureInverse::CurvatureInverse(const Matrix& hessian, bool convex)
{
    if (hessian.size() == 0)
        return;
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(hessian);
    m_vectors = solver.eigenvectors();
    const Vector& values = solver.eigenvalues();
    const double flat = 1e-10 * values.cwiseAbs().maxCoeff();
    m_inverse = Vector::Zero(values.size());
    for (Eigen::Index k = 0; k < values.size(); ++k)
        if (std::abs(values[k]) > flat)
            m_inverse[k] = 1 / (convex ? std::abs(values[k]) : values[k]);
}

Vector CurvatureInverse::solve(const Vector& r) const
{
    return m_vectors * m_inverse.cwiseProduct(m_vectors.transpose() * r);
}

} // namespace representer
