#include "core/models/support_curvature.h"

#include <Eigen/Cholesky>

#include <cmath>

namespace representer {

Matrix supportHessian(const SparseColumns& z, const std::vector<std::int32_t>& support, const Vector& weights)
{
    // Rows of Z_S by counting, then one outer product per row that weighs anything.
    const auto n = static_cast<std::size_t>(z.rows());
    std::vector<std::size_t> start(n + 1, 0);
    for (const std::int32_t j : support)
        for (const std::int32_t i : columnView(z, j).rows)
            ++start[static_cast<std::size_t>(i) + 1];
    for (std::size_t i = 0; i < n; ++i)
        start[i + 1] += start[i];
    std::vector<std::size_t> next(start.begin(), start.end() - 1);
    std::vector<std::int32_t> positions(start[n]);
    std::vector<double> values(start[n]);
    for (std::size_t s = 0; s < support.size(); ++s) {
        const SparseColumnView column = columnView(z, support[s]);
        for (std::size_t k = 0; k < column.rows.size(); ++k) {
            const std::size_t at = next[static_cast<std::size_t>(column.rows[k])]++;
            positions[at] = static_cast<std::int32_t>(s);
            values[at] = column.values[k];
        }
    }
    const auto m = static_cast<Eigen::Index>(support.size());
    Matrix h = Matrix::Zero(m, m);
    for (std::size_t i = 0; i < n; ++i) {
        const double weight = weights[static_cast<Eigen::Index>(i)];
        if (weight == 0)
            continue;
        for (std::size_t a = start[i]; a < start[i + 1]; ++a) {
            const double va = weight * values[a];
            double* column = h.data() + static_cast<Eigen::Index>(positions[a]) * m;
            for (std::size_t b = a; b < start[i + 1]; ++b)
                column[positions[b]] += va * values[b];
        }
    }
    return h;
}

SupportFactor::SupportFactor(const SparseColumns& z, std::vector<std::int32_t> support, const Vector& weights,
                             double ridge)
    : m_support(std::move(support)), m_ridge(ridge)
{
    if (m_support.empty())
        return;
    Matrix h = supportHessian(z, m_support, weights);
    m_scale = h.diagonal().unaryExpr([](double value) { return value > 0 ? 1 / std::sqrt(value) : 1.0; });
    h = m_scale.asDiagonal() * h * m_scale.asDiagonal();
    for (;; m_ridge *= 100) {
        h.diagonal().setConstant(1 + m_ridge);
        m_lower = h;
        const Eigen::LLT<Eigen::Ref<Matrix>> factorised(m_lower); // in place
        if (factorised.info() == Eigen::Success)
            break;
    }
}

SupportFactor::Parts SupportFactor::parts() const
{
    const Eigen::Index m = m_lower.cols();
    Parts parts{m_scale, m_ridge, Vector(m * (m + 1) / 2)};
    for (Eigen::Index j = 0, at = 0; j < m; at += m - j, ++j)
        parts.lower.segment(at, m - j) = m_lower.col(j).tail(m - j);
    return parts;
}

std::optional<SupportFactor> SupportFactor::fromParts(std::vector<std::int32_t> support, Parts parts)
{
    const auto m = static_cast<Eigen::Index>(support.size());
    if (parts.scale.size() != m || parts.lower.size() != m * (m + 1) / 2 || !parts.scale.allFinite() ||
        !(parts.scale.array() > 0).all() || !parts.lower.allFinite() || !std::isfinite(parts.ridge) || parts.ridge < 0)
        return std::nullopt;
    SupportFactor factor;
    factor.m_lower.resize(m, m);
    for (Eigen::Index j = 0, at = 0; j < m; at += m - j, ++j) {
        if (!(parts.lower[at] > 0))
            return std::nullopt;
        factor.m_lower.col(j).tail(m - j) = parts.lower.segment(at, m - j);
    }
    factor.m_support = std::move(support);
    factor.m_scale = std::move(parts.scale);
    factor.m_ridge = parts.ridge;
    return factor;
}

Vector SupportFactor::solve(const Vector& r) const
{
    Vector solved = m_scale.cwiseProduct(r);
    m_lower.triangularView<Eigen::Lower>().solveInPlace(solved);
    m_lower.adjoint().triangularView<Eigen::Upper>().solveInPlace(solved);
    return m_scale.cwiseProduct(solved);
}

Matrix SupportFactor::halfSolve(const Matrix& r) const
{
    Matrix solved = m_scale.asDiagonal() * r;
    m_lower.triangularView<Eigen::Lower>().solveInPlace(solved);
    return solved;
}

int solveSupport(const SparseColumns& z, const std::vector<std::int32_t>& support, const Vector& weights,
                 const SupportFactor& nearby, const Vector& r, double relativeTolerance, int maxIterations,
                 Vector& d)
{
    const auto m = static_cast<Eigen::Index>(support.size());
    // Where each column of this support stands in the factor, -1 for unknown ones; both lists ascend.
    std::vector<Eigen::Index> place(support.size(), -1);
    Vector diagonal = Vector::Ones(m);
    for (std::size_t s = 0, t = 0; s < support.size(); ++s) {
        while (t < nearby.support().size() && nearby.support()[t] < support[s])
            ++t;
        if (t < nearby.support().size() && nearby.support()[t] == support[s]) {
            place[s] = static_cast<Eigen::Index>(t);
            continue;
        }
        const SparseColumnView column = columnView(z, support[s]);
        double sum = 0;
        for (std::size_t k = 0; k < column.rows.size(); ++k)
            sum += weights[column.rows[k]] * column.values[k] * column.values[k];
        diagonal[static_cast<Eigen::Index>(s)] = sum > 0 ? sum : 1.0;
    }
    Vector inner(static_cast<Eigen::Index>(nearby.support().size()));
    const auto precondition = [&](const Vector& residual) {
        inner.setZero();
        for (std::size_t s = 0; s < place.size(); ++s)
            if (place[s] >= 0)
                inner[place[s]] = residual[static_cast<Eigen::Index>(s)];
        const Vector solved = nearby.empty() ? inner : nearby.solve(inner);
        Vector result(m);
        for (std::size_t s = 0; s < place.size(); ++s) {
            const auto at = static_cast<Eigen::Index>(s);
            result[at] = place[s] >= 0 ? solved[place[s]] : residual[at] / diagonal[at];
        }
        return result;
    };
    Vector image(z.rows());
    const auto multiply = [&](const Vector& v) {
        image.setZero();
        for (std::size_t s = 0; s < support.size(); ++s) {
            const SparseColumnView column = columnView(z, support[s]);
            const double factor = v[static_cast<Eigen::Index>(s)];
            for (std::size_t k = 0; k < column.rows.size(); ++k)
                image[column.rows[k]] += factor * column.values[k];
        }
        image.array() *= weights.array();
        Vector result(m);
        for (std::size_t s = 0; s < support.size(); ++s) {
            const SparseColumnView column = columnView(z, support[s]);
            double sum = 0;
            for (std::size_t k = 0; k < column.rows.size(); ++k)
                sum += image[column.rows[k]] * column.values[k];
            result[static_cast<Eigen::Index>(s)] = sum;
        }
        return result;
    };

    d.setZero(m);
    Vector residual = r;
    Vector preconditioned = precondition(residual);
    Vector direction = preconditioned;
    double energy = residual.dot(preconditioned);
    const double target = relativeTolerance * relativeTolerance * energy;
    int iteration = 0;
    while (iteration < maxIterations && energy > target && energy > 0) {
        ++iteration;
        const Vector product = multiply(direction);
        const double curvature = direction.dot(product);
        if (!(curvature > 0))
            break;
        const double step = energy / curvature;
        d += step * direction;
        residual -= step * product;
        preconditioned = precondition(residual);
        const double before = energy;
        energy = residual.dot(preconditioned);
        direction = preconditioned + (energy / before) * direction;
    }
    return iteration;
}

} // namespace representer
