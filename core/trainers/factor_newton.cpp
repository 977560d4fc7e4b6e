#include "core/trainers/factor_newton.h"

#include "core/base/parallel.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

constexpr std::int64_t grain = 32; // entities per block

PackedRows<double> packed(const RowMatrix& factors, std::int64_t rows, Eigen::Index width)
{
    PackedRows<double> result = PackedRows<double>::Zero(rows, width);
    result.topLeftCorner(factors.rows(), factors.cols()) = factors;
    return result;
}

double longest(const PackedRows<double>& rows)
{
    return std::sqrt(rows.rowwise().squaredNorm().maxCoeff());
}

// body(entity, first place, end of places)
template<class Body>
void forEach(const RatingProblem::Group& group, const Body& body)
{
    parallelBlocks(group.size(), grain, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t a = begin; a < end; ++a)
            body(a, static_cast<std::size_t>(group.begin[static_cast<std::size_t>(a)]),
                 static_cast<std::size_t>(group.begin[static_cast<std::size_t>(a) + 1]));
    });
}

} // namespace

FactorNewton::FactorNewton(const RatingProblem& problem, const RowMatrix& users, const RowMatrix& items)
    : m_problem(problem),
      m_width(packedWidth(items.cols())), m_at{packed(users, problem.byUser.size(), m_width),
                                               packed(items, problem.byItem.size(), m_width)},
      m_slope(problem.size()), m_curvature(problem.loss == Loss::Squared ? 0 : problem.size()),
      m_product(problem.size())
{
}

float FactorNewton::curvatureOf(std::size_t e) const
{
    return m_curvature.empty() ? static_cast<float>(1 - m_problem.negatives) : m_curvature[e];
}

// grad U_u = penalty U_u + sum_i l'_ui V_i (+ negatives U_u V^T V), V alike.
double FactorNewton::evaluate()
{
    const double penalty = m_problem.penalty;
    const double negatives = m_problem.negatives;
    const Matrix userGram = m_at.users.transpose() * m_at.users;
    const Matrix itemGram = m_at.items.transpose() * m_at.items;
    m_gradient.users = penalty * m_at.users;
    m_gradient.items = penalty * m_at.items;
    if (negatives > 0) {
        m_gradient.users.noalias() += negatives * m_at.users * itemGram;
        m_gradient.items.noalias() += negatives * m_at.items * userGram;
    }
    const Group& byUser = m_problem.byUser;
    Vector loss(byUser.size());
    forEach(byUser, [&](std::int64_t u, std::size_t begin, std::size_t end) {
        const double* row = m_at.users.row(u).data();
        double* sum = m_gradient.users.row(u).data();
        double total = 0;
        for (std::size_t e = begin; e < end; ++e) {
            const double* other = m_at.items.row(byUser.other[e]).data();
            const double f = dot(row, other, m_width);
            m_slope[e] = m_problem.slope(f, e);
            if (!m_curvature.empty())
                m_curvature[e] = static_cast<float>(m_problem.curvature(f, e));
            total += m_problem.weightOf(e) * lossValue(m_problem.loss, f, m_problem.target[e]) -
                     negatives * f * f / 2;
            addScaled(sum, m_slope[e], other, m_width);
        }
        loss[u] = total;
    });
    const Group& byItem = m_problem.byItem;
    forEach(byItem, [&](std::int64_t i, std::size_t begin, std::size_t end) {
        double* sum = m_gradient.items.row(i).data();
        for (std::size_t p = begin; p < end; ++p)
            addScaled(sum, m_slope[static_cast<std::size_t>(byItem.entry[p])],
                      m_at.users.row(byItem.other[p]).data(), m_width);
    });
    return loss.sum() + penalty / 2 * (userGram.trace() + itemGram.trace()) +
           negatives / 2 * userGram.cwiseProduct(itemGram).sum();
}

double FactorNewton::gap() const
{
    return std::max(longest(m_gradient.users) * longest(m_at.items),
                    longest(m_gradient.items) * longest(m_at.users)) /
           m_problem.penalty;
}

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
    apply(m_userBlocks, in.users, out.users);
    apply(m_itemBlocks, in.items, out.items);
}

// out = Hessian * d:  for users  penalty dU_u + sum_i (l'' df V_i + l' dV_i),  df = <dU_u, V_i> + <U_u,
// dV_i>, plus the derivative of negatives U V^T V.
void FactorNewton::hessianTimes(const FactorPair<float>& d, FactorPair<float>& out)
{
    const auto penalty = static_cast<float>(m_problem.penalty);
    const auto negatives = static_cast<float>(m_problem.negatives);
    out.users = penalty * d.users;
    out.items = penalty * d.items;
    if (negatives > 0) {
        const auto addGram = [negatives](const PackedRows<float>& at, const PackedRows<float>& step,
                                         const PackedRows<float>& other, const PackedRows<float>& otherStep,
                                         PackedRows<float>& sum) {
            const Eigen::MatrixXf gram = other.transpose() * other;
            const Eigen::MatrixXf cross = otherStep.transpose() * other;
            sum.noalias() += negatives * step * gram;
            sum.noalias() += negatives * at * (cross + cross.transpose());
        };
        addGram(m_near.users, d.users, m_near.items, d.items, out.users);
        addGram(m_near.items, d.items, m_near.users, d.users, out.items);
    }
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
            addScaled(sum, change, other, m_nearSlope[e], otherStep, m_width);
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
                __builtin_prefetch(&m_nearSlope[entry]);
            }
            const auto e = static_cast<std::size_t>(byItem.entry[p]);
            addScaled(sum, m_product[e], m_near.users.row(byItem.other[p]).data(), m_nearSlope[e],
                      d.users.row(byItem.other[p]).data(), m_width);
        }
    });
}

bool FactorNewton::step(double& objective, const TaskContext& context)
{
    m_userBlocks = meanBlocks(m_problem.byUser, m_problem.byItem, m_at.items);
    m_itemBlocks = meanBlocks(m_problem.byItem, m_problem.byUser, m_at.users);
    m_near = {m_at.users.cast<float>(), m_at.items.cast<float>()};
    m_nearSlope.assign(m_slope.begin(), m_slope.end());
    const FactorPair<float> near = direction(context);
    const FactorPair<double> step{near.users.cast<double>(), near.items.cast<double>()};
    const double descent = m_gradient.dot(step);
    if (!(descent < 0))
        return false;
    const FactorPair<double> start = m_at;
    for (double t = 1; t > 1e-4; t /= 2) {
        m_at.users = start.users + t * step.users;
        m_at.items = start.items + t * step.items;
        const double next = evaluate();
        // Near the end the decrease drowns in rounding; the gradient decides then.
        if (next <= objective + 1e-4 * t * descent + 1e-13 * std::abs(objective)) {
            objective = next;
            return true;
        }
    }
    m_at = start;
    objective = evaluate();
    return false;
}

// Conjugate gradients for Hessian d = -gradient; stops at negative curvature, where what it has is still a
// descent direction. The gradient is scaled to length one, far from the limits of single precision.
FactorPair<float> FactorNewton::direction(const TaskContext& context)
{
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
