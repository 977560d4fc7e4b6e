#include "core/trainers/l1_quadratic.h"

#include "core/trainers/l1_problem.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace representer {

namespace {

constexpr double leastCurvature = 1e-12;
// Epochs of coordinate descent before the first Newton step and between two of them.
constexpr int firstEpochs = 12, laterEpochs = 3;
constexpr int maxNewtonSteps = 4;
constexpr int maxPasses = 5;
// Of one Newton direction: relative accuracy (in the energy norm), and the iterations after which the factor
// is replaced.
constexpr double directionAccuracy = 0.05;
constexpr int patience = 8;

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
    m_factorPlace.resize(m_set.size(), -1);
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
    Eigen::Index s = 0;
    for (std::size_t b = 0; b < m_blocks.size(); ++b) {
        const Block& block = *m_blocks[b];
        for (std::size_t c = 0; c + 1 < block.columnStart.size(); ++c, ++s) {
            float* h = m_h.col(s).data();
            for (auto e = static_cast<std::size_t>(block.columnStart[c]);
                 e < static_cast<std::size_t>(block.columnStart[c + 1]); ++e) {
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
            largest = std::max(largest, l1Violation(m_q[s], m_target[s], m_penalty[s]));
    return largest;
}

// One coordinate after the other to its minimum.
void L1Quadratic::sweep(const std::vector<std::size_t>& order)
{
    for (const std::size_t s : order) {
        const auto at = static_cast<Eigen::Index>(s);
        if (l1Violation(m_q[at], m_target[at], m_penalty[at]) == 0)
            continue;
        const double h = std::max(static_cast<double>(m_h(at, at)), leastCurvature);
        const double u = m_target[at] - m_q[at] / h;
        const double next = std::copysign(std::max(0.0, std::abs(u) - m_penalty[at] / h), u);
        const double step = next - m_target[at];
        if (step == 0)
            continue;
        m_target[at] = next;
        m_q.noalias() += step * m_h.col(at).head(m_q.size()).cast<double>();
    }
}

void L1Quadratic::factorise(const std::vector<Eigen::Index>& support)
{
    const auto size = static_cast<Eigen::Index>(support.size());
    std::fill(m_factorPlace.begin(), m_factorPlace.end(), -1);
    m_factorScale.resize(size);
    for (Eigen::Index k = 0; k < size; ++k) {
        const Eigen::Index s = support[static_cast<std::size_t>(k)];
        m_factorPlace[static_cast<std::size_t>(s)] = static_cast<std::int32_t>(k);
        m_factorScale[k] = m_h(s, s) > 0 ? 1 / std::sqrt(m_h(s, s)) : 1.0F;
    }
    Eigen::MatrixXf scaled(size, size);
    for (Eigen::Index c = 0; c < size; ++c) {
        const auto column = m_h.col(support[static_cast<std::size_t>(c)]);
        for (Eigen::Index r = c; r < size; ++r)
            scaled(r, c) = column[support[static_cast<std::size_t>(r)]] * m_factorScale[r] * m_factorScale[c];
    }
    for (float ridge = 1e-6F;; ridge *= 10) {
        scaled.diagonal().setConstant(1 + ridge);
        m_factor.compute(scaled);
        if (m_factor.info() == Eigen::Success)
            break;
    }
    m_hasFactor = true;
}

Vector L1Quadratic::precondition(const std::vector<Eigen::Index>& support, const Vector& residual) const
{
    Eigen::VectorXf inner = Eigen::VectorXf::Zero(m_factorScale.size());
    for (std::size_t k = 0; k < support.size(); ++k)
        if (const std::int32_t place = m_factorPlace[static_cast<std::size_t>(support[k])]; place >= 0)
            inner[place] = m_factorScale[place] * static_cast<float>(residual[static_cast<Eigen::Index>(k)]);
    m_factor.solveInPlace(inner);
    Vector result(residual.size());
    for (std::size_t k = 0; k < support.size(); ++k) {
        const std::int32_t place = m_factorPlace[static_cast<std::size_t>(support[k])];
        const auto at = static_cast<Eigen::Index>(k);
        result[at] = place >= 0 ? static_cast<double>(m_factorScale[place] * inner[place])
                                : residual[at] / std::max(static_cast<double>(m_h(support[k], support[k])),
                                                          leastCurvature);
    }
    return result;
}

// H v for a v on the support: |W|
Vector L1Quadratic::product(const std::vector<Eigen::Index>& support, const Vector& v) const
{
    Vector image = Vector::Zero(m_q.size());
    for (Eigen::Index k = 0; k < v.size(); ++k)
        if (v[k] != 0)
            image.noalias() +=
                v[k] * m_h.col(support[static_cast<std::size_t>(k)]).head(m_q.size()).cast<double>();
    return image;
}

// H_SS^-1 descent by conjugate gradients with the factor of this support or of an earlier one.
Vector L1Quadratic::newtonDirection(const std::vector<Eigen::Index>& support, const Vector& descent)
{
    if (!m_hasFactor)
        factorise(support);
    Vector d = Vector::Zero(descent.size()), residual = descent, part(descent.size());
    Vector preconditioned = precondition(support, residual);
    Vector direction = preconditioned;
    double energy = residual.dot(preconditioned);
    const double goal = directionAccuracy * directionAccuracy * energy;
    int iteration = 0;
    for (; iteration < patience && energy > goal; ++iteration) {
        const Vector image = product(support, direction);
        for (Eigen::Index k = 0; k < part.size(); ++k)
            part[k] = image[support[static_cast<std::size_t>(k)]];
        const double curvature = direction.dot(part);
        if (!(curvature > 0))
            break;
        const double step = energy / curvature;
        d += step * direction;
        residual -= step * part;
        preconditioned = precondition(support, residual);
        const double before = energy;
        energy = residual.dot(preconditioned);
        direction = preconditioned + (energy / before) * direction;
    }
    m_hasFactor = iteration < patience;
    return d;
}

// To the minimum of q on the support with signs kept: a weight that would change sign becomes 0 and the
// others are solved for again. Where that does not lower q in the end: only as far as the first weight that
// reaches 0.
bool L1Quadratic::newtonStep()
{
    const Vector startTarget = m_target, startQ = m_q;
    Vector firstMove = Vector::Zero(m_q.size()), firstImage; // as far as the first weight that reaches 0
    double change = 0;                                       // of q
    for (int pass = 0; pass < maxPasses; ++pass) {
        std::vector<Eigen::Index> support;
        for (Eigen::Index s = 0; s < m_target.size(); ++s)
            if (m_target[s] != 0 || m_penalty[s] == 0)
                support.push_back(s);
        if (support.empty())
            return false;
        Vector descent(static_cast<Eigen::Index>(support.size())); // minus the gradient of q
        for (std::size_t k = 0; k < support.size(); ++k) {
            const Eigen::Index s = support[k];
            descent[static_cast<Eigen::Index>(k)] =
                -(m_q[s] + (m_target[s] > 0 ? m_penalty[s] : -m_penalty[s]));
        }
        Vector step = newtonDirection(support, descent);
        const Vector direction = step;
        double length = 1;
        bool crossed = false;
        for (std::size_t k = 0; k < support.size(); ++k) {
            const Eigen::Index s = support[k];
            double& move = step[static_cast<Eigen::Index>(k)];
            if (m_penalty[s] == 0 || (m_target[s] + move) * m_target[s] > 0)
                continue;
            length = std::min(length, -m_target[s] / move);
            move = -m_target[s];
            crossed = true;
        }
        if (pass == 0 && crossed) {
            for (std::size_t k = 0; k < support.size(); ++k)
                firstMove[support[k]] = length * direction[static_cast<Eigen::Index>(k)];
            firstImage = length * product(support, direction);
        }
        const Vector image = product(support, step);
        for (std::size_t k = 0; k < support.size(); ++k) {
            const auto at = static_cast<Eigen::Index>(k);
            change += step[at] * (0.5 * image[support[k]] - descent[at]); // the penalty is linear here
            const double next = m_target[support[k]] + step[at];
            m_target[support[k]] = step[at] == -m_target[support[k]] ? 0.0 : next;
        }
        m_q += image;
        if (!crossed)
            break;
    }
    if (change <= 0)
        return true;
    if (firstImage.size() == 0) {
        m_target = startTarget;
        m_q = startQ;
        return false;
    }
    m_target = startTarget + firstMove;
    for (Eigen::Index s = 0; s < m_target.size(); ++s)
        if (m_penalty[s] != 0 && m_target[s] * startTarget[s] <= 0)
            m_target[s] = 0; // the one that reached it, to the last bit
    m_q = startQ + firstImage;
    return true;
}

void L1Quadratic::minimise(const Point& point, double goal, bool newton, Random& random,
                           std::vector<double>& weights)
{
    assert(point.gradient.size() == m_set.size() && weights.size() == m_set.size());
    // H is that of slightly other curvatures. Scaling its rows and columns makes the diagonal right.
    const auto size = static_cast<Eigen::Index>(m_set.size());
    Vector scale(size);
    m_q.resize(size);
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
    // With a factor at hand and nobody who wants to join, coordinate descent has nothing to find.
    int epochs = newton && m_hasFactor && violation(true) <= 0.1 * violation(false) ? 0 : firstEpochs;
    for (int round = 0; round <= maxNewtonSteps; ++round) {
        for (int epoch = 0; epoch < epochs && violation(false) > goal; ++epoch) {
            random.shuffle(order);
            sweep(order);
        }
        if (!newton || violation(false) <= goal || round == maxNewtonSteps)
            break;
        epochs = newtonStep() ? laterEpochs : firstEpochs;
    }
    for (Eigen::Index s = 0; s < size; ++s)
        weights[static_cast<std::size_t>(s)] = m_target[s] / scale[s];
}

} // namespace representer
