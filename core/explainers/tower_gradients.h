#pragma once

#include "core/models/two_tower_model.h"

#include <span>
#include <vector>

namespace representer {

// What the user tower computed for some users, one column each, kept for gradients.
struct TowerPass {
    std::vector<Matrix> inputs; // input of each layer; inputs[0] are the embeddings
    Matrix output;              // k x users
};
TowerPass towerPass(const TwoTowerWeights& weights, std::span<const UserIndex> users);

// J: k x d, derivative of the tower's output by the user's embedding.
Matrix towerJacobian(const TwoTowerWeights& weights, UserIndex user);

// Gradient of <tower(user), v> by what each layer receives: deltas[l] is the derivative by the pre-activation
// of layer l (out_l x users), embedding that by the users' embeddings (d x users).
struct TowerGradient {
    std::vector<Matrix> deltas;
    Matrix embedding;
};
TowerGradient towerGradient(const TwoTowerWeights& weights, const TowerPass& pass, const Vector& v);

// Inner products of the gradient of one score, a, with those of others, by the tower's weights and biases:
// sum_l <delta_l, delta'_l> (<h_l, h'_l> + 1), one per user of b.
Vector towerWeightProducts(const TowerPass& a, const TowerGradient& ga, const TowerPass& b,
                           const TowerGradient& gb);

// The same, and the product of the gradients by the embedding, when b is the user of a with another item v:
// that is linear in v. Returns q: k, so that the product is <q, v>.
Vector towerOwnProduct(const TwoTowerWeights& weights, const TowerPass& a, const TowerGradient& ga);

} // namespace representer
