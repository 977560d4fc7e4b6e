// The Newton direction of factors too wide for a block of every user and item.
#include "core/trainers/factor_newton.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace representer {

FactorNewton::MeanBlocks FactorNewton::meanBlocks(const Group& group, const Group& otherGroup,
                                                  const PackedRows<double>& others) const
{
    const auto weights = [&](const Group& of) {
        Eigen::VectorXf weight(of.size());
        forEach(of, [&](std::int64_t a, std::size_t begin, std::size_t end) {
            double sum = 0;
            for (std::size_t p = begin; p < end; ++p)
                sum += static_cast<double>(curvatureOf(entryOf(of, p)));
            weight[a] = static_cast<float>(sum);
        });
        return weight;
    };
    const Vector otherWeight = weights(otherGroup).cast<double>();
    const Matrix gram =
        others.transpose() * otherWeight.asDiagonal() * others / std::max(otherWeight.sum(), 1e-300);
    Matrix base = m_problem.penalty * Matrix::Identity(m_width, m_width);
    if (m_problem.negatives > 0)
        base += m_problem.negatives * others.transpose() * others;
    const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> solver(gram, base);
    return {solver.eigenvectors().cast<float>(), solver.eigenvalues().cwiseMax(0.0).cast<float>(),
            weights(group)};
}

void FactorNewton::precondition(const FactorPair<float>& in, FactorPair<float>& out) const
{
    const auto apply = [&](const MeanBlocks& blocks, const PackedRows<float>& from, PackedRows<float>& to) {
        to.resize(from.rows(), m_width);
        parallelBlocks(from.rows(), 256, [&](std::int64_t begin, std::int64_t end) {
            PackedRows<float> turned = from.middleRows(begin, end - begin) * blocks.vectors;
            for (Eigen::Index r = 0; r < turned.rows(); ++r)
                turned.row(r).array() /= 1 + blocks.weight[begin + r] * blocks.values.transpose().array();
            to.middleRows(begin, end - begin).noalias() = turned * blocks.vectors.transpose();
        });
    };
    apply(m_userMeans, in.users, out.users);
    apply(m_itemMeans, in.items, out.items);
}

// out = Hessian * d:  for users  penalty dU_u + sum_i (l'' df V_i + l' dV_i),  df = <dU_u, V_i> + <U_u,
// dV_i>, plus the derivative of negatives U V^T V.
void FactorNewton::hessianTimes(const FactorPair<float>& d, FactorPair<float>& out)
{
    const auto penalty = static_cast<float>(m_problem.penalty);
    const auto negatives = static_cast<float>(m_problem.negatives);
    out.users = penalty * d.users;
    out.items = penalty * d.items;
    addGramTerms(negatives, m_near.users, &d.users, m_near.items, d.items, out.users);
    addGramTerms(negatives, m_near.items, &d.items, m_near.users, d.users, out.items);
    const Group& byUser = m_problem.byUser;
    forEach(byUser, [&](std::int64_t u, std::size_t begin, std::size_t end) {
        const float* row = m_near.users.row(u).data();
        const float* step = d.users.row(u).data();
        float* sum = out.users.row(u).data();
        for (std::size_t e = begin; e < end; ++e) {
            if (e + prefetchDistance < end) {
                const auto soon = byUser.other[e + prefetchDistance];
                prefetchRow(m_near.items.row(soon).data(), m_width);
                prefetchRow(d.items.row(soon).data(), m_width);
            }
            const float* other = m_near.items.row(byUser.other[e]).data();
            const float* otherStep = d.items.row(byUser.other[e]).data();
            const float change = curvatureOf(e) * dotTwo(step, other, row, otherStep, m_width);
            m_product[e] = change;
            addScaled(sum, change, other, m_userSlope[e], otherStep, m_width);
        }
    });
    const Group& byItem = m_problem.byItem;
    forEach(byItem, [&](std::int64_t i, std::size_t begin, std::size_t end) {
        float* sum = out.items.row(i).data();
        for (std::size_t p = begin; p < end; ++p) {
            if (p + prefetchDistance < end) {
                const auto soon = byItem.other[p + prefetchDistance];
                prefetchRow(m_near.users.row(soon).data(), m_width);
                prefetchRow(d.users.row(soon).data(), m_width);
                const auto entry = static_cast<std::size_t>(byItem.entry[p + prefetchDistance]);
                __builtin_prefetch(&m_product[entry]);
            }
            const auto e = static_cast<std::size_t>(byItem.entry[p]);
            addScaled(sum, m_product[e], m_near.users.row(byItem.other[p]).data(), m_itemSlope[p],
                      d.users.row(byItem.other[p]).data(), m_width);
        }
    });
}

// Conjugate gradients for Hessian d = -gradient, both sides together, preconditioned by one block for all
// users and one for all items, scaled to the number of their ratings; stops at negative curvature, where what
// it has is still a descent direction. The gradient is scaled to length one, far from the limits of single
// precision.
FactorPair<float> FactorNewton::wideDirection(const TaskContext& context)
{
    m_userMeans = meanBlocks(m_problem.byUser, m_problem.byItem, m_at.items);
    m_itemMeans = meanBlocks(m_problem.byItem, m_problem.byUser, m_at.users);
    m_product.resize(m_problem.size());
    constexpr float accuracy = 0.05F; // of the gradient, in the preconditioner's norm
    constexpr int limit = 200;
    const double length = std::sqrt(m_gradient.dot(m_gradient));
    const double unit = length > 0 ? -1 / length : 0;
    FactorPair<float> residual{(unit * m_gradient.users).cast<float>(),
                               (unit * m_gradient.items).cast<float>()};
    FactorPair<float> z;
    precondition(residual, z);
    FactorPair<float> search = z;
    FactorPair<float> sum{PackedRows<float>::Zero(m_at.users.rows(), m_width),
                          PackedRows<float>::Zero(m_at.items.rows(), m_width)};
    FactorPair<float> image;
    float rz = residual.dot(z);
    const float target = accuracy * accuracy * rz;
    for (int i = 0; i < limit && rz > target; ++i) {
        context.throwIfStopped();
        hessianTimes(search, image);
        const float bend = search.dot(image);
        if (!(bend > 0)) {
            if (i == 0)
                sum = search;
            break;
        }
        const float reach = rz / bend;
        sum.users += reach * search.users;
        sum.items += reach * search.items;
        residual.users -= reach * image.users;
        residual.items -= reach * image.items;
        precondition(residual, z);
        const float next = residual.dot(z);
        search.users = z.users + next / rz * search.users;
        search.items = z.items + next / rz * search.items;
        rz = next;
    }
    const auto back = static_cast<float>(length);
    sum.users *= back;
    sum.items *= back;
    return sum;
}

} // namespace representer
