#include "core/explainers/tower_gradients.h"

namespace representer {

TowerPass towerPass(const TwoTowerWeights& weights, UserIndex user)
{
    TowerPass pass;
    Vector h = weights.userEmbeddings.row(user.value).transpose();
    for (std::size_t l = 0; l < weights.layers.size(); ++l) {
        const DenseLayer& layer = weights.layers[l];
        Vector next = layer.weights * h + layer.bias;
        if (l + 1 < weights.layers.size())
            next = next.cwiseMax(0.0);
        pass.inputs.push_back(std::move(h));
        h = std::move(next);
    }
    pass.output = std::move(h);
    return pass;
}

Matrix towerJacobian(const TwoTowerWeights& weights, UserIndex user)
{
    const TowerPass pass = towerPass(weights, user);
    const Eigen::Index k = weights.itemEmbeddings.cols();
    Matrix jacobian = Matrix::Identity(k, k);
    for (std::size_t l = weights.layers.size(); l-- > 0;) {
        jacobian = jacobian * weights.layers[l].weights;
        if (l > 0)
            jacobian = jacobian * (pass.inputs[l].array() > 0).cast<double>().matrix().asDiagonal();
    }
    return jacobian;
}

TowerGradient towerGradient(const TwoTowerWeights& weights, const TowerPass& pass, const Vector& v)
{
    TowerGradient gradient;
    gradient.deltas.resize(weights.layers.size());
    Vector delta = v;
    for (std::size_t l = weights.layers.size(); l-- > 0;) {
        gradient.deltas[l] = delta;
        delta = weights.layers[l].weights.transpose() * delta;
        if (l > 0)
            delta = (pass.inputs[l].array() > 0).select(delta, 0.0);
    }
    gradient.embedding = std::move(delta);
    return gradient;
}

double towerWeightProduct(const TowerPass& a, const TowerGradient& ga, const TowerPass& b,
                          const TowerGradient& gb)
{
    double sum = 0;
    for (std::size_t l = 0; l < ga.deltas.size(); ++l)
        sum += ga.deltas[l].dot(gb.deltas[l]) * (a.inputs[l].dot(b.inputs[l]) + 1);
    return sum;
}

} // namespace representer
