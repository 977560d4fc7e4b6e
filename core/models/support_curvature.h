#pragma once

#include "core/base/matrix_types.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace representer {

// H = Z_S^T diag(weights) Z_S for the columns S (ascending): |S| x |S|, the lower triangle filled.
Matrix supportHessian(const SparseColumns& z, const std::vector<std::int32_t>& support,
                      const Vector& weights);

// Cholesky factor of a support's Hessian, scaled to a unit diagonal so that raw intensities and counts are
// treated alike, with a ridge only as large as the factorisation needs (1e-13 to begin with). Immutable:
// shared by threads.
class SupportFactor {
public:
    SupportFactor() = default;
    // Smallest ridge: for solutions that are looked at, and for steps of a solver, where a singular H (words
    // that always occur together) must not drown the other directions.
    static constexpr double forSolutions = 1e-13, forSteps = 1e-7;
    SupportFactor(const SparseColumns& z, std::vector<std::int32_t> support, const Vector& weights,
                  double ridge = forSolutions);

    bool empty() const { return m_support.empty(); }
    const std::vector<std::int32_t>& support() const { return m_support; }
    double ridge() const { return m_ridge; }
    // H^-1 r
    Vector solve(const Vector& r) const;
    // The numbers of the factor, to be kept, and the same factor from them, bit for bit. Nothing from numbers
    // that are no factor of this support: another length, not finite, a diagonal that is not positive.
    struct Parts {
        Vector scale;
        double ridge = 0;
        Vector lower; // the triangle L, column by column without the zeros: |S| (|S| + 1) / 2
    };
    Parts parts() const;
    static std::optional<SupportFactor> fromParts(std::vector<std::int32_t> support, Parts parts);
    // L^-1 r in the scaled basis: <half(a), half(b)> = a^T H^-1 b. Works on blocks of columns.
    Matrix halfSolve(const Matrix& r) const;

private:
    std::vector<std::int32_t> m_support;
    Vector m_scale; // 1 / sqrt(H_jj)
    Matrix m_lower; // L in its lower triangle; nothing looks above it
    double m_ridge = 0;
};

// Solves Z_S^T diag(weights) Z_S d = r by conjugate gradients, preconditioned with the factor of a nearby
// support and nearby weights; columns the factor does not know are scaled by their own curvature. Returns the
// iterations done.
int solveSupport(const SparseColumns& z, const std::vector<std::int32_t>& support, const Vector& weights,
                 const SupportFactor& nearby, const Vector& r, double relativeTolerance, int maxIterations,
                 Vector& d);

} // namespace representer
