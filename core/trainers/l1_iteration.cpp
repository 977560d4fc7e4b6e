#include "core/trainers/l1_iteration.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

namespace representer {

namespace {

// Supports up to this size get a fresh Cholesky factor for every Newton step; it costs less than a pass over
// the data.
constexpr std::size_t cheapFactor = 400;
// Larger ones keep one factor as preconditioner; past this size its memory and time no longer pay.
constexpr std::size_t largestFactor = 3000;
// Epochs of coordinate descent per quadratic model: enough to see who comes and goes, the rest is Newton's.
constexpr int maxEpochs = 10;
// Words of a few samples cost nothing to visit and are where the support is hard to tell (several in the same
// samples).
constexpr std::size_t rareColumn = 16;
constexpr int rareEpochs = 20;
// Of the objective: what counts as progress while the violation goes up and down (as many features as
// samples).
constexpr double leastGain = 1e-10;
// Iterations without progress after which a small support's factor gets a smaller ridge.
constexpr int ridgePatience = 3;
// A small support is followed over this many kinks before coordinate descent looks at it again.
constexpr int kinksPerStep = 8;
// A coordinate whose column carries no curvature at the current point still needs a finite step.
constexpr double curvatureFloor = 1e-12;
// While the largest violation is above this the support is still changing: the Hessian need not be exact and
// the Newton steps do not pay.
constexpr double settling = 0.15;
// How much a row's curvature may change before the dense Hessian follows it: while the support changes, and
// when a factor of it is about to be made.
constexpr double lagShare = 0.5, factorLagShare = 0.2;
constexpr std::int64_t setGrain = 16;   // columns of the set per parallel block
constexpr std::int64_t rowGrain = 2048; // rows per parallel block
constexpr std::size_t scoreParts = 4;   // sums of columns made in parallel

} // namespace

// Loss, slope and curvature of every row at these scores; returns the loss.
double L1Iteration::evaluateRows(const Vector& scores, RowState& rows) const
{
    const auto n = static_cast<std::int64_t>(m_problem.y.size());
    rows.slope.resize(scores.size());
    rows.curvature.resize(scores.size());
    std::vector<double> sums(static_cast<std::size_t>((n + rowGrain - 1) / rowGrain), 0.0);
    parallelBlocks(n, rowGrain, [&](std::int64_t begin, std::int64_t end) {
        double sum = 0;
        for (std::int64_t at = begin; at < end; ++at) {
            const auto i = static_cast<std::size_t>(at);
            const double cost = m_problem.cost[i];
            if (cost == 0) {
                rows.slope[at] = rows.curvature[at] = 0;
                continue;
            }
            const LossTerms terms = lossTerms(m_problem.loss, scores[at], m_problem.y[i]);
            sum += cost * terms.value;
            rows.slope[at] = cost * terms.slope;
            rows.curvature[at] = cost * terms.curvature;
        }
        sums[static_cast<std::size_t>(begin / rowGrain)] = sum;
    });
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

// The rows at the current scores, after these were set rather than reached by a step.
void L1Iteration::evaluate()
{
    m_loss = evaluateRows(m_solution.scores, m_rows);
    m_current = 0;
}

void L1Iteration::addColumn(Eigen::Index column, double factor, Vector& scores) const
{
    const SparseColumnView view = columnView(m_design.z, column);
    for (std::size_t k = 0; k < view.rows.size(); ++k)
        scores[view.rows[k]] += factor * view.values[k];
}

double L1Iteration::penaltySum() const
{
    double sum = 0;
    for (const std::int32_t j : m_set)
        sum += m_design.penalty(j) * std::abs(m_solution.weights[j]);
    return sum;
}

std::vector<std::int32_t> L1Iteration::setSupport() const
{
    std::vector<std::int32_t> support;
    for (const std::int32_t j : m_set)
        if (m_solution.weights[j] != 0 || m_design.penalty(j) == 0)
            support.push_back(j);
    return support;
}

// Gradient and curvature of every member, where they are not current; returns the largest violation among
// them.
double L1Iteration::refreshSet()
{
    m_setGradient.resize(m_set.size());
    m_setCurvature.resize(m_set.size());
    const std::size_t first = std::exchange(m_current, m_set.size());
    std::vector<Eigen::Array2d> rows(static_cast<std::size_t>(m_rows.slope.size())); // read together
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = {m_rows.slope[static_cast<Eigen::Index>(i)],
                   m_rows.curvature[static_cast<Eigen::Index>(i)]};
    parallelBlocks(static_cast<std::int64_t>(m_set.size() - first), setGrain,
                   [&](std::int64_t begin, std::int64_t end) {
                       for (std::size_t s = first + static_cast<std::size_t>(begin);
                            s < first + static_cast<std::size_t>(end); ++s) {
                           const SparseColumnView column = columnView(m_design.z, m_set[s]);
                           const auto term = [&](std::size_t k) -> Eigen::Array2d {
                               const double value = column.values[k];
                               return rows[static_cast<std::size_t>(column.rows[k])] *
                                      Eigen::Array2d(value, value * value);
                           };
                           Eigen::Array2d even(0, 0), odd(0, 0); // one sum alone would wait for itself
                           std::size_t k = 0;
                           for (; k + 2 <= column.rows.size(); k += 2) {
                               even += term(k);
                               odd += term(k + 1);
                           }
                           if (k < column.rows.size())
                               even += term(k);
                           m_setGradient[s] = even[0] + odd[0];
                           m_setCurvature[s] = even[1] + odd[1];
                       }
                   });
    double largest = 0;
    m_outside = 0;
    for (std::size_t s = 0; s < m_set.size(); ++s) {
        const double weight = m_solution.weights[m_set[s]];
        const double size = l1Violation(m_setGradient[s], weight, m_design.penalty(m_set[s]));
        largest = std::max(largest, size);
        if (weight == 0)
            m_outside = std::max(m_outside, size);
    }
    return m_setViolation = largest;
}

// One proximal Newton step: minimise the quadratic model plus the penalty by coordinate descent, then search
// along it.
bool L1Iteration::descend(double violation, double tolerance)
{
    Vector& w = m_solution.weights;
    std::vector<double> target(m_set.size()); // w + d
    for (std::size_t s = 0; s < m_set.size(); ++s)
        target[s] = w[m_set[s]];
    m_move.setZero(); // curvature * (Z d)
    const double goal = std::max(0.1 * violation, 0.3 * tolerance);

    // One coordinate to its minimum; returns the violation it had.
    const auto visit = [&](std::size_t s) {
        const SparseColumnView column = columnView(m_design.z, m_set[s]);
        double g = m_setGradient[s];
        for (std::size_t k = 0; k < column.rows.size(); ++k)
            g += m_move[column.rows[k]] * column.values[k];
        const double penalty = m_design.penalty(m_set[s]);
        const double size = l1Violation(g, target[s], penalty);
        if (size == 0)
            return 0.0;
        const double h = m_setCurvature[s] + curvatureFloor;
        const double u = target[s] - g / h;
        const double next = std::copysign(std::max(0.0, std::abs(u) - penalty / h), u);
        const double step = next - target[s];
        if (step != 0) {
            target[s] = next;
            for (std::size_t k = 0; k < column.rows.size(); ++k)
                m_move[column.rows[k]] += m_rows.curvature[column.rows[k]] * step * column.values[k];
        }
        return size;
    };
    const auto visitAll = [&](std::vector<std::size_t>& members) {
        m_random.shuffle(members);
        double largest = 0;
        for (const std::size_t s : members)
            largest = std::max(largest, visit(s));
        return largest;
    };
    std::vector<std::size_t> everyone(m_set.size());
    std::iota(everyone.begin(), everyone.end(), std::size_t{0});
    std::vector<std::size_t> active, rare;
    for (int epoch = 0; epoch < maxEpochs; ++epoch) {
        const bool full = active.empty();
        const double largest = visitAll(full ? everyone : active);
        m_context.throwIfStopped();
        if (largest <= goal) {
            if (full)
                break;
            active.clear();
            continue;
        }
        if (full) {
            for (const std::size_t s : everyone)
                if (target[s] != 0 || m_design.penalty(m_set[s]) == 0)
                    active.push_back(s);
            std::sort(active.begin(), active.end());
        }
        rare.clear();
        for (const std::size_t s : active)
            if (columnView(m_design.z, m_set[s]).rows.size() <= rareColumn)
                rare.push_back(s);
        for (int turn = 0; turn < rareEpochs && visitAll(rare) > goal; ++turn) {
        }
    }

    return search(target);
}

// The same with the dense Hessian, whose model is minimised to the end once the support settles.
bool L1Iteration::denseStep(double violation, double tolerance)
{
    const bool settled = violation < settling;
    m_quadratic.follow(m_rows.curvature, settled && !m_quadratic.factorised() ? factorLagShare : lagShare);
    std::vector<double> target(m_set.size()), penalty(m_set.size());
    for (std::size_t s = 0; s < m_set.size(); ++s) {
        target[s] = m_solution.weights[m_set[s]];
        penalty[s] = m_design.penalty(m_set[s]);
    }
    // Once the support settles, as exactly as the model deserves: its error is quadratic in the step.
    const double share = settled ? std::clamp(violation, 0.01, 0.1) : 0.1;
    m_quadratic.minimise({m_setGradient, m_setCurvature, penalty, m_rows.curvature},
                         std::max(share * violation, 0.3 * tolerance), settled, m_random, target);
    m_context.throwIfStopped();
    return search(target);
}

// Z v over the set; members take turns, because their columns are of very different lengths.
Vector L1Iteration::setScores(const std::vector<double>& v) const
{
    std::vector<Vector> parts(scoreParts);
    parallelBlocks(scoreParts, 1, [&](std::int64_t begin, std::int64_t) {
        const auto part = static_cast<std::size_t>(begin);
        parts[part].setZero(m_solution.scores.size());
        for (std::size_t s = part; s < m_set.size(); s += scoreParts)
            if (v[s] != 0)
                addColumn(m_set[s], v[s], parts[part]);
    });
    for (std::size_t part = 1; part < scoreParts; ++part)
        parts[0] += parts[part];
    return parts[0];
}

// The scores of the weights, all of which are in the set: steps accumulate rounding.
void L1Iteration::renewScores()
{
    std::vector<double> weights(m_set.size());
    for (std::size_t s = 0; s < m_set.size(); ++s)
        weights[s] = m_solution.weights[m_set[s]];
    m_solution.scores = setScores(weights);
    evaluate();
}

void L1Iteration::acceptTrial(Vector scores, double loss, double objective)
{
    m_solution.scores = std::move(scores);
    std::swap(m_rows, m_trialRows);
    m_current = 0;
    m_loss = loss;
    m_objective = objective;
}

// To the first of w + t (target - w), t = 1, 1/2, ..., with F(w + t d) <= F(w) + 0.01 t (g^T d + |w + d| -
// |w|).
bool L1Iteration::search(const std::vector<double>& target)
{
    Vector& w = m_solution.weights;
    double slope = 0;
    for (std::size_t s = 0; s < m_set.size(); ++s) {
        const double step = target[s] - w[m_set[s]];
        if (step == 0)
            continue;
        // The penalty's change where the sign is kept, without cancellation.
        const double from = w[m_set[s]], penalty = m_design.penalty(m_set[s]);
        slope += from * target[s] < 0
                     ? m_setGradient[s] * step + penalty * (std::abs(target[s]) - std::abs(from))
                     : (m_setGradient[s] + (from + target[s] > 0 ? penalty : -penalty)) * step;
    }
    const double rounding = 1e-14 * std::abs(m_objective);
    if (!(slope < 0))
        return false;
    std::vector<double> steps(target);
    for (std::size_t s = 0; s < m_set.size(); ++s)
        steps[s] -= w[m_set[s]];
    const Vector move = setScores(steps);
    double t = 1;
    for (int halving = 0; halving < 30; ++halving, t /= 2) {
        double penalty = 0;
        for (std::size_t s = 0; s < m_set.size(); ++s)
            penalty += m_design.penalty(m_set[s]) * std::abs(w[m_set[s]] + t * (target[s] - w[m_set[s]]));
        const Vector scores = m_solution.scores + t * move;
        const double loss = evaluateRows(scores, m_trialRows);
        const double objective = penalty + loss;
        if (objective <= m_objective + 0.01 * t * slope + rounding) {
            for (std::size_t s = 0; s < m_set.size(); ++s)
                w[m_set[s]] = t == 1 ? target[s] : w[m_set[s]] + t * (target[s] - w[m_set[s]]);
            acceptTrial(scores, loss, objective);
            return true;
        }
    }
    return false;
}

Vector L1Iteration::newtonDirection(const std::vector<std::int32_t>& support, const Vector& rhs,
                                    double accuracy)
{
    if (support.size() <= cheapFactor)
        return SupportFactor(m_design.z, support, m_rows.curvature, m_ridge).solve(rhs);
    if (!m_nearby && support.size() <= largestFactor) {
        m_ownFactor = SupportFactor(m_design.z, support, m_rows.curvature, SupportFactor::forSteps);
        m_nearby = &m_ownFactor;
    }
    static const SupportFactor none;
    Vector d;
    const int iterations = solveSupport(m_design.z, support, m_rows.curvature, m_nearby ? *m_nearby : none,
                                        rhs, accuracy, m_nearby ? 30 : 200, d);
    // A factor that no longer helps is replaced at the next step.
    if (m_nearby && iterations >= 30)
        m_nearby = nullptr;
    return d;
}

// One Newton step on the support. First with signs kept: a weight that would change sign becomes 0. Where
// that does not help, to the lowest point of the straight line, which is convex with a kink where a weight
// passes 0: a search that ends in a kink takes that weight out. Gradients of the set must be current.
L1Iteration::Step L1Iteration::newton(double accuracy)
{
    Vector& w = m_solution.weights;
    const std::vector<std::int32_t> support = setSupport();
    if (support.empty())
        return Step::None;
    const auto m = static_cast<Eigen::Index>(support.size());
    Vector from(m), rhs(m), penalty(m);
    for (std::size_t s = 0, k = 0; s < m_set.size() && k < support.size(); ++s) {
        if (m_set[s] != support[k])
            continue;
        const auto at = static_cast<Eigen::Index>(k++);
        from[at] = w[m_set[s]];
        penalty[at] = m_design.penalty(m_set[s]);
        rhs[at] = -(m_setGradient[s] + (from[at] > 0 ? penalty[at] : -penalty[at]));
    }
    const Vector direction = newtonDirection(support, rhs, accuracy);
    const auto moveTo = [&](const Vector& to, Vector scores) {
        const double loss = evaluateRows(scores, m_trialRows);
        const double objective = penalty.dot(to.cwiseAbs()) + loss;
        if (!(objective <= m_objective + 1e-14 * std::abs(m_objective)))
            return false;
        for (Eigen::Index k = 0; k < m; ++k)
            w[support[static_cast<std::size_t>(k)]] = to[k];
        acceptTrial(std::move(scores), loss, objective);
        return true;
    };

    Vector move = Vector::Zero(m_solution.scores.size());
    for (Eigen::Index k = 0; k < m; ++k)
        addColumn(support[static_cast<std::size_t>(k)], direction[k], move);
    Vector target = from + direction;
    Vector scores = m_solution.scores + move;
    std::vector<std::pair<double, Eigen::Index>> kinks;
    for (Eigen::Index k = 0; k < m; ++k) {
        if (penalty[k] == 0 || target[k] * from[k] > 0)
            continue;
        kinks.emplace_back(-from[k] / direction[k], k);
        addColumn(support[static_cast<std::size_t>(k)], -target[k], scores);
        target[k] = 0;
    }
    if (moveTo(target, std::move(scores)))
        return kinks.empty() ? Step::Full : Step::Partial;

    // The derivative along the line just after t.
    const auto slopeAfter = [&](double t) {
        double slope = 0;
        for (std::size_t i = 0; i < m_problem.y.size(); ++i) {
            const auto at = static_cast<Eigen::Index>(i);
            if (m_problem.cost[i] != 0 && move[at] != 0)
                slope += m_problem.cost[i] * move[at] *
                         lossSlope(m_problem.loss, m_solution.scores[at] + t * move[at], m_problem.y[i]);
        }
        for (Eigen::Index k = 0; k < m; ++k)
            slope += penalty[k] * direction[k] * ((from[k] + t * direction[k]) * from[k] > 0 ? 1 : -1) *
                     (from[k] > 0 ? 1 : -1);
        return slope;
    };
    std::sort(kinks.begin(), kinks.end());
    const auto turning = std::partition_point(kinks.begin(), kinks.end(), [&](const auto& kink) {
        return slopeAfter(kink.first * (1 + 1e-12)) < 0;
    });
    double t = turning == kinks.end() ? 1.0 : turning->first;
    std::optional<Eigen::Index> dropped =
        turning == kinks.end() ? std::nullopt : std::optional(turning->second);
    for (int halving = 0; halving < 30; ++halving, t /= 2, dropped.reset()) {
        target = from + t * direction;
        if (dropped)
            target[*dropped] = 0;
        if (moveTo(target, m_solution.scores + t * move))
            return Step::Partial;
    }
    return Step::None;
}

void L1Iteration::solveWorkingSet(double tolerance)
{
    double best = std::numeric_limits<double>::infinity();
    int idle = 0;  // iterations in a row without a smaller violation
    int still = 0; // and without a lower objective either
    m_objective = penaltySum() + m_loss;
    double lowest = m_objective;
    m_stalled = false;
    m_ridge = SupportFactor::forSteps;
    double violation = refreshSet();
    Step last = Step::None;
    while (m_iterations < m_options.maxIterations) {
        m_solution.report.trace.push_back(m_objective);
        m_context.stepped(m_objective);
        if (violation <= tolerance)
            return;
        idle = violation < 0.9 * best ? 0 : idle + 1;
        best = std::min(best, violation);
        still = idle == 0 || m_objective < lowest - leastGain * std::abs(lowest) ? 0 : still + 1;
        if (still == 0)
            lowest = m_objective;
        if (still > 50) {
            m_stalled = true;
            return;
        }
        // Directions in which the data hardly bend (fewer samples than features) are only reached with less.
        if (idle > 0 && idle % ridgePatience == 0)
            m_ridge = std::max(SupportFactor::forSolutions, 0.01 * m_ridge);
        m_context.checkpoint("Training", m_iterations, m_options.maxIterations);
        ++m_iterations;

        // Single precision may be too coarse for columns that are nearly the same: then the other steps go
        // on.
        if (!m_quadratic.empty()) {
            if (idle < 5 && denseStep(violation, tolerance)) {
                violation = refreshSet();
                continue;
            }
            m_quadratic = L1Quadratic();
            std::sort(m_set.begin(), m_set.end());
            m_current = 0;
            violation = refreshSet();
            idle = 0;
        }
        // Coordinate descent moves columns in and out; once none wants to, Newton alone is quicker.
        const bool settled = last == Step::Full && m_outside <= std::max(tolerance, 1e-3 * violation);
        if (!settled && descend(violation, tolerance)) {
            violation = refreshSet();
        }
        for (int step = 0; step < kinksPerStep; ++step) {
            last = newton(std::clamp(1e-1 * violation, 1e-4, 1e-1));
            if (last == Step::None)
                break;
            violation = refreshSet();
            if (last == Step::Full || setSupport().size() > cheapFactor)
                break;
        }
    }
}

} // namespace representer
