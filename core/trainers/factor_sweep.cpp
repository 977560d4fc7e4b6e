// The alternating half of FactorNewton.
#include "core/base/parallel.h"
#include "core/trainers/factor_newton.h"

#include <algorithm>
#include <cmath>

namespace representer {

void FactorNewton::sweepUsers()
{
    sweepSide(m_problem.byUser, m_at.items, m_at.users);
}

void FactorNewton::sweep(const TaskContext& context)
{
    sweepUsers();
    context.throwIfStopped();
    sweepSide(m_problem.byItem, m_at.users, m_at.items);
}

// Each row solves (penalty I + negatives others^T others + sum_p l''_p o_p o_p^T) x = right.
void FactorNewton::sweepSide(const Group& group, const PackedRows<double>& others, PackedRows<double>& rows)
{
    const PackedRows<float> near = others.cast<float>();
    const bool squared = m_problem.loss == Loss::Squared;
    if (!squared)
        forEach(group, [&](std::int64_t a, std::size_t begin, std::size_t end) {
            updateCurvature(group, others, rows.row(a).data(), begin, end);
        });
    forEachBlock(group, near,
                 [&](std::int64_t a, Eigen::MatrixXf& block, std::size_t begin, std::size_t end) {
                     const Eigen::LLT<Eigen::Ref<Eigen::MatrixXf>> factor(block);
                     if (squared) {
                         Eigen::VectorXf right = Eigen::VectorXf::Zero(m_width);
                         for (std::size_t p = begin; p < end; ++p)
                             addScaled(right.data(), static_cast<float>(m_problem.target[entryOf(group, p)]),
                                       near.row(group.other[p]).data(), m_width);
                         rows.row(a) = factor.solve(right).transpose().cast<double>();
                     } else {
                         newtonRow(group, others, factor, begin, end, rows.row(a));
                     }
                 });
}

void FactorNewton::updateCurvature(const Group& group, const PackedRows<double>& others, const double* row,
                                   std::size_t begin, std::size_t end)
{
    for (std::size_t p = begin; p < end; ++p) { // entries of one entity belong to one block: no two writers
        const std::size_t e = entryOf(group, p);
        m_curvature[e] =
            static_cast<float>(m_problem.curvature(dot(row, others.row(group.other[p]).data(), m_width), e));
    }
}

void FactorNewton::newtonRow(const Group& group, const PackedRows<double>& others,
                             const Eigen::LLT<Eigen::Ref<Eigen::MatrixXf>>& factor, std::size_t begin,
                             std::size_t end, Eigen::Ref<Eigen::RowVectorXd> row) const
{
    const auto value = [&](const Eigen::RowVectorXd& at) {
        double total = m_problem.penalty / 2 * at.squaredNorm();
        for (std::size_t p = begin; p < end; ++p) {
            const std::size_t e = entryOf(group, p);
            total += m_problem.weightOf(e) *
                     lossValue(m_problem.loss, dot(at.data(), others.row(group.other[p]).data(), m_width),
                               m_problem.target[e]);
        }
        return total;
    };
    const Eigen::RowVectorXd start = row;
    Eigen::RowVectorXd gradient = m_problem.penalty * start;
    for (std::size_t p = begin; p < end; ++p) {
        const double* other = others.row(group.other[p]).data();
        addScaled(gradient.data(), m_problem.slope(dot(start.data(), other, m_width), entryOf(group, p)),
                  other, m_width);
    }
    const Eigen::VectorXf downhill = gradient.transpose().cast<float>();
    const Eigen::RowVectorXd step = factor.solve(downhill).transpose().cast<double>();
    const double before = value(start);
    for (double t = 1; t > 1e-6; t /= 2) {
        const Eigen::RowVectorXd next = start - t * step;
        if (value(next) <= before - 1e-4 * t * gradient.dot(step)) {
            row = next;
            return;
        }
    }
}

} // namespace representer
