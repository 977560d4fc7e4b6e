#pragma once

#include "core/base/matrix_types.h"
#include "core/models/loss.h"

namespace representer {

// minimise over Theta (d1 x d2)   sum_i w_i l(y_i, <Theta, X_i>) + penalty |Theta|_*
struct TraceProblem {
    const RowMatrix* values = nullptr; // n x (d1 d2): row i is X_i, row-major; owned by the dataset
    Eigen::Index rows = 0;             // d1
    Eigen::Index columns = 0;          // d2
    Loss loss = Loss::Logistic;
    double penalty = 1;
    Vector y;      // n
    Vector weight; // n: 1, or 0 for a removed sample

    // n: <M, X_i>
    Vector products(const Matrix& m) const;
    // d1 x d2: sum_i coefficient_i X_i
    Matrix combination(const Vector& coefficients) const;
    // n: w_i l'_i and w_i l''_i at these scores.
    Vector slopes(const Vector& scores) const;
    Vector curvatures(const Vector& scores) const;
    double lossSum(const Vector& scores) const;
};

// Theta = left right^T with left = U sqrt(S), right = V sqrt(S), over the singular values above rounding.
struct TraceFactors {
    Matrix left;  // d1 x r
    Matrix right; // d2 x r
    Eigen::Index rank() const { return left.cols(); }
    Eigen::Index size() const { return left.size() + right.size(); }
    Matrix theta() const { return left * right.transpose(); }
};
TraceFactors traceFactors(const Matrix& theta);

// The gradient of <A B^T, X> by (A, B), stacked column by column: [vec(X B); vec(X^T A)].
Vector factorGradient(const TraceFactors& factors, const Matrix& x);
// Back from stacked steps (dA, dB) to the matrix D with <D, X> = <(dA, dB), factorGradient(X)>.
Matrix factorDirection(const TraceFactors& factors, const Vector& step);

// Second derivative of  sum_i w_i l(y_i, <A B^T, X_i>) + penalty/2 (|A|^2 + |B|^2)  by (A, B), which near a
// solution is the problem above on the matrices of its rank. Singular along rotations of (A, B) alone, which
// leave A B^T as it is.
Matrix factorHessian(const TraceProblem& problem, const TraceFactors& factors, const Vector& scores);

// Solves with a symmetric matrix; directions without curvature (relative 1e-10) get no step. With `convex`,
// negative curvature is turned positive, so that the step descends.
class CurvatureInverse {
public:
    explicit CurvatureInverse(const Matrix& hessian, bool convex);
    Vector solve(const Vector& r) const;

private:
    Matrix m_vectors;
    Vector m_inverse;
};

} // namespace representer
