#include "core/trainers/flat_modes.h"

#include "core/base/parallel_algebra.h"

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

// Costs below this part of the penalty are not told apart: the averages are not that good, and a missing
// direction would have a negative one.
constexpr double leastCost = 4e-3;

} // namespace

int FlatModes::pairsBeyond(Eigen::Index width)
{
    return static_cast<int>(std::clamp<Eigen::Index>(2 * width / 5, 32, 128));
}

void FlatModes::prepare(const RatingProblem& problem, const PackedRows<double>& users,
                        const PackedRows<double>& items, const Eigen::VectorXf& userWeights,
                        const Eigen::VectorXf& itemWeights, const SingularTriplets& beyond)
{
    m_width = users.cols();
    const Vector userNorm = users.colwise().norm(), itemNorm = items.colwise().norm();
    const Vector length = userNorm.cwiseProduct(itemNorm); // s
    const auto inverse = [](double norm) { return norm > 0 ? 1 / norm : 0.0; };
    // Shorter ones are not flat; in a small table they are what deflation has left of the columns themselves.
    const Eigen::Index pairs = (beyond.values.array() > problem.penalty / 2).count();
    const Eigen::Index modes = m_width + pairs;
    m_users.resize(users.rows(), modes);
    m_items.resize(items.rows(), modes);
    m_users.leftCols(m_width) = (users * userNorm.unaryExpr(inverse).asDiagonal()).cast<float>();
    m_items.leftCols(m_width) = (items * itemNorm.unaryExpr(inverse).asDiagonal()).cast<float>();
    if (pairs > 0) {
        m_users.rightCols(pairs) = -beyond.left.leftCols(pairs).cast<float>();
        m_items.rightCols(pairs) = beyond.right.leftCols(pairs).cast<float>();
    }

    const auto total = static_cast<double>(userWeights.sum());
    const Vector userShare = (m_users.cwiseAbs2().transpose() * userWeights).cast<double>();
    const Vector itemShare = (m_items.cwiseAbs2().transpose() * itemWeights).cast<double>();
    const double least = leastCost * problem.penalty;
    m_inverse.own.setZero(modes, m_width);
    m_inverse.mirror.setZero(m_width, m_width);
    m_turn.own.setZero(m_width, m_width);
    m_turn.mirror.setZero(m_width, m_width);
    for (Eigen::Index k = 0; k < m_width; ++k) {
        if (!(length[k] > 0))
            continue;
        for (Eigen::Index j = 0; j < modes; ++j) {
            const double curvature =
                (userShare[j] * itemShare[k] + userShare[k] * itemShare[j]) / std::max(total, 1e-300) +
                2 * problem.negatives;
            if (j >= m_width) {
                const double rest = 2 * (problem.penalty - beyond.values[j - m_width]);
                m_inverse.own(j, k) =
                    static_cast<float>(1 / std::max(least, rest + std::max(0.0, length[k] * curvature)));
            } else if (j == k) {
                m_inverse.own(j, k) = static_cast<float>(1 / std::max(least, 2 * length[k] * curvature));
            } else if (length[j] > 0) {
                const double sum = length[j] + length[k];
                const double product = std::sqrt(length[j] * length[k]);
                const double cost = std::max(least, sum * curvature);
                m_inverse.own(j, k) = static_cast<float>(length[k] / sum / cost);
                m_inverse.mirror(j, k) = static_cast<float>(product / sum / cost);
                // Halved because T adds up both sides.
                m_turn.own(j, k) = static_cast<float>(length[j] / sum / 2);
                m_turn.mirror(j, k) = static_cast<float>(product / sum / 2);
            }
        }
    }
}

void FlatModes::addInverse(const PackedRows<float>& users, const PackedRows<float>& items,
                           PackedRows<float>& stepUsers, PackedRows<float>& stepItems) const
{
    const Eigen::MatrixXf along = transposedProduct(m_users, users) + transposedProduct(m_items, items);
    const Eigen::MatrixXf inStep = transposedProduct(m_users.leftCols(m_width), stepUsers) +
                                   transposedProduct(m_items.leftCols(m_width), stepItems);
    Eigen::MatrixXf x = along.cwiseProduct(m_inverse.own);
    x.topRows(m_width) += along.topRows(m_width).transpose().cwiseProduct(m_inverse.mirror) -
                          inStep.cwiseProduct(m_turn.own) +
                          inStep.transpose().cwiseProduct(m_turn.mirror);
    addProduct(stepUsers, m_users, x);
    addProduct(stepItems, m_items, x);
}

} // namespace representer
