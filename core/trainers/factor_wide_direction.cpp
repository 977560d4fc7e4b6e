// The Newton direction of factors too wide for a block of every user and item.
#include "core/models/factor_balance.h"
#include "core/trainers/factor_newton.h"

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

constexpr std::int64_t vectorGrain = 64; // rows per block of the sums of conjugate gradients

// residual -= reach image; returns the length of the longest row.
double shorten(PackedRows<float>& residual, float reach, const PackedRows<float>& image)
{
    Eigen::VectorXf longest = Eigen::VectorXf::Zero((residual.rows() + vectorGrain - 1) / vectorGrain);
    parallelBlocks(residual.rows(), vectorGrain, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t a = begin; a < end; ++a) {
            auto row = residual.row(a);
            row -= reach * image.row(a);
            longest[begin / vectorGrain] = std::max(longest[begin / vectorGrain], row.squaredNorm());
        }
    });
    return std::sqrt(static_cast<double>(longest.maxCoeff()));
}

// sum += reach search; search = z + keep search
void advance(PackedRows<float>& sum, float reach, PackedRows<float>& search, float keep,
             const PackedRows<float>& z)
{
    parallelBlocks(sum.rows(), vectorGrain, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t a = begin; a < end; ++a) {
            auto direction = search.row(a);
            sum.row(a) += reach * direction;
            direction = z.row(a) + keep * direction;
        }
    });
}

} // namespace

FactorNewton::MeanDiagonals FactorNewton::meanDiagonals(const Group& group, const Group& otherGroup,
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
    const Eigen::RowVectorXd mean =
        otherWeight.transpose() * others.cwiseAbs2() / std::max(otherWeight.sum(), 1e-300);
    const Eigen::RowVectorXd base =
        (m_problem.negatives * others.colwise().squaredNorm()).array() + m_problem.penalty;
    return {base.cast<float>(), mean.cast<float>(), weights(group)};
}

// Turns both factors so that the columns of each are orthogonal and alike in length, which changes no score.
// The flat modes are known in these columns only.
void FactorNewton::orthogonaliseColumns()
{
    constexpr float enough = 1e-2F;
    const auto skewness = [](const PackedRows<float>& rows) {
        Eigen::MatrixXf gram = transposedProduct(rows, rows);
        const Eigen::VectorXf scale = gram.diagonal().cwiseMax(1e-30F).cwiseSqrt().cwiseInverse();
        gram = scale.asDiagonal() * gram * scale.asDiagonal();
        gram.diagonal().setZero();
        return gram.cwiseAbs().maxCoeff();
    };
    if (skewness(m_near.users) < enough && skewness(m_near.items) < enough)
        return;
    const BalancedFactors balanced =
        balanceFactors(m_at.users.leftCols(m_columns), m_at.items.leftCols(m_columns));
    m_at.users.setZero();
    m_at.items.setZero();
    m_at.users.leftCols(balanced.users.cols()) = balanced.users;
    m_at.items.leftCols(balanced.items.cols()) = balanced.items;
    m_near = {m_at.users.cast<float>(), m_at.items.cast<float>()};
    evaluate();
}

void FactorNewton::precondition(const FactorPair<float>& in, FactorPair<float>& out) const
{
    const auto apply = [&](const MeanDiagonals& means, const PackedRows<float>& from, PackedRows<float>& to) {
        to.resize(from.rows(), m_width);
        parallelBlocks(from.rows(), 256, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t a = begin; a < end; ++a)
                to.row(a) = from.row(a).cwiseQuotient(means.base + means.weight[a] * means.column);
        });
    };
    apply(m_userMeans, in.users, out.users);
    apply(m_itemMeans, in.items, out.items);
    m_flatModes.addInverse(in.users, in.items, out.users, out.items);
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
    forEachRun(m_problem.byUser, m_userRuns,
               [&](std::int64_t u, std::size_t begin, std::size_t end, const std::int32_t* others,
                   const std::int32_t* entries) {
                   const float* row = m_near.users.row(u).data();
                   const float* step = d.users.row(u).data();
                   float* sum = out.users.row(u).data();
                   inFours(begin, end, [&]<int count>(std::size_t p) {
                       const float *other[count], *otherStep[count];
                       float change[count], slope[count];
                       for (int k = 0; k < count; ++k) {
                           other[k] = m_near.items.row(others[p + static_cast<std::size_t>(k)]).data();
                           otherStep[k] = d.items.row(others[p + static_cast<std::size_t>(k)]).data();
                           slope[k] = m_userSlope[p + static_cast<std::size_t>(k)];
                       }
                       dotTwoEach<count>(step, other, row, otherStep, m_width, change);
                       for (int k = 0; k < count; ++k) {
                           const auto e = static_cast<std::size_t>(entries[p + static_cast<std::size_t>(k)]);
                           change[k] *= curvatureOf(e);
                           m_product[e] = change[k];
                       }
                       addScaledEach<count>(sum, change, other, slope, otherStep, m_width);
                   });
               });
    forEachRun(m_problem.byItem, m_itemRuns,
               [&](std::int64_t i, std::size_t begin, std::size_t end, const std::int32_t* others,
                   const std::int32_t* entries) {
                   float* sum = out.items.row(i).data();
                   inFours(begin, end, [&]<int count>(std::size_t p) {
                       const float *other[count], *otherStep[count];
                       float change[count], slope[count];
                       for (int k = 0; k < count; ++k) {
                           other[k] = m_near.users.row(others[p + static_cast<std::size_t>(k)]).data();
                           otherStep[k] = d.users.row(others[p + static_cast<std::size_t>(k)]).data();
                           change[k] =
                               m_product[static_cast<std::size_t>(entries[p + static_cast<std::size_t>(k)])];
                           slope[k] = m_itemSlope[p + static_cast<std::size_t>(k)];
                       }
                       addScaledEach<count>(sum, change, other, slope, otherStep, m_width);
                   });
               });
}

// Conjugate gradients for Hessian d = -gradient, both sides together, preconditioned by the mean diagonals
// and the flat modes; stops at negative curvature, where what it has is still a descent direction. The
// gradient is scaled to length one, far from the limits of single precision.
FactorPair<float> FactorNewton::wideDirection(const StepGoal& goal, const TaskContext& context)
{
    m_userMeans = meanDiagonals(m_problem.byUser, m_problem.byItem, m_at.items);
    m_itemMeans = meanDiagonals(m_problem.byItem, m_problem.byUser, m_at.users);
    // From one step to the next the pairs beyond change less than the averages err.
    if (!m_beyond)
        m_beyond = leadingSingular(m_problem, m_slope, m_at.users.colwise().normalized(),
                                   m_at.items.colwise().normalized(), FlatModes::pairsBeyond(m_width), {},
                                   context);
    m_flatModes.prepare(m_problem, m_at.users, m_at.items, m_userMeans.weight, m_itemMeans.weight, *m_beyond);
    m_product.resize(m_problem.size());
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
    const float target = static_cast<float>(goal.accuracy * goal.accuracy) * rz;
    double gapLeft = gap();
    for (int i = 0; i < limit && rz > target && gapLeft > goal.gap; ++i) {
        context.throwIfStopped();
        hessianTimes(search, image);
        const float bend = search.dot(image);
        if (!(bend > 0)) {
            if (i == 0)
                sum = search;
            break;
        }
        const float reach = rz / bend;
        gapLeft = length * gapOf(shorten(residual.users, reach, image.users),
                                 shorten(residual.items, reach, image.items));
        precondition(residual, z);
        const float next = residual.dot(z);
        advance(sum.users, reach, search.users, next / rz, z.users);
        advance(sum.items, reach, search.items, next / rz, z.items);
        rz = next;
    }
    m_expectedGap = gapLeft;
    const auto back = static_cast<float>(length);
    sum.users *= back;
    sum.items *= back;
    return sum;
}

} // namespace representer
