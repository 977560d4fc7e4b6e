#include "core/trainers/factor_newton.h"

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

PackedRows<double> packed(const RowMatrix& factors, std::int64_t rows, Eigen::Index width)
{
    PackedRows<double> result = PackedRows<double>::Zero(rows, width);
    result.topLeftCorner(factors.rows(), factors.cols()) = factors;
    return result;
}

// Blocks of wider factors take longer to read in every iteration than the iterations they spare.
constexpr Eigen::Index widestBlocks = 64;

// A tile's rows of both factors and their steps fill less than half of a near cache of 1 MB or more.
constexpr std::int64_t tileBytes = 500'000;

} // namespace

FactorNewton::FactorNewton(const RatingProblem& problem, const RowMatrix& users, const RowMatrix& items,
                           std::optional<SingularTriplets> beyond)
    : m_problem(problem), m_columns(items.cols()),
      m_width(packedWidth(items.cols())), m_at{packed(users, problem.byUser.size(), m_width),
                                               packed(items, problem.byItem.size(), m_width)},
      m_slope(problem.size()), m_curvature(problem.loss == Loss::Squared ? 0 : problem.size()),
      m_beyond(std::move(beyond))
{
    if (isWide(m_width)) {
        const std::int64_t rows = tileBytes / static_cast<std::int64_t>(2 * sizeof(float) * m_width);
        parallelBlocks(2, 1, [&](std::int64_t side, std::int64_t) {
            if (side == 0)
                m_userRuns = tiledRuns(problem.byUser, problem.byItem, rows);
            else
                m_itemRuns = tiledRuns(problem.byItem, problem.byUser, rows);
        });
    }
}

bool FactorNewton::isWide(Eigen::Index width)
{
    return packedWidth(width) > widestBlocks;
}

std::size_t FactorNewton::blockBytes(std::int64_t entities, Eigen::Index width)
{
    return isWide(width)
               ? 0
               : sizeof(float) * static_cast<std::size_t>(entities * EntityBlocks::size(packedWidth(width)));
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
    m_longestUser = longestRow(m_at.users);
    m_longestItem = longestRow(m_at.items);
    double regular = penalty / 2 * m_at.dot(m_at);
    m_gradient.users = penalty * m_at.users;
    m_gradient.items = penalty * m_at.items;
    if (negatives > 0) {
        const Matrix userGram = transposedProduct(m_at.users, m_at.users);
        const Matrix itemGram = transposedProduct(m_at.items, m_at.items);
        addProduct(m_gradient.users, m_at.users, Matrix(negatives * itemGram));
        addProduct(m_gradient.items, m_at.items, Matrix(negatives * userGram));
        regular += negatives / 2 * userGram.cwiseProduct(itemGram).sum();
    }
    Vector loss = Vector::Zero(m_problem.byUser.size());
    forEachRun(m_problem.byUser, m_userRuns,
               [&](std::int64_t u, std::size_t begin, std::size_t end, const std::int32_t* others,
                   const std::int32_t* entries) {
                   const double* row = m_at.users.row(u).data();
                   double* sum = m_gradient.users.row(u).data();
                   double total = 0;
                   inFours(begin, end, [&]<int count>(std::size_t p) {
                       const double* other[count];
                       for (int k = 0; k < count; ++k)
                           other[k] = m_at.items.row(others[p + static_cast<std::size_t>(k)]).data();
                       double f[count], slope[count];
                       dotEach<count>(row, other, m_width, f);
                       for (int k = 0; k < count; ++k) {
                           const std::size_t e = entries != nullptr ? entries[p + static_cast<std::size_t>(k)]
                                                                    : p + static_cast<std::size_t>(k);
                           slope[k] = m_problem.slope(f[k], e);
                           m_slope[e] = slope[k];
                           if (!m_curvature.empty())
                               m_curvature[e] = static_cast<float>(m_problem.curvature(f[k], e));
                           total +=
                               m_problem.weightOf(e) * lossValue(m_problem.loss, f[k], m_problem.target[e]) -
                               negatives * f[k] * f[k] / 2;
                       }
                       addScaledEach<count>(sum, slope, other, m_width);
                   });
                   loss[u] += total;
               });
    forEachRun(m_problem.byItem, m_itemRuns,
               [&](std::int64_t i, std::size_t begin, std::size_t end, const std::int32_t* others,
                   const std::int32_t* entries) {
                   double* sum = m_gradient.items.row(i).data();
                   inFours(begin, end, [&]<int count>(std::size_t p) {
                       const double* other[count];
                       double slope[count];
                       for (int k = 0; k < count; ++k) {
                           other[k] = m_at.users.row(others[p + static_cast<std::size_t>(k)]).data();
                           slope[k] =
                               m_slope[static_cast<std::size_t>(entries[p + static_cast<std::size_t>(k)])];
                       }
                       addScaledEach<count>(sum, slope, other, m_width);
                   });
               });
    return loss.sum() + regular;
}

// The part of a Hessian product that comes from `negatives` sum over all pairs: for one side at `at`,
//   negatives (step O^T O + at (dO^T O + O^T dO)),   O = other, dO = otherStep
void FactorNewton::addGramTerms(float negatives, const PackedRows<float>& at, const PackedRows<float>* step,
                                const PackedRows<float>& other, const PackedRows<float>& otherStep,
                                PackedRows<float>& sum)
{
    if (negatives == 0)
        return;
    const Eigen::MatrixXf cross = otherStep.transpose() * other;
    sum.noalias() += negatives * at * (cross + cross.transpose());
    if (step != nullptr)
        sum.noalias() += negatives * *step * Eigen::MatrixXf(other.transpose() * other);
}

// userStep = -H_uu^-1 H_ui itemStep: how the users answer a step of the items, each by its own block;
//   (H_ui dV)_u = sum_i (l'' <U_u, dV_i> V_i + l' dV_i)
void FactorNewton::eliminateUsers(const PackedRows<float>& itemStep, PackedRows<float>& userStep) const
{
    userStep.setZero(m_at.users.rows(), m_width);
    addGramTerms(static_cast<float>(m_problem.negatives), m_near.users, nullptr, m_near.items, itemStep,
                 userStep);
    const Group& byUser = m_problem.byUser;
    const float* curvature = m_curvature.empty() ? nullptr : m_curvature.data();
    withWidth(m_width, [&]<Eigen::Index fixed>() {
        const Eigen::Index width = fixed > 0 ? fixed : m_width;
        const float same = 1 - static_cast<float>(m_problem.negatives);
        forEach(byUser, [&](std::int64_t u, std::size_t begin, std::size_t end) {
            const float* row = m_near.users.data() + u * width;
            RowSum<fixed> sum(userStep.data() + u * width, width);
            for (std::size_t e = begin; e < end; ++e) {
                if (e + prefetchDistance < end) {
                    const Eigen::Index soon = byUser.other[e + prefetchDistance] * width;
                    prefetchRow(m_near.items.data() + soon, width);
                    prefetchRow(itemStep.data() + soon, width);
                }
                const float* other = m_near.items.data() + byUser.other[e] * width;
                const float* otherStep = itemStep.data() + byUser.other[e] * width;
                const float bend = curvature != nullptr ? curvature[e] : same;
                sum.add(bend * dot(row, otherStep, width), other, m_userSlope[e], otherStep);
            }
            sum.store();
            m_userBlocks.solve(u, userStep.data() + u * width);
        });
    });
    userStep *= -1;
}

// out = the items' rows of Hessian * (userStep, itemStep):  penalty dV_i + sum_u (l'' df U_u + l' dU_u),
// df = <dU_u, V_i> + <U_u, dV_i>.
void FactorNewton::itemRows(const PackedRows<float>& userStep, const PackedRows<float>& itemStep,
                            PackedRows<float>& out) const
{
    out = static_cast<float>(m_problem.penalty) * itemStep;
    addGramTerms(static_cast<float>(m_problem.negatives), m_near.items, &itemStep, m_near.users, userStep,
                 out);
    const Group& byItem = m_problem.byItem;
    const float* curvature = m_curvature.empty() ? nullptr : m_curvature.data();
    withWidth(m_width, [&]<Eigen::Index fixed>() {
        const Eigen::Index width = fixed > 0 ? fixed : m_width;
        const float same = 1 - static_cast<float>(m_problem.negatives);
        forEach(byItem, [&](std::int64_t i, std::size_t begin, std::size_t end) {
            const float* row = m_near.items.data() + i * width;
            const float* step = itemStep.data() + i * width;
            RowSum<fixed> sum(out.data() + i * width, width);
            for (std::size_t p = begin; p < end; ++p) {
                if (p + prefetchDistance < end) {
                    const Eigen::Index soon = byItem.other[p + prefetchDistance] * width;
                    prefetchRow(m_near.users.data() + soon, width);
                    prefetchRow(userStep.data() + soon, width);
                }
                const float* other = m_near.users.data() + byItem.other[p] * width;
                const float* otherStep = userStep.data() + byItem.other[p] * width;
                const float bend =
                    curvature != nullptr ? curvature[static_cast<std::size_t>(byItem.entry[p])] : same;
                sum.add(bend * dotTwo(row, otherStep, step, other, width), other, m_itemSlope[p], otherStep);
            }
            sum.store();
        });
    });
}

bool FactorNewton::step(double& objective, const StepGoal& goal, const TaskContext& context)
{
    const bool wide = isWide(m_width);
    m_near = {m_at.users.cast<float>(), m_at.items.cast<float>()};
    if (wide)
        orthogonaliseColumns();
    const auto ordered = [&](const std::vector<std::int32_t>& entries, std::vector<float>& slopes) {
        slopes.assign(m_slope.begin(), m_slope.end());
        for (std::size_t p = 0; p < entries.size(); ++p)
            slopes[p] = static_cast<float>(m_slope[static_cast<std::size_t>(entries[p])]);
    };
    ordered(wide ? m_userRuns.entry : m_problem.byUser.entry, m_userSlope);
    ordered(wide ? m_itemRuns.entry : m_problem.byItem.entry, m_itemSlope);
    const FactorPair<float> near = wide ? wideDirection(goal, context) : direction(goal, context);
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

// Solves Hessian d = -gradient with the users eliminated exactly: conjugate gradients for the items alone,
//   S dV = -(g_V - H_iu H_uu^-1 g_U),   S = H_ii - H_iu H_uu^-1 H_ui,   dU = -H_uu^-1 (g_U + H_ui dV),
// preconditioned by the items' own blocks. That takes half the iterations of both sides together. Stops at
// negative curvature, where what it has is still a descent direction. The directions that turn both factors
// alike are flat; the gradient has no part in them. It is scaled to length one, far from the limits of single
// precision.
FactorPair<float> FactorNewton::direction(const StepGoal& goal, const TaskContext& context)
{
    constexpr int limit = 400;
    const auto factor = [&](const Group& group, const PackedRows<float>& others, EntityBlocks& blocks) {
        blocks.resize(group.size(), m_width);
        forEachBlock(group, others, [&](std::int64_t a, Eigen::MatrixXf& block, std::size_t, std::size_t) {
            blocks.set(a, block);
        });
    };
    factor(m_problem.byUser, m_near.items, m_userBlocks);
    context.throwIfStopped();
    factor(m_problem.byItem, m_near.users, m_itemBlocks);
    const double length = std::sqrt(m_gradient.dot(m_gradient));
    const double unit = length > 0 ? -1 / length : 0;
    FactorPair<float> sum{(unit * m_gradient.users).cast<float>(),
                          PackedRows<float>::Zero(m_at.items.rows(), m_width)};
    const auto solveRows = [&](const EntityBlocks& blocks, PackedRows<float>& rows) {
        parallelBlocks(rows.rows(), grain, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t a = begin; a < end; ++a)
                blocks.solve(a, rows.row(a).data());
        });
    };
    solveRows(m_userBlocks, sum.users);
    PackedRows<float> image;
    itemRows(sum.users, sum.items, image);
    PackedRows<float> residual = (unit * m_gradient.items).cast<float>() - image;
    PackedRows<float> z = residual;
    solveRows(m_itemBlocks, z);
    PackedRows<float> search = z, answer;
    const auto product = [](const PackedRows<float>& a, const PackedRows<float>& b) {
        return a.cwiseProduct(b).sum();
    };
    // The users' part of the gap is none after the step: they are eliminated.
    const auto expectedGap = [&] { return length * gapOf(0, longestRow(residual)); };
    float rz = product(residual, z);
    const float target = static_cast<float>(goal.accuracy * goal.accuracy) * rz;
    for (int i = 0; i < limit && rz > target && expectedGap() > goal.gap; ++i) {
        context.throwIfStopped();
        eliminateUsers(search, answer);
        itemRows(answer, search, image);
        const float bend = product(search, image);
        if (!(bend > 0)) {
            if (i == 0) {
                sum.users += answer;
                sum.items = search;
            }
            break;
        }
        const float reach = rz / bend;
        sum.users += reach * answer;
        sum.items += reach * search;
        residual -= reach * image;
        z = residual;
        solveRows(m_itemBlocks, z);
        const float next = product(residual, z);
        search = z + next / rz * search;
        rz = next;
    }
    m_expectedGap = expectedGap();
    const auto back = static_cast<float>(length);
    sum.users *= back;
    sum.items *= back;
    return sum;
}

} // namespace representer
