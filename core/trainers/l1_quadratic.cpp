#include "core/trainers/l1_quadratic.h"

#include "core/base/parallel.h"
#include "core/trainers/l1_problem.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace representer {

namespace {

constexpr double leastCurvature = 1e-12;
constexpr std::int64_t columnGrain = 64; // columns of H per parallel block
// Epochs of coordinate descent alone, and before a Newton step.
constexpr int firstEpochs = 12, laterEpochs = 3;
constexpr int maxNewtonSteps = 4;
// Of one Newton step: solutions for a support, each of which one weight leaves.
constexpr int maxPasses = 20;
// Of one Newton direction: relative accuracy (in the energy norm), and the most iterations.
constexpr double directionAccuracy = 0.05;
constexpr int maxDirectionSteps = 25;
// Iterations with one factor that cost about as much as a new one, which is then made.
constexpr int worthAFactor = 120;

} // namespace

L1Quadratic::L1Quadratic(const SparseColumns& z, const std::vector<std::int32_t>& set, std::size_t room)
{
    const auto size = static_cast<Eigen::Index>(set.size() + room);
    m_h.setZero(size, size);
    m_used.setZero(z.rows());
    extend(z, set);
}

void L1Quadratic::extend(const SparseColumns& z, const std::vector<std::int32_t>& columns)
{
    if (columns.empty())
        return;
    const auto n = static_cast<std::size_t>(z.rows());
    const std::size_t first = m_set.size();
    Block block;
    block.rowStart.assign(n + 1, 0);
    block.columnStart.assign(1, 0);
    for (const std::int32_t j : columns) {
        const SparseColumnView column = columnView(z, j);
        block.columnStart.push_back(block.columnStart.back() + static_cast<std::int32_t>(column.rows.size()));
        for (const std::int32_t i : column.rows)
            ++block.rowStart[static_cast<std::size_t>(i) + 1];
    }
    std::partial_sum(block.rowStart.begin(), block.rowStart.end(), block.rowStart.begin());
    const auto entries = static_cast<std::size_t>(block.rowStart[n]);
    block.member.resize(entries);
    block.value.resize(entries);
    block.row.resize(entries);
    block.place.resize(entries);
    block.columnValue.resize(entries);
    std::vector<std::int32_t> next(block.rowStart.begin(), block.rowStart.end() - 1);
    for (std::size_t s = 0, e = 0; s < columns.size(); ++s) {
        const SparseColumnView column = columnView(z, columns[s]);
        for (std::size_t k = 0; k < column.rows.size(); ++k, ++e) {
            const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(column.rows[k])]++);
            const auto value = static_cast<float>(column.values[k]);
            block.member[at] = static_cast<std::int32_t>(first + s);
            block.value[at] = value;
            block.row[e] = column.rows[k];
            block.place[e] = static_cast<std::int32_t>(at);
            block.columnValue[e] = value;
        }
    }
    m_set.insert(m_set.end(), columns.begin(), columns.end());
    m_blocks.push_back(std::make_shared<const Block>(std::move(block)));

    // Their columns of H, and these as rows of the others.
    if ((m_used.array() == 0).all())
        return;
    const Block& added = *m_blocks.back();
    for (std::size_t s = first; s < m_set.size(); ++s) {
        const auto at = static_cast<Eigen::Index>(s);
        float* h = m_h.col(at).data();
        for (std::int32_t e = added.columnStart[s - first]; e < added.columnStart[s - first + 1]; ++e) {
            const std::int32_t i = added.row[static_cast<std::size_t>(e)];
            addRow(static_cast<std::size_t>(i),
                   static_cast<float>(m_used[i]) * added.columnValue[static_cast<std::size_t>(e)], h);
        }
        m_h.row(at).head(static_cast<Eigen::Index>(first)) =
            m_h.col(at).head(static_cast<Eigen::Index>(first)).transpose();
    }
}

// h += factor * the entries of a block from `begin` to `end`
void L1Quadratic::addEntries(const Block& block, std::int32_t begin, std::int32_t end, float factor, float* h)
{
    const std::int32_t* member = block.member.data();
    const float* value = block.value.data();
    for (std::int32_t k = begin; k < end; ++k)
        h[member[k]] += factor * value[k];
}

// h += factor * row of Z_W
void L1Quadratic::addRow(std::size_t row, float factor, float* h) const
{
    for (const std::shared_ptr<const Block>& block : m_blocks)
        addEntries(*block, block->rowStart[row], block->rowStart[row + 1], factor, h);
}

void L1Quadratic::follow(const Vector& curvature, double share)
{
    std::vector<float> change(static_cast<std::size_t>(m_used.size()), 0.0F);
    const double floor = curvature.mean(); // of what a change is compared with: rows of little weight wait
    double work = 0;                       // multiplications for whole columns
    for (Eigen::Index i = 0; i < m_used.size(); ++i) {
        const double difference = curvature[i] - m_used[i];
        if (difference == 0 || std::abs(difference) <= share * std::max({curvature[i], m_used[i], floor}))
            continue;
        const auto row = static_cast<std::size_t>(i);
        change[row] = static_cast<float>(difference);
        m_used[i] = curvature[i];
        double entries = 0;
        for (const std::shared_ptr<const Block>& block : m_blocks)
            entries += block->rowStart[row + 1] - block->rowStart[row];
        work += entries * entries;
    }
    if (work == 0)
        return;
    // Many rows: the lower triangle and a copy of it; few: whole columns.
    const auto size = static_cast<Eigen::Index>(m_set.size());
    const bool mirrored = work > 2.0 * static_cast<double>(size) * static_cast<double>(size);
    Eigen::Index first = 0;
    for (std::size_t b = 0; b < m_blocks.size(); ++b) {
        const Block& block = *m_blocks[b];
        const auto columns = static_cast<std::int64_t>(block.columnStart.size()) - 1;
        parallelBlocks(columns, columnGrain, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t c = begin; c < end; ++c) {
                float* h = m_h.col(first + c).data();
                const auto at = static_cast<std::size_t>(c);
                for (auto e = static_cast<std::size_t>(block.columnStart[at]);
                     e < static_cast<std::size_t>(block.columnStart[at + 1]); ++e) {
                    const auto i = static_cast<std::size_t>(block.row[e]);
                    if (change[i] == 0)
                        continue;
                    const float factor = change[i] * block.columnValue[e];
                    if (!mirrored) {
                        addRow(i, factor, h);
                        continue;
                    }
                    addEntries(block, block.place[e], block.rowStart[i + 1], factor, h);
                    for (std::size_t later = b + 1; later < m_blocks.size(); ++later)
                        addEntries(*m_blocks[later], m_blocks[later]->rowStart[i],
                                   m_blocks[later]->rowStart[i + 1], factor, h);
                }
            }
        });
        first += columns;
    }
    if (mirrored)
        mirror();
}

void L1Quadratic::mirror()
{
    constexpr Eigen::Index tile = 32;
    const auto size = static_cast<Eigen::Index>(m_set.size());
    for (Eigen::Index left = 0; left < size; left += tile)
        for (Eigen::Index top = left; top < size; top += tile)
            for (Eigen::Index j = left; j < std::min(left + tile, size); ++j)
                for (Eigen::Index i = std::max(top, j + 1); i < std::min(top + tile, size); ++i)
                    m_h(j, i) = m_h(i, j);
}

// The largest, of all members or of those without a weight.
double L1Quadratic::violation(bool outside) const
{
    double largest = 0;
    for (Eigen::Index s = 0; s < m_q.size(); ++s)
        if (!outside || m_target[s] == 0)
            largest = std::max(largest, l1Violation(slope(s), m_target[s], m_penalty[s]));
    return largest;
}

// One coordinate after the other to its minimum.
void L1Quadratic::sweep(const std::vector<std::size_t>& order)
{
    for (const std::size_t s : order) {
        const auto at = static_cast<Eigen::Index>(s);
        const double q = slope(at);
        if (l1Violation(q, m_target[at], m_penalty[at]) == 0)
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

// H v for a v on the support: |W|
Eigen::VectorXf L1Quadratic::product(const std::vector<Eigen::Index>& support, const Vector& v) const
{
    Eigen::VectorXf spread = Eigen::VectorXf::Zero(m_q.size());
    for (std::size_t k = 0; k < support.size(); ++k)
        spread[support[k]] = static_cast<float>(v[static_cast<Eigen::Index>(k)]);
    return m_h.topLeftCorner(m_q.size(), m_q.size()) * spread;
}

// (H_SS + ridge)^-1 descent by conjugate gradients from `d`, with the factor of an H nearby. Without the
// ridge rounding would bend H downwards between columns that are nearly the same.
void L1Quadratic::newtonDirection(const std::vector<Eigen::Index>& support, const Vector& descent, Vector& d)
{
    if (m_spent > worthAFactor) {
        m_factor.renew(m_h, support);
        m_spent = 0;
    } else {
        m_factor.adapt(m_h, support);
    }
    Vector residual = descent, part(descent.size());
    const auto imageOf = [&](const Vector& v) {
        const Eigen::VectorXf image = product(support, v);
        for (Eigen::Index k = 0; k < part.size(); ++k) {
            const Eigen::Index s = support[static_cast<std::size_t>(k)];
            part[k] = static_cast<double>(image[s]) +
                      SupportCholesky::leastRidge * static_cast<double>(m_h(s, s)) * v[k];
        }
    };
    const auto precondition = [&](const Vector& v) -> Vector {
        return m_factor.solve(v.cast<float>()).cast<double>();
    };
    const double goal = directionAccuracy * directionAccuracy * descent.dot(precondition(descent));
    if (!d.isZero(0)) {
        imageOf(d);
        residual -= part;
    }
    Vector preconditioned = precondition(residual);
    Vector direction = preconditioned;
    double energy = residual.dot(preconditioned);
    int iteration = 0;
    for (; iteration < maxDirectionSteps && energy > goal; ++iteration) {
        imageOf(direction);
        const double curvature = direction.dot(part);
        if (!(curvature > 0))
            break;
        const double step = energy / curvature;
        d += step * direction;
        residual -= step * part;
        preconditioned = precondition(residual);
        const double before = energy;
        energy = residual.dot(preconditioned);
        direction = preconditioned + (energy / before) * direction;
    }
    m_spent += iteration;
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

// To the minimum of q on the support. Weights that would change sign leave it one after the other, in the
// order in which they reach 0, and the others are solved for again: q falls with each, also where columns are
// nearly the same and their weights swing far against each other. False where too many would leave.
bool L1Quadratic::newtonStep()
{
    std::vector<Eigen::Index> members = support();
    Vector step = Vector::Zero(static_cast<Eigen::Index>(members.size()));
    for (int pass = 0; pass < maxPasses && !members.empty(); ++pass) {
        newtonDirection(members, descent(members), step);
        double length = 1; // of the step, to the first weight that reaches 0
        std::size_t first = members.size();
        int crossings = 0;
        for (std::size_t k = 0; k < members.size(); ++k) {
            const Eigen::Index s = members[k];
            const double by = step[static_cast<Eigen::Index>(k)];
            if (m_penalty[s] == 0 || (m_target[s] + by) * m_target[s] > 0)
                continue;
            ++crossings;
            if (const double reach = -m_target[s] / by; first == members.size() || reach < length) {
                length = std::min(1.0, reach);
                first = k;
            }
        }
        m_qMove += product(members, length * step);
        for (std::size_t k = 0; k < members.size(); ++k) {
            double& target = m_target[members[k]];
            target = k == first ? 0.0 : target + length * step[static_cast<Eigen::Index>(k)];
        }
        if (crossings == 0)
            return true;
        if (crossings > maxPasses)
            return false;
        // What is left of the step is where the next one starts from.
        const auto left = static_cast<Eigen::Index>(first);
        const Eigen::Index after = step.size() - left - 1;
        step.segment(left, after) = Vector(step.tail(after));
        step.conservativeResize(step.size() - 1);
        step *= 1 - length;
        members.erase(members.begin() + static_cast<std::ptrdiff_t>(first));
    }
    return false;
}

bool L1Quadratic::minimise(const Point& point, double goal, bool newton, Random& random,
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
    std::vector<std::size_t> order(m_set.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    // Before a Newton step coordinate descent need only find who comes and goes; with a factor at hand and
    // nobody who wants to join it has nothing to find.
    int epochs = firstEpochs;
    if (newton)
        epochs = !m_factor.empty() && violation(true) <= 0.1 * violation(false) ? 0 : laterEpochs;
    for (int round = 0;; ++round) {
        for (int epoch = 0; epoch < epochs && violation(false) > goal; ++epoch) {
            random.shuffle(order);
            sweep(order);
        }
        if (!newton || violation(false) <= goal || round == maxNewtonSteps)
            break;
        newton = newtonStep();
        epochs = newton ? laterEpochs : firstEpochs;
    }
    for (Eigen::Index s = 0; s < size; ++s)
        weights[static_cast<std::size_t>(s)] = m_target[s] / scale[s];
    return violation(false) <= goal;
}

} // namespace representer
