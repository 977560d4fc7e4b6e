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
    prepareWeights();
}

void HighDimFactors::prepareWeights()
{
    constexpr std::int64_t grain = 1 << 14;
    const auto rows = static_cast<std::int64_t>(train().size());
    m_weights.resize(train().size());
    m_weightsByItem.resize(train().size());
    m_usersByItem.resize(train().size());
    parallelBlocks(rows, grain, [&](std::int64_t begin, std::int64_t end) {
        for (auto row = begin; row < end; ++row)
            m_weights[static_cast<std::size_t>(row)] =
                -m_scale * slope(TrainIndex{static_cast<std::int32_t>(row)});
    });
    parallelBlocks(rows, grain, [&](std::int64_t begin, std::int64_t end) {
        for (auto place = begin; place < end; ++place) {
            const auto p = static_cast<std::size_t>(place);
            const auto row = static_cast<std::size_t>(index().itemRows()[p]);
            m_weightsByItem[p] = m_weights[row];
            m_usersByItem[p] = train().users[row];
        }
    });
}

void HighDimFactors::fill(const UserItem& pair, Side side, const ExplainOptions&,
                          std::span<Contribution> out) const
{
    const auto weigh = [&](const RowMatrix& table, std::int32_t own, const std::int32_t* entities,
                           const double* weights) {
        const auto target = table.row(own);
        for (std::size_t s = 0; s < out.size(); ++s) {
            out[s].global = weights[s];
            out[s].local = target.dot(table.row(entities[s]));
        }
    };
    if (side == Side::Item) {
        const auto first = static_cast<std::size_t>(index().rowsOfUser(pair.user).begin);
        weigh(itemTable(), pair.item.value, train().items.data() + first, m_weights.data() + first);
    } else {
        const auto first =
            static_cast<std::size_t>(index().itemBegin()[static_cast<std::size_t>(pair.item.value)]);
        weigh(userTable(), pair.user.value, m_usersByItem.data() + first, m_weightsByItem.data() + first);
    }
}

std::vector<double> HighDimFactors::selfImportances() const
{
    const Vector users = userTable().rowwise().squaredNorm();
    const Vector items = itemTable().rowwise().squaredNorm();
    std::vector<double> result(train().size());
    for (std::size_t row = 0; row < result.size(); ++row)
        result[row] = m_weights[row] * (users[train().users[row]] + items[train().items[row]]);
    return result;
}

} // namespace representer
