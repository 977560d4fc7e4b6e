#include "core/trainers/l1_quadratic.h"

#include "core/base/parallel.h"
#include "core/trainers/l1_problem.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numeric>

namespace representer {
namespace {

constexpr double leastCurvature = 1e-12;
constexpr std::int64_t columnGrain = 64; // columns of H per parallel block
// Epochs of coordinate descent alone, and before a Newton step.
constexpr int descentEpochs = 12, joiningEpochs = 3;
constexpr int maxNewtonSteps = 4;
// Of one Newton step: directions, along each of which weights may leave the support.
constexpr int maxPasses = 5;
// Of one Newton direction: the lowest relative accuracy (in the energy norm), and the most iterations.
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

// The current H times v, both |W|: exact where the matrix lags behind. By rows to Z v and by columns back:
// gathers from two short vectors.
Eigen::VectorXf L1Quadratic::product(const Eigen::VectorXf& v) const
{
    const auto gatheredDot = [](const float* values, const std::int32_t* places, std::int32_t begin,
                                std::int32_t end, const float* from) {
        float a = 0, b = 0, c = 0, d = 0; // one sum alone would wait for itself
        std::int32_t k = begin;
        for (; k + 4 <= end; k += 4) {
            a += values[k] * from[places[k]];
            b += values[k + 1] * from[places[k + 1]];
            c += values[k + 2] * from[places[k + 2]];
            d += values[k + 3] * from[places[k + 3]];
        }
        for (; k < end; ++k)
            a += values[k] * from[places[k]];
        const float sum = (a + b) + (c + d);
        return sum;
    };
    const Eigen::VectorXf from = v.cwiseProduct(m_unit);
    Eigen::VectorXf rows = Eigen::VectorXf::Zero(m_rowCurvature.size()); // curvature * (Z v)
    for (const std::shared_ptr<const Block>& block : m_blocks)
        for (Eigen::Index i = 0; i < rows.size(); ++i)
            if (m_rowCurvature[i] != 0)
                rows[i] += m_rowCurvature[i] * gatheredDot(block->value.data(), block->member.data(),
                                                           block->rowStart[static_cast<std::size_t>(i)],
                                                           block->rowStart[static_cast<std::size_t>(i) + 1],
                                                           from.data());
    Eigen::VectorXf result(v.size());
    Eigen::Index at = 0;
    for (const std::shared_ptr<const Block>& block : m_blocks)
        for (std::size_t c = 0; c + 1 < block->columnStart.size(); ++c, ++at)
            result[at] =
                m_unit[at] * gatheredDot(block->columnValue.data(), block->row.data(), block->columnStart[c],
                                         block->columnStart[c + 1], rows.data());
    return result;
}

// (H_SS + ridge)^-1 descent by conjugate gradients, with the factor of an H nearby. Without the ridge
// rounding would bend H downwards between columns that are nearly the same.
Vector L1Quadratic::newtonDirection(const std::vector<Eigen::Index>& support, const Vector& descent,
                                    double accuracy)
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
    Vector d = Vector::Zero(descent.size()), residual = descent, image(descent.size());
    Vector preconditioned = precondition(residual);
    Vector direction = preconditioned;
    double energy = residual.dot(preconditioned);
    const double goal = accuracy * accuracy * energy;
    int iteration = 0;
    for (; iteration < maxDirectionSteps && energy > goal; ++iteration) {
        Eigen::VectorXf spread = Eigen::VectorXf::Zero(m_q.size());
        for (std::size_t k = 0; k < support.size(); ++k)
            spread[support[k]] = static_cast<float>(direction[static_cast<Eigen::Index>(k)]);
        const Eigen::VectorXf product = this->product(spread);
        for (Eigen::Index k = 0; k < image.size(); ++k) {
            const Eigen::Index s = support[static_cast<std::size_t>(k)];
            image[k] = static_cast<double>(product[s]) +
                       SupportCholesky::leastRidge * static_cast<double>(m_h(s, s)) * direction[k];
        }
        const double curvature = direction.dot(image);
        if (!(curvature > 0))
            break;
        const double step = energy / curvature;
        d += step * direction;
        residual -= step * image;
        preconditioned = precondition(residual);
        const double before = energy;
        energy = residual.dot(preconditioned);
        direction = preconditioned + (energy / before) * direction;
    }
    m_spent += iteration;
    return d;
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
    Vector moved = Vector::Zero(m_q.size());
    for (;;) {
        double length = 1; // of the step, to the first weight that reaches 0
        std::size_t first = members.size();
        for (std::size_t k = 0; k < members.size(); ++k) {
            const Eigen::Index s = members[k];
            const double by = step[static_cast<Eigen::Index>(k)];
            if (m_penalty[s] == 0 || (m_target[s] + by) * m_target[s] > 0)
                continue;
            if (const double reach = -m_target[s] / by; first == members.size() || reach < length) {
                length = std::min(1.0, reach);
                first = k;
            }
        }
        for (std::size_t k = 0; k < members.size(); ++k) {
            const double by =
                k == first ? -m_target[members[k]] : length * step[static_cast<Eigen::Index>(k)];
            m_target[members[k]] = k == first ? 0.0 : m_target[members[k]] + by;
            moved[members[k]] += by;
        }
        if (first == members.size())
            return moved;
        const auto left = static_cast<Eigen::Index>(first);
        const Vector column = m_factor.roomToWithdraw() ? Vector(m_factor.withdraw(first).cast<double>())
                                                        : Vector::Zero(step.size());
        members.erase(members.begin() + static_cast<std::ptrdiff_t>(first));
        if (!(column[left] > 0)) // too many have left, or rounding: the next direction is for those that stay
            return moved;
        step *= 1 - length;
        step -= (step[left] / column[left]) * column;
        const Eigen::Index after = step.size() - left - 1;
        step.segment(left, after) = Vector(step.tail(after));
        step.conservativeResize(step.size() - 1);
    }
}

// To the minimum of q on the support, which weights leave that would change sign. False where they are too
// many.
bool L1Quadratic::newtonStep(double accuracy)
{
    std::vector<Eigen::Index> members = support();
    for (int pass = 0; pass < maxPasses && !members.empty(); ++pass) {
        const std::size_t before = members.size();
        const Vector direction = newtonDirection(members, descent(members), accuracy);
        const Vector moved = walk(members, direction);
        m_qMove += product(moved.cast<float>());
        if (members.size() == before)
            return true;
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
    const Vector from = m_target;
    const double start = violation();
    std::vector<std::size_t> order;
    for (int round = 0;; ++round) {
        // Before a Newton step coordinate descent need only find who joins the support.
        order.clear();
        for (Eigen::Index s = 0; s < size; ++s)
            if (!newton || (m_target[s] == 0 && l1Violation(slope(s), 0, m_penalty[s]) > 0))
                order.push_back(static_cast<std::size_t>(s));
        const int epochs = newton ? joiningEpochs : descentEpochs;
        for (int epoch = 0; epoch < epochs && violation() > goal; ++epoch) {
            random.shuffle(order);
            sweep(order, 0.5 * goal);
        }
        if (!newton)
            break;
        if (!order.empty()) // they moved by the matrix, which may lag behind
            m_qMove = product((m_target - from).cast<float>());
        if (violation() <= goal || round == maxNewtonSteps)
            break;
        newton = newtonStep(std::min(directionAccuracy, 0.5 * goal / start));
    }
    for (Eigen::Index s = 0; s < size; ++s)
        weights[static_cast<std::size_t>(s)] = m_target[s] / scale[s];
}

} // namespace representer
