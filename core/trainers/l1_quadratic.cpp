#include "core/trainers/l1_quadratic.h"

#include "core/base/parallel.h"
#include "core/trainers/l1_problem.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <utility>

namespace representer {
namespace {

constexpr double leastCurvature = 1e-12;
// Products with H: sums in parallel, of a number that does not depend on the threads, and the rows that go
// there and back together, as many as stay in the nearest cache.
constexpr std::int64_t productBlocks = 8;
constexpr std::size_t productRows = 32;
// Epochs of coordinate descent alone, and before a Newton step.
constexpr int descentEpochs = 12, joiningEpochs = 3;
constexpr int maxNewtonSteps = 4;
// Of one Newton step: directions, along each of which weights may leave the support.
constexpr int maxPasses = 5;
constexpr int maxDirectionSteps = 25; // of conjugate gradients
// Of the diagonal of H, added to it where a direction is sought: what products in single precision cannot
// tell from 0. The factor has more, and conjugate gradients make up for that.
constexpr double directionRidge = 1e-7;
constexpr double longestStretch = 100; // of a step that the ridge held back
// Iterations with one factor that cost about as much as a new one, which is then made.
constexpr int worthAFactor = 120;

} // namespace

// The largest of all members.
double L1Quadratic::violation() const
{
    double largest = 0;
    for (Eigen::Index s = 0; s < m_q.size(); ++s)
        largest = std::max(largest, l1Violation(slope(s), m_target[s], m_penalty[s]));
    return largest;
}

// One coordinate after the other to its minimum, those that violate their condition by more than `least`.
void L1Quadratic::sweep(const std::vector<std::size_t>& order, double least)
{
    for (const std::size_t s : order) {
        const auto at = static_cast<Eigen::Index>(s);
        const double q = slope(at);
        if (l1Violation(q, m_target[at], m_penalty[at]) <= least)
            continue;
        const double h = std::max(static_cast<double>(m_h(at, at)), leastCurvature);
        const double u = m_target[at] - q / h;
        const double next = std::copysign(std::max(0.0, std::abs(u) - m_penalty[at] / h), u);
        const double step = next - m_target[at];
        if (step == 0)
            continue;
        m_target[at] = next;
        m_qMove.noalias() += static_cast<float>(step) * m_h.col(at).head(m_qMove.size());
    }
}

// The current H times v, both |W|: exact where the matrix lags behind. Rows go a few at a time through
// Z_W v and back, so that they are read from memory once.
Eigen::VectorXf L1Quadratic::product(const Eigen::VectorXf& v) const
{
    const Eigen::VectorXf from = v.cwiseProduct(m_unit);
    const auto n = static_cast<std::int64_t>(m_rowCurvature.size());
    const std::int64_t grain = (n + productBlocks - 1) / productBlocks;
    Eigen::MatrixXf sums = Eigen::MatrixXf::Zero(v.size(), productBlocks);
    parallelBlocks(n, grain, [&](std::int64_t blockBegin, std::int64_t blockEnd) {
        float* sum = sums.col(blockBegin / grain).data();
        std::array<float, productRows> rows{};
        for (auto begin = static_cast<std::size_t>(blockBegin); begin < static_cast<std::size_t>(blockEnd);
             begin += rows.size()) {
            const std::size_t end = std::min(begin + rows.size(), static_cast<std::size_t>(blockEnd));
            rows.fill(0);
            for (const std::shared_ptr<const MemberColumns>& block : m_blocks)
                block->addProducts(begin, end, from.data(), rows.data());
            for (std::size_t i = begin; i < end; ++i)
                rows[i - begin] *= m_rowCurvature[static_cast<Eigen::Index>(i)];
            for (const std::shared_ptr<const MemberColumns>& block : m_blocks)
                block->addRows(begin, end, rows.data(), sum);
        }
    });
    return sums.rowwise().sum().cwiseProduct(m_unit);
}

// The same for a v of few entries: only the rows these are in are read.
Eigen::VectorXf L1Quadratic::sparseProduct(const Eigen::VectorXf& v) const
{
    std::vector<float> rows(static_cast<std::size_t>(m_rowCurvature.size()), 0.0F);
    std::vector<std::size_t> touched;
    Eigen::Index first = 0;
    for (const std::shared_ptr<const MemberColumns>& block : m_blocks) {
        for (std::size_t c = 0; c < block->columns(); ++c) {
            const Eigen::Index s = first + static_cast<Eigen::Index>(c);
            if (v[s] != 0)
                block->forColumn(c, [&](std::size_t row, float value) {
                    rows[row] += value * v[s] * m_unit[s];
                    touched.push_back(row);
                });
        }
        first += static_cast<Eigen::Index>(block->columns());
    }
    Eigen::VectorXf result = Eigen::VectorXf::Zero(v.size());
    for (const std::size_t row : touched)
        if (const float factor =
                std::exchange(rows[row], 0.0F) * m_rowCurvature[static_cast<Eigen::Index>(row)];
            factor != 0)
            addRow(row, factor, result.data());
    return result.cwiseProduct(m_unit);
}

// The step (H_SS + ridge)^-1 descent by conjugate gradients, with the factor of an H nearby. Without the
// ridge rounding would bend H downwards between columns that are nearly the same.
L1Quadratic::Direction L1Quadratic::newtonDirection(const std::vector<Eigen::Index>& support,
                                                    const Vector& descent, double goal)
{
    if (m_spent > worthAFactor) {
        m_factor.renew(m_h, support);
        m_spent = 0;
    } else {
        m_factor.adapt(m_h, support);
    }
    const auto precondition = [&](const Vector& v) -> Vector {
        return m_factor.solve(v.cast<float>()).cast<double>();
    };
    const auto ridge = [&](Eigen::Index s) { return directionRidge * static_cast<double>(m_h(s, s)); };
    Vector d = Vector::Zero(descent.size()), residual = descent, direction = d, image = d;
    Eigen::VectorXf slopes = Eigen::VectorXf::Zero(m_q.size());
    double energy = 1;
    int iteration = 0;
    const auto someoneLeaves = [&] {
        for (std::size_t k = 0; k < support.size(); ++k)
            if (const double weight = m_target[support[k]];
                m_penalty[support[k]] != 0 && (weight + d[static_cast<Eigen::Index>(k)]) * weight <= 0)
                return true;
        return false;
    };
    // When a weight leaves, another direction follows: more digits of this one would be lost.
    for (; iteration < maxDirectionSteps && residual.lpNorm<Eigen::Infinity>() > goal && !someoneLeaves();
         ++iteration) {
        const Vector preconditioned = precondition(residual);
        const double before = std::exchange(energy, residual.dot(preconditioned));
        direction = preconditioned + (iteration > 0 ? energy / before : 0.0) * direction;
        Eigen::VectorXf spread = Eigen::VectorXf::Zero(m_q.size());
        for (std::size_t k = 0; k < support.size(); ++k)
            spread[support[k]] = static_cast<float>(direction[static_cast<Eigen::Index>(k)]);
        const Eigen::VectorXf product = this->product(spread);
        for (Eigen::Index k = 0; k < image.size(); ++k) {
            const Eigen::Index s = support[static_cast<std::size_t>(k)];
            image[k] = static_cast<double>(product[s]) + ridge(s) * direction[k];
        }
        const double curvature = direction.dot(image);
        if (!(curvature > 0))
            break;
        d += (energy / curvature) * direction;
        slopes += static_cast<float>(energy / curvature) * product;
        residual -= (energy / curvature) * image;
    }
    m_spent += iteration;
    // Where H hardly bends the ridge holds the step back: on to the lowest point of q along it.
    const double gain = descent.dot(d);
    double held = 0; // d^T ridge d, of which gain = d^T (H + ridge) d
    for (std::size_t k = 0; k < support.size(); ++k)
        held += ridge(support[k]) * std::pow(d[static_cast<Eigen::Index>(k)], 2);
    const double stretch = gain > 0 ? std::min(gain / std::max(gain - held, 0.0), longestStretch) : 1.0;
    return {stretch * d, static_cast<float>(stretch) * slopes};
}

std::vector<Eigen::Index> L1Quadratic::support() const
{
    std::vector<Eigen::Index> members;
    for (Eigen::Index s = 0; s < m_target.size(); ++s)
        if (m_target[s] != 0 || m_penalty[s] == 0)
            members.push_back(s);
    return members;
}

// Minus the gradient of q on the support, signs kept.
Vector L1Quadratic::descent(const std::vector<Eigen::Index>& members) const
{
    Vector result(static_cast<Eigen::Index>(members.size()));
    for (std::size_t k = 0; k < members.size(); ++k) {
        const Eigen::Index s = members[k];
        result[static_cast<Eigen::Index>(k)] = -(slope(s) + (m_target[s] > 0 ? m_penalty[s] : -m_penalty[s]));
    }
    return result;
}

// Along `step` until the first weight reaches 0. That one leaves the support, the rest of the step becomes
// the one that keeps it at 0,  d - K e_s d_s / K_ss  with K = H_SS^-1, and so on to the end of the step: q
// falls all the way, also where columns are nearly the same and their weights swing far against each other.
// Returns what each member moved by; `members` keeps those that stay.
Vector L1Quadratic::walk(std::vector<Eigen::Index>& members, Vector step)
{
    const auto count = static_cast<Eigen::Index>(members.size());
    const auto weight = [&](Eigen::Index k) -> double& {
        return m_target[members[static_cast<std::size_t>(k)]];
    };
    const auto penalised = [&](Eigen::Index k) {
        return m_penalty[members[static_cast<std::size_t>(k)]] != 0;
    };
    const auto gone = [&](Eigen::Index k) { return penalised(k) && weight(k) == 0; };
    const auto leaves = [&](Eigen::Index k) {
        return penalised(k) && weight(k) != 0 && (weight(k) + step[k]) * weight(k) <= 0;
    };
    const auto reach = [&](Eigen::Index k) { return -weight(k) / step[k]; }; // of the step, to 0

    // The columns of K of those expected to leave, solved for together; each is brought up to date with those
    // that left before it when its turn comes.
    std::vector<Eigen::Index> leaving;
    for (Eigen::Index k = 0; k < count; ++k)
        if (leaves(k))
            leaving.push_back(k);
    std::stable_sort(leaving.begin(), leaving.end(),
                     [&](Eigen::Index a, Eigen::Index b) { return reach(a) < reach(b); });
    leaving.resize(std::min(leaving.size(), m_factor.roomToLeave()));
    Eigen::MatrixXf columns = m_factor.inverseColumns(leaving);
    std::vector<Eigen::Index> left; // columns of those that have left, in that order
    const auto without = [&](Eigen::Ref<Eigen::VectorXf> column, Eigen::Index leaver) {
        const Eigen::Index k = leaving[static_cast<std::size_t>(leaver)];
        column -= (column[k] / columns(k, leaver)) * columns.col(leaver);
    };

    Vector moved = Vector::Zero(m_q.size());
    for (;;) {
        Eigen::Index first = -1;
        for (Eigen::Index k = 0; k < count; ++k)
            if (leaves(k) && (first < 0 || reach(k) < reach(first)))
                first = k;
        const double length = first < 0 ? 1.0 : std::min(1.0, reach(first));
        for (Eigen::Index k = 0; k < count; ++k) {
            if (gone(k))
                continue;
            const double by = k == first ? -weight(k) : length * step[k];
            weight(k) = k == first ? 0.0 : weight(k) + by;
            moved[members[static_cast<std::size_t>(k)]] += by;
        }
        // When too many have left, the next direction is for those that stay.
        if (first < 0 || left.size() == m_factor.roomToLeave())
            break;
        const Eigen::Index at = std::find(leaving.begin(), leaving.end(), first) - leaving.begin();
        if (at == columns.cols()) { // not expected
            leaving.push_back(first);
            columns.conservativeResize(Eigen::NoChange, at + 1);
            columns.col(at) = m_factor.inverseColumns({first});
        }
        for (const Eigen::Index earlier : left)
            without(columns.col(at), earlier);
        if (!(columns(first, at) > 0)) // rounding
            break;
        step *= 1 - length;
        step -= (step[first] / static_cast<double>(columns(first, at))) * columns.col(at).cast<double>();
        left.push_back(at);
    }
    std::erase_if(members, [&](Eigen::Index s) { return m_target[s] == 0 && m_penalty[s] != 0; });
    return moved;
}

// To the minimum of q on the support, which weights leave that would change sign: no slope there is left
// above `goal`. False where too many leave.
bool L1Quadratic::newtonStep(double goal)
{
    std::vector<Eigen::Index> members = support();
    for (int pass = 0; pass < maxPasses && !members.empty(); ++pass) {
        const std::size_t before = members.size();
        const Vector down = descent(members);
        const double largest = down.lpNorm<Eigen::Infinity>();
        if (pass > 0 && largest <= goal)
            return true;
        const Direction direction = newtonDirection(members, down, goal);
        const Vector moved = walk(members, direction.step);
        if (members.size() == before) {
            m_qMove += direction.slopes;
            return true;
        }
        m_qMove += product(moved.cast<float>());
    }
    return false;
}

void L1Quadratic::minimise(const Point& point, double goal, bool newton, Random& random,
                           std::vector<double>& weights)
{
    assert(point.gradient.size() == m_set.size() && weights.size() == m_set.size());
    // H is that of slightly other curvatures. Scaling its rows and columns makes the diagonal right.
    const auto size = static_cast<Eigen::Index>(m_set.size());
    Vector scale(size);
    m_q.resize(size);
    m_qMove.setZero(size);
    m_target.resize(size);
    m_penalty.resize(size);
    for (Eigen::Index s = 0; s < size; ++s) {
        const auto at = static_cast<std::size_t>(s);
        const double used = m_h(s, s), now = point.curvature[at];
        scale[s] = used > 0 && now > 0 ? std::clamp(std::sqrt(now / used), 0.1, 10.0) : 1.0;
        m_q[s] = point.gradient[at] / scale[s];
        m_penalty[s] = point.penalty[at] / scale[s];
        m_target[s] = weights[at] * scale[s];
    }
    m_unit = scale.cwiseInverse().cast<float>();
    m_rowCurvature = point.rowCurvature.cast<float>();
    std::vector<std::size_t> order;
    for (int round = 0;; ++round) {
        // Before a Newton step coordinate descent need only find who joins the support.
        order.clear();
        for (Eigen::Index s = 0; s < size; ++s)
            if (!newton || (m_target[s] == 0 && l1Violation(slope(s), 0, m_penalty[s]) > 0))
                order.push_back(static_cast<std::size_t>(s));
        const Vector before = m_target;
        const Eigen::VectorXf exact = m_qMove;
        const int epochs = newton ? joiningEpochs : descentEpochs;
        for (int epoch = 0; epoch < epochs && violation() > goal; ++epoch) {
            random.shuffle(order);
            sweep(order, 0.5 * goal);
        }
        if (!newton)
            break;
        if (!order.empty()) // they moved by the matrix, which may lag behind
            m_qMove = exact + sparseProduct((m_target - before).cast<float>());
        if (violation() <= goal || round == maxNewtonSteps)
            break;
        newton = newtonStep(0.5 * goal);
    }
    for (Eigen::Index s = 0; s < size; ++s)
        weights[static_cast<std::size_t>(s)] = m_target[s] / scale[s];
}

} // namespace representer
