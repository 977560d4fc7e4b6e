#include "core/models/two_tower_model.h"

namespace representer {

// H: users x d; after each layer H W^T + b, ReLU between layers.
RowMatrix userTowerOutputs(const TwoTowerWeights& weights)
{
    RowMatrix h = weights.userEmbeddings;
    for (std::size_t l = 0; l < weights.layers.size(); ++l) {
        const DenseLayer& layer = weights.layers[l];
        RowMatrix next = h * layer.weights.transpose();
        next.rowwise() += layer.bias.transpose();
        if (l + 1 < weights.layers.size())
            next = next.cwiseMax(0.0);
        h = std::move(next);
    }
    return h;
}

RowMatrix TwoTowerModel::userOutputs() const
{
    return userTowerOutputs(weights);
}

double TwoTowerModel::score(UserIndex user, ItemIndex item) const
{
    Vector h = weights.userEmbeddings.row(user.value).transpose();
    for (std::size_t l = 0; l < weights.layers.size(); ++l) {
        const DenseLayer& layer = weights.layers[l];
        Vector next = layer.weights * h + layer.bias;
        if (l + 1 < weights.layers.size())
            next = next.cwiseMax(0.0);
        h = std::move(next);
    }
    return offsets.at(user, item) + weights.itemEmbeddings.row(item.value).dot(h);
}

} // namespace representer
