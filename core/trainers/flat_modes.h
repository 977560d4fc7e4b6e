#pragma once

#include "core/base/matrix_types.h"
#include "core/trainers/factor_kernels.h"
#include "core/trainers/rating_problem.h"
#include "core/trainers/residual_spectrum.h"

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
// Flat altogether is what turns both factors alike: dU = U K, dV = V K with K^T = -K changes no score. Away
// from a stationary point the Hessian has small values of either sign there, which conjugate gradients must
// not meet: steps are kept free of such turns.
class FlatModes {
public:
    // How many pairs beyond the columns are worth knowing: each spares less than the one before and costs the
    // same.
    static int pairsBeyond(Eigen::Index width);

    // users, items: factors with (nearly) orthogonal columns; weights: c of each user and item; beyond: pairs
    // of singular vectors of the slopes that come after those of the columns.
    void prepare(const RatingProblem& problem, const PackedRows<double>& users,
                 const PackedRows<double>& items, const Eigen::VectorXf& userWeights,
                 const Eigen::VectorXf& itemWeights, const SingularTriplets& beyond);
    // stepUsers += A X, stepItems += B X,  X = (the costs above)^-1 (A^T users + B^T items), without the turns
    // that were in the step.
    void addInverse(const PackedRows<float>& users, const PackedRows<float>& items,
                    PackedRows<float>& stepUsers, PackedRows<float>& stepItems) const;

private:
    // Of columns j, k the score changes with sqrt(s_k) X_jk + sqrt(s_j) X_kj; sqrt(s_j) X_jk - sqrt(s_k) X_kj
    // is a turn. So each of the two entries is made of itself and of its mirror image.
    struct Mirrored {
        Eigen::MatrixXf own;
        Eigen::MatrixXf mirror; // columns only: width x width
    };

    Eigen::Index m_width = 0;
    PackedRows<float> m_users; // A: users x modes
    PackedRows<float> m_items; // B: items x modes
    Mirrored m_inverse;        // X_jk = own_jk T_jk + mirror_jk T_kj,  T = A^T users + B^T items
    Mirrored m_turn;           // the turn in a step of T: own_jk T_jk - mirror_jk T_kj
};

} // namespace representer
