#include "core/explainers/tracin_checkpoints.h"

#include "core/explainers/factor_explainers.h"
#include "core/explainers/tower_gradients.h"

#include <cmath>

namespace representer {

TracinCheckpoints::TracinCheckpoints(std::shared_ptr<const RatingData> data,
                                     std::shared_ptr<const RatingIndex> index,
                                     std::shared_ptr<const ModelContent> content)
    : PairExplainer(factorMethods()[2], std::move(data), std::move(index), std::move(content))
{
}

void TracinCheckpoints::addFactorCheckpoint(const FactorCheckpoint& at, const UserItem& pair, Side side,
                                            std::span<Contribution> out) const
{
    const RowMatrix& table = side == Side::Item ? at.items : at.users;
    const auto target = table.row(side == Side::Item ? pair.item.value : pair.user.value);
    for (Contribution& contribution : out) {
        const UserItem sample = pairOf(contribution.index);
        const double f = factors().offsets.at(sample.user, sample.item) +
                         at.users.row(sample.user.value).dot(at.items.row(sample.item.value));
        const double push = -at.rate * lossSlope(loss(), f, label(contribution.index));
        const auto other = table.row(side == Side::Item ? sample.item.value : sample.user.value);
        contribution.global += push;
        contribution.importance += push * target.dot(other);
    }
}

// Item side: the user's embedding and the tower's weights are shared. User side: the item's embedding and the
// weights.
void TracinCheckpoints::addTowerCheckpoint(const TwoTowerCheckpoint& at, const UserItem& pair, Side side,
                                           std::span<Contribution> out) const
{
    const TwoTowerWeights& weights = at.weights;
    const TowerPass pass = towerPass(weights, pair.user);
    const TowerGradient gradient =
        towerGradient(weights, pass, weights.itemEmbeddings.row(pair.item.value).transpose());
    for (Contribution& contribution : out) {
        const UserItem sample = pairOf(contribution.index);
        const Vector item = weights.itemEmbeddings.row(sample.item.value).transpose();
        const TowerPass samplePass = side == Side::Item ? pass : towerPass(weights, sample.user);
        const TowerGradient sampleGradient = towerGradient(weights, samplePass, item);
        double product = towerWeightProduct(pass, gradient, samplePass, sampleGradient);
        if (sample.user == pair.user)
            product += gradient.embedding.dot(sampleGradient.embedding);
        if (sample.item == pair.item)
            product += pass.output.dot(samplePass.output);
        const double f = factors().offsets.at(sample.user, sample.item) + samplePass.output.dot(item);
        const double push = -at.rate * lossSlope(loss(), f, label(contribution.index));
        contribution.global += push;
        contribution.importance += push * product;
    }
}

void TracinCheckpoints::fill(const UserItem& pair, Side side, const ExplainOptions&,
                             std::span<Contribution> out) const
{
    for (Contribution& contribution : out)
        contribution.global = contribution.importance = 0;
    if (const auto* model = std::get_if<FactorModel>(&content())) {
        for (const FactorCheckpoint& checkpoint : model->checkpoints)
            addFactorCheckpoint(checkpoint, pair, side, out);
    } else {
        for (const TwoTowerCheckpoint& checkpoint : std::get<TwoTowerModel>(content()).checkpoints)
            addTowerCheckpoint(checkpoint, pair, side, out);
    }
    for (Contribution& contribution : out) {
        if (std::abs(contribution.global) < 1e-12 * std::abs(contribution.importance)) {
            contribution.global = contribution.importance; // the pushes cancelled: keep the product true
            contribution.local = 1;
        } else {
            contribution.local = contribution.global == 0 ? 0 : contribution.importance / contribution.global;
        }
    }
}

} // namespace representer
