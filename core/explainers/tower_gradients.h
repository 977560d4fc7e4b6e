#pragma once

#include "core/models/two_tower_model.h"

#include <vector>

namespace representer {

// What the user tower computed for one user, kept for gradients.
struct TowerPass {
    std::vector<Vector> inputs; // input of each layer; inputs[0] is the embedding
    Vector output;              // k
};
TowerPass towerPass(const TwoTowerWeights& weights, UserIndex user);

// J: k x d, derivative of the tower's output by the user's embedding.
Matrix towerJacobian(const TwoTowerWeights& weights, UserIndex user);

// Gradient of <tower(user), v> by what each layer receives: deltas[l] is the derivative by the pre-activation
// of layer l (out_l), embedding that by the user's embedding (d).
struct TowerGradient {
    std::vector<Vector> deltas;
    Vector embedding;
};
TowerGradient towerGradient(const TwoTowerWeights& weights, const TowerPass& pass, const Vector& v);

// Inner product of the gradients of two scores by the tower's weights and biases:
// sum_l <delta_l, delta'_l> (<h_l, h'_l> + 1).
double towerWeightProduct(const TowerPass& a, const TowerGradient& ga, const TowerPass& b,
                          const TowerGradient& gb);

} // namespace representer
