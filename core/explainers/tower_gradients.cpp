#include "core/explainers/tower_gradients.h"

namespace representer {

TowerPass towerPass(const TwoTowerWeights& weights, std::span<const UserIndex> users)
{
    TowerPass pass;
    Matrix h(weights.userEmbeddings.cols(), static_cast<Eigen::Index>(users.size()));
    for (std::size_t u = 0; u < users.size(); ++u)
        h.col(static_cast<Eigen::Index>(u)) = weights.userEmbeddings.row(users[u].value).transpose();
    for (std::size_t l = 0; l < weights.layers.size(); ++l) {
        const DenseLayer& layer = weights.layers[l];
        Matrix next = layer.weights * h;
        next.colwise() += layer.bias;
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
    const TowerPass pass = towerPass(weights, {&user, 1});
    const Eigen::Index k = weights.itemEmbeddings.cols();
    Matrix jacobian = Matrix::Identity(k, k);
    for (std::size_t l = weights.layers.size(); l-- > 0;) {
        jacobian = jacobian * weights.layers[l].weights;
        if (l > 0)
            jacobian = jacobian * (pass.inputs[l].col(0).array() > 0).cast<double>().matrix().asDiagonal();
    }
    return jacobian;
}

TowerGradient towerGradient(const TwoTowerWeights& weights, const TowerPass& pass, const Vector& v)
{
    TowerGradient gradient;
    gradient.deltas.resize(weights.layers.size());
    Matrix delta = v.replicate(1, pass.output.cols());
    for (std::size_t l = weights.layers.size(); l-- > 0;) {
        Matrix before = weights.layers[l].weights.transpose() * delta;
        if (l > 0)
            before = (pass.inputs[l].array() > 0).select(before, 0.0);
        gradient.deltas[l] = std::move(delta);
        delta = std::move(before);
    }
    gradient.embedding = std::move(delta);
    return gradient;
}

Vector towerWeightProducts(const TowerPass& a, const TowerGradient& ga, const TowerPass& b,
                           const TowerGradient& gb)
{
    Vector sums = Vector::Zero(b.output.cols());
    for (std::size_t l = 0; l < ga.deltas.size(); ++l) {
        const Vector deltas = gb.deltas[l].transpose() * ga.deltas[l].col(0);
        const Vector inputs = b.inputs[l].transpose() * a.inputs[l].col(0);
        sums.array() += deltas.array() * (inputs.array() + 1);
    }
    return sums;
}

// With delta'_l = A_l v, q is the sum of A_l^T delta_l (|h_l|^2 + 1): what each layer adds is carried to the
// output.
Vector towerOwnProduct(const TwoTowerWeights& weights, const TowerPass& a, const TowerGradient& ga)
{
    Vector carried = ga.embedding.col(0);
    for (std::size_t l = 0; l < weights.layers.size(); ++l) {
        const auto h = a.inputs[l].col(0);
        if (l > 0)
            carried = (h.array() > 0).select(carried, 0.0).eval();
        carried = (weights.layers[l].weights * carried + (h.squaredNorm() + 1) * ga.deltas[l].col(0)).eval();
    }
    return carried;
}

} // namespace representer
