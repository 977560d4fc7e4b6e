#pragma once

#include "core/base/matrix_types.h"
#include "core/models/factor_balance.h"
#include "core/trainers/rating_problem.h"
#include "core/trainers/residual_spectrum.h"

#include <vector>

namespace representer {

// The directions a b^T of a low-rank solution that come and go until its rank is right. Slopes are l' of each
// entry at the factors, by-user order.

// Of factors whose columns are orthogonal.
Matrix unitColumns(const RowMatrix& factors);

// Drops the directions whose singular value is at most `smallest`.
void dropShort(BalancedFactors& factors, double smallest);

// Drops the short directions whose best length, all others kept, is none: the objective falls by that.
// Newton's method only halves them in each step, and is slow beside them.
void dropVanishing(BalancedFactors& factors, const RatingProblem& problem, const std::vector<double>& slopes);

// Appends -c a, c b for each of the first `count` triplets of the slopes, where
// c^2 = (value - penalty) / sum_e a_u^2 b_i^2 minimises the objective along that direction alone: slopes are
// Theta - y, so what is missing is minus their singular pair.
void addDirections(BalancedFactors& factors, const SingularTriplets& triplets, Eigen::Index count,
                   const RatingProblem& problem, const std::vector<double>& slopes);

} // namespace representer
