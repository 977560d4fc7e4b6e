#include "core/explainers/tracin_checkpoints.h"

#include "core/explainers/factor_explainers.h"
#include "core/explainers/tower_gradients.h"

#include <algorithm>
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
// weights; the tower is evaluated for many users at a time.
void TracinCheckpoints::addTowerCheckpoint(const TwoTowerCheckpoint& at, const UserItem& pair, Side side,
                                           std::span<Contribution> out) const
{
    const TwoTowerWeights& weights = at.weights;
    const TowerPass pass = towerPass(weights, {&pair.user, 1});
    const Vector target = weights.itemEmbeddings.row(pair.item.value).transpose();
    const TowerGradient gradient = towerGradient(weights, pass, target);
    const double square = pass.output.squaredNorm();
    const auto add = [&](Contribution& contribution, const UserItem& sample, double score, double product) {
        const double f = factors().offsets.at(sample.user, sample.item) + score;
        const double push = -at.rate * lossSlope(loss(), f, label(contribution.index));
        contribution.global += push;
        contribution.importance += push * product;
    };
    if (side == Side::Item) {
        const Vector own = towerOwnProduct(weights, pass, gradient);
        for (Contribution& contribution : out) {
            const UserItem sample = pairOf(contribution.index);
            const auto item = weights.itemEmbeddings.row(sample.item.value);
            const double product = item.dot(own) + (sample.item == pair.item ? square : 0);
            add(contribution, sample, item.dot(pass.output.col(0)), product);
        }
        return;
    }
    constexpr std::size_t atOnce = 128; // users whose activations stay in a core's cache
    std::vector<UserIndex> users;
    for (std::size_t begin = 0; begin < out.size(); begin += atOnce) {
        const auto block = out.subspan(begin, std::min(atOnce, out.size() - begin));
        users.clear();
        for (const Contribution& contribution : block)
            users.push_back(pairOf(contribution.index).user);
        const TowerPass others = towerPass(weights, users);
        const TowerGradient back = towerGradient(weights, others, target);
        const Vector products = towerWeightProducts(pass, gradient, others, back) +
                                others.output.transpose() * pass.output.col(0);
        const Vector scores = others.output.transpose() * target;
        for (std::size_t s = 0; s < block.size(); ++s) {
            const auto c = static_cast<Eigen::Index>(s);
            const double embedding =
                users[s] == pair.user ? gradient.embedding.col(0).dot(back.embedding.col(c)) : 0;
            add(block[s], {users[s], pair.item}, scores[c], products[c] + embedding);
        }
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
