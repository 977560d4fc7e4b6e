#pragma once

#include "core/base/matrix_types.h"
#include "core/base/task_context.h"
#include "core/trainers/factor_kernels.h"
#include "core/trainers/rating_problem.h"
#include "core/trainers/residual_spectrum.h"

#include <vector>

namespace representer {

// The nearly flat directions of a penalised factorisation at factors with orthogonal columns, U_k = sqrt(s_k)
// A_k and V_k = sqrt(s_k) B_k. The matrix R of slopes ties the two factors together: R B_k = -penalty A_k at
// a stationary point, and further pairs of singular vectors of R have values s_j only little below the
// penalty. A step  dU = A X, dV = B X  along such pairs (A, B extended by the next of them) costs no more
// than
//   2 sum_j (penalty - s_j) |X_j|^2  +  the curvature of the loss along  A X S^1/2 B_r^T + A_r S^1/2 X^T B^T,
// which for columns of small s_k is next to nothing, while each user's own block says `penalty`. Conjugate
// gradients that know only the blocks need hundreds of iterations for these directions; here they are
// inverted with the loss averaged: its curvature at (u, i) replaced by c_u c_i / sum c.
class FlatModes {
public:
    // users, items: factors with (nearly) orthogonal columns; weights: c of each user and item; negatives:
    // the curvature of every pair beside that; slopes: l' of each entry, by-user order.
    void prepare(const RatingProblem& problem, const PackedRows<double>& users,
                 const PackedRows<double>& items, const Eigen::VectorXf& userWeights,
                 const Eigen::VectorXf& itemWeights, const std::vector<double>& slopes,
                 const TaskContext& context);
    // stepUsers += A X, stepItems += B X,  X = (the costs above)^-1 (A^T users + B^T items)
    void addInverse(const PackedRows<float>& users, const PackedRows<float>& items,
                    PackedRows<float>& stepUsers, PackedRows<float>& stepItems) const;

private:
    SingularTriplets m_beyond;  // as first prepared
    PackedRows<float> m_users;  // A: users x modes
    PackedRows<float> m_items;  // B: items x modes
    Eigen::MatrixXf m_own;      // X_jk = own_jk T_jk + other_jk T_kj
    Eigen::MatrixXf m_mirrored; // for j, k both among the columns: there the two are tied by A_j B_k^T
};

} // namespace representer
