#include "core/explainers/high_dim_factors.h"

#include "core/base/parallel.h"
#include "core/explainers/factor_explainers.h"
#include "core/models/factor_balance.h"

namespace representer {

HighDimFactors::HighDimFactors(std::shared_ptr<const RatingData> data,
                               std::shared_ptr<const RatingIndex> index,
                               std::shared_ptr<const ModelContent> content)
    : PairExplainer(factorMethods()[0], std::move(data), std::move(index), std::move(content))
{
    const auto* model = std::get_if<FactorModel>(&this->content());
    m_promises = model != nullptr && model->penalty > 0 &&
                 (model->origin == FactorModel::Origin::NuclearNorm ||
                  model->origin == FactorModel::Origin::PenalisedMf);
    if (m_promises) {
        m_scale = 1 / model->penalty;
    } else {
        BalancedFactors balanced = balanceFactors(factors().users, factors().items);
        m_users = std::move(balanced.users);
        m_items = std::move(balanced.items);
    }
}

void HighDimFactors::fill(const UserItem& pair, Side side, const ExplainOptions&,
                          std::span<Contribution> out) const
{
    const RowMatrix& table = side == Side::Item ? (m_promises ? factors().items : m_items)
                                                : (m_promises ? factors().users : m_users);
    const auto& entities = side == Side::Item ? train().items : train().users;
    const auto target = table.row(side == Side::Item ? pair.item.value : pair.user.value);
    for (Contribution& contribution : out) {
        contribution.global = -m_scale * slope(contribution.index);
        contribution.local =
            target.dot(table.row(entities[static_cast<std::size_t>(contribution.index.value)]));
    }
}

std::vector<double> HighDimFactors::selfImportances() const
{
    const Vector users = (m_promises ? factors().users : m_users).rowwise().squaredNorm();
    const Vector items = (m_promises ? factors().items : m_items).rowwise().squaredNorm();
    std::vector<double> result(train().size());
    parallelBlocks(static_cast<std::int64_t>(result.size()), 1 << 15,
                   [&](std::int64_t begin, std::int64_t end) {
                       for (auto row = begin; row < end; ++row) {
                           const TrainIndex index{static_cast<std::int32_t>(row)};
                           const UserItem pair = pairOf(index);
                           result[static_cast<std::size_t>(row)] =
                               -m_scale * slope(index) * (users[pair.user.value] + items[pair.item.value]);
                       }
                   });
    return result;
}

} // namespace representer
