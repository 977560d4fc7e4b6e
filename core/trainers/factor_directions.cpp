#include "core/trainers/factor_directions.h"

#include "core/base/parallel.h"

namespace representer {

namespace {

void keepFirst(BalancedFactors& factors, Eigen::Index rank)
{
    factors.users.conservativeResize(Eigen::NoChange, rank);
    factors.items.conservativeResize(Eigen::NoChange, rank);
    factors.singularValues.conservativeResize(rank);
}

// The loss along each direction a b^T: sum_e l'_e a_u b_i, and sum_e a_u^2 b_i^2.
struct Along {
    Eigen::ArrayXd slope;
    Eigen::ArrayXd curvature;
};

// left: users x count, right: items x count
Along lossAlong(const RatingProblem& problem, const std::vector<double>& slopes, const RowMatrix& left,
                const RowMatrix& right)
{
    constexpr std::int64_t grain = 256;
    using Row = Eigen::Array<double, 1, Eigen::Dynamic>;
    const RatingProblem::Group& byUser = problem.byUser;
    const Eigen::Index count = left.cols();
    const Eigen::Index blocks = (byUser.size() + grain - 1) / grain;
    Eigen::ArrayXXd slope = Eigen::ArrayXXd::Zero(count, blocks);
    Eigen::ArrayXXd curvature = Eigen::ArrayXXd::Zero(count, blocks);
    parallelBlocks(byUser.size(), grain, [&](std::int64_t begin, std::int64_t end) {
        Row sloped(count), squares(count);
        for (std::int64_t u = begin; u < end; ++u) {
            sloped.setZero();
            squares.setZero();
            for (auto e = static_cast<std::size_t>(byUser.begin[static_cast<std::size_t>(u)]);
                 e < static_cast<std::size_t>(byUser.begin[static_cast<std::size_t>(u) + 1]); ++e) {
                const auto item = right.row(byUser.other[e]).array();
                sloped += slopes[e] * item;
                squares += item.square();
            }
            const auto user = left.row(u).array();
            slope.col(begin / grain) += (user * sloped).transpose();
            curvature.col(begin / grain) += (user.square() * squares).transpose();
        }
    });
    return {slope.rowwise().sum(), curvature.rowwise().sum().max(1e-12)};
}

} // namespace

Matrix unitColumns(const RowMatrix& factors)
{
    return factors.colwise().normalized();
}

void dropShort(BalancedFactors& factors, double smallest)
{
    keepFirst(factors, (factors.singularValues.array() > smallest).count());
}

void dropVanishing(BalancedFactors& factors, const RatingProblem& problem, const std::vector<double>& slopes)
{
    constexpr double shortest = 1e-2; // relative to the longest
    const Eigen::ArrayXd length = factors.singularValues.array();
    const Eigen::Index rank = length.size(), few = (length < shortest * length[0]).count();
    const Along along = lossAlong(problem, slopes, unitColumns(factors.users.rightCols(few)),
                                  unitColumns(factors.items.rightCols(few)));
    const Eigen::Index first = rank - few;
    Eigen::Index kept = first;
    for (Eigen::Index c = 0; c < few; ++c) {
        if (length[first + c] * along.curvature[c] <= along.slope[c] + problem.penalty)
            continue;
        factors.users.col(kept) = factors.users.col(first + c);
        factors.items.col(kept) = factors.items.col(first + c);
        factors.singularValues[kept] = length[first + c];
        ++kept;
    }
    keepFirst(factors, kept);
}

void addDirections(BalancedFactors& factors, const SingularTriplets& triplets, Eigen::Index count,
                   const RatingProblem& problem, const std::vector<double>& slopes)
{
    const Eigen::Index rank = factors.users.cols();
    const RowMatrix left = triplets.left.leftCols(count), right = triplets.right.leftCols(count);
    const Vector scale = ((triplets.values.head(count).array() - problem.penalty) /
                          lossAlong(problem, slopes, left, right).curvature)
                             .sqrt();
    factors.users.conservativeResize(Eigen::NoChange, rank + count);
    factors.items.conservativeResize(Eigen::NoChange, rank + count);
    factors.users.rightCols(count) = -left * scale.asDiagonal();
    factors.items.rightCols(count) = right * scale.asDiagonal();
}

} // namespace representer
