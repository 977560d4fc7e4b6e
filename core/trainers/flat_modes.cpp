#include "core/trainers/flat_modes.h"

#include "core/base/parallel_algebra.h"
#include "core/trainers/residual_spectrum.h"

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

// Costs below this part of the penalty are not told apart: the averages are not that good, and a missing
// direction would have a negative one.
constexpr double leastCost = 4e-3;

// How many pairs beyond the columns: each spares less than the one before and costs the same.
Eigen::Index pairsBeyond(Eigen::Index width)
{
    return std::clamp<Eigen::Index>(width / 4, 32, 96);
}

} // namespace

void FlatModes::prepare(const RatingProblem& problem, const PackedRows<double>& users,
                        const PackedRows<double>& items, const Eigen::VectorXf& userWeights,
                        const Eigen::VectorXf& itemWeights, const std::vector<double>& slopes,
                        const TaskContext& context)
{
    const Eigen::Index width = users.cols();
    const Vector userNorm = users.colwise().norm(), itemNorm = items.colwise().norm();
    const Vector length = userNorm.cwiseProduct(itemNorm); // s
    const auto inverse = [](double norm) { return norm > 0 ? 1 / norm : 0.0; };
    const Matrix left = users * userNorm.unaryExpr(inverse).asDiagonal();
    const Matrix right = items * itemNorm.unaryExpr(inverse).asDiagonal();
    // From one step to the next the pairs beyond change less than the averages err.
    if (m_beyond.values.size() == 0)
        m_beyond =
            leadingSingular(problem, slopes, left, right, static_cast<int>(pairsBeyond(width)), 4, context);
    // Shorter ones are not flat; in a small table they are what deflation has left of the columns themselves.
    const Eigen::Index pairs = (m_beyond.values.array() > problem.penalty / 2).count();
    const Eigen::Index modes = width + pairs;
    m_users.resize(users.rows(), modes);
    m_items.resize(items.rows(), modes);
    m_users << left.cast<float>(), -m_beyond.left.leftCols(pairs).cast<float>();
    m_items << right.cast<float>(), m_beyond.right.leftCols(pairs).cast<float>();

    const auto total = static_cast<double>(userWeights.sum());
    const Vector userShare = (m_users.cwiseAbs2().transpose() * userWeights).cast<double>();
    const Vector itemShare = (m_items.cwiseAbs2().transpose() * itemWeights).cast<double>();
    const double least = leastCost * problem.penalty;
    m_own.setZero(modes, width);
    m_mirrored.setZero(width, width);
    for (Eigen::Index k = 0; k < width; ++k) {
        if (!(length[k] > 0))
            continue;
        for (Eigen::Index j = 0; j < modes; ++j) {
            const double curvature =
                (userShare[j] * itemShare[k] + userShare[k] * itemShare[j]) / std::max(total, 1e-300) +
                2 * problem.negatives;
            if (j >= width) {
                const double rest = 2 * (problem.penalty - m_beyond.values[j - width]);
                m_own(j, k) =
                    static_cast<float>(1 / std::max(least, rest + std::max(0.0, length[k] * curvature)));
            } else if (j == k) {
                m_own(j, k) = static_cast<float>(1 / std::max(least, 2 * length[k] * curvature));
            } else if (length[j] > 0) {
                // Only sqrt(s_k) X_jk + sqrt(s_j) X_kj changes a score; the other combination turns both
                // factors alike.
                const double sum = length[j] + length[k];
                const double cost = std::max(least, sum * curvature);
                m_own(j, k) = static_cast<float>(length[k] / sum / cost);
                m_mirrored(j, k) = static_cast<float>(std::sqrt(length[j] * length[k]) / sum / cost);
            }
        }
    }
}

void FlatModes::addInverse(const PackedRows<float>& users, const PackedRows<float>& items,
                           PackedRows<float>& stepUsers, PackedRows<float>& stepItems) const
{
    const Eigen::Index width = users.cols();
    const Eigen::MatrixXf along = transposedProduct(m_users, users) + transposedProduct(m_items, items);
    Eigen::MatrixXf x = along.cwiseProduct(m_own);
    x.topRows(width) += along.topRows(width).transpose().cwiseProduct(m_mirrored);
    addProduct(stepUsers, m_users, x);
    addProduct(stepItems, m_items, x);
}

} // namespace representer
