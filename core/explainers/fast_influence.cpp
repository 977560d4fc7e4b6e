#include "core/explainers/fast_influence.h"

#include "core/base/parallel.h"
#include "core/explainers/factor_explainers.h"
#include "core/explainers/tower_gradients.h"

#include <Eigen/Cholesky>

namespace representer {

// Everything one user's (item's) own refit needs.
struct FastInfluence::Block {
    Matrix directions; // k x samples: g of each sample
    Vector slopes;     // samples
    Eigen::LLT<Matrix> hessian;
    Matrix jacobian; // k x d for a tower on the item side, else empty
};

FastInfluence::FastInfluence(std::shared_ptr<const RatingData> data, std::shared_ptr<const RatingIndex> index,
                             std::shared_ptr<const ModelContent> content)
    : PairExplainer(factorMethods()[1], std::move(data), std::move(index), std::move(content))
{
    if (const auto* model = std::get_if<FactorModel>(&this->content()))
        m_penalty = model->penalty;
}

FastInfluence::Block FastInfluence::makeBlock(const UserItem& pair, Side side) const
{
    Block block;
    std::vector<std::int32_t> rows;
    if (side == Side::Item) {
        const auto [begin, end] = index().rowsOfUser(pair.user);
        for (auto row = begin; row < end; ++row)
            rows.push_back(row);
    } else {
        const auto span = index().rowsOfItem(pair.item);
        rows.assign(span.begin(), span.end());
    }
    const RowMatrix& table = side == Side::Item ? factors().items : factors().users;
    const auto& entities = side == Side::Item ? train().items : train().users;
    const auto count = static_cast<Eigen::Index>(rows.size());
    block.directions.resize(table.cols(), count);
    block.slopes.resize(count);
    Vector roots(count);
    for (Eigen::Index s = 0; s < count; ++s) {
        const TrainIndex row{rows[static_cast<std::size_t>(s)]};
        block.directions.col(s) = table.row(entities[static_cast<std::size_t>(row.value)]).transpose();
        const UserItem sample = pairOf(row);
        const double f = factors().score(sample.user, sample.item);
        block.slopes[s] = lossSlope(loss(), f, label(row));
        roots[s] = std::sqrt(lossCurvature(loss(), f, label(row)));
    }
    if (const auto* tower = std::get_if<TwoTowerModel>(&content()); tower != nullptr && side == Side::Item) {
        block.jacobian = towerJacobian(tower->weights, pair.user);
        block.directions = block.jacobian.transpose() * block.directions;
    }
    const Matrix weighted = block.directions * roots.asDiagonal();
    const Eigen::Index width = block.directions.rows();
    Matrix hessian = Matrix::Zero(width, width);
    hessian.selfadjointView<Eigen::Lower>().rankUpdate(weighted);
    const double damping =
        m_penalty > 0 ? m_penalty : 1e-3 * hessian.trace() / static_cast<double>(width) + 1e-9;
    hessian.diagonal().array() += damping;
    block.hessian.compute(hessian);
    return block;
}

void FastInfluence::fill(const UserItem& pair, Side side, const ExplainOptions&,
                         std::span<Contribution> out) const
{
    if (out.empty())
        return;
    const Block block = makeBlock(pair, side);
    Vector target = side == Side::Item ? factors().items.row(pair.item.value).transpose()
                                       : factors().users.row(pair.user.value).transpose();
    if (block.jacobian.size() > 0)
        target = block.jacobian.transpose() * target;
    const Vector locals = block.directions.transpose() * block.hessian.solve(target);
    for (std::size_t s = 0; s < out.size(); ++s) {
        out[s].global = -block.slopes[static_cast<Eigen::Index>(s)];
        out[s].local = locals[static_cast<Eigen::Index>(s)];
    }
}

// One factorisation per user and per item, not per sample.
std::vector<double> FastInfluence::selfImportances() const
{
    std::vector<double> ofUser(train().size(), 0.0);
    std::vector<double> ofItem(train().size(), 0.0);
    const auto own = [](const Block& block, Eigen::Index s) {
        const Vector g = block.directions.col(s);
        return -block.slopes[s] * g.dot(block.hessian.solve(g));
    };
    parallelBlocks(static_cast<std::int64_t>(data().users.size()), 32,
                   [&](std::int64_t begin, std::int64_t end) {
                       for (auto u = begin; u < end; ++u) {
                           const UserIndex user{static_cast<std::int32_t>(u)};
                           const auto range = index().rowsOfUser(user);
                           if (range.size() == 0)
                               continue;
                           const Block block = makeBlock({user, ItemIndex{0}}, Side::Item);
                           for (auto row = range.begin; row < range.end; ++row)
                               ofUser[static_cast<std::size_t>(row)] = own(block, row - range.begin);
                       }
                   });
    parallelBlocks(
        static_cast<std::int64_t>(data().items.size()), 32, [&](std::int64_t begin, std::int64_t end) {
            for (auto i = begin; i < end; ++i) {
                const ItemIndex item{static_cast<std::int32_t>(i)};
                const auto rows = index().rowsOfItem(item);
                if (rows.empty())
                    continue;
                const Block block = makeBlock({UserIndex{0}, item}, Side::User);
                for (std::size_t s = 0; s < rows.size(); ++s)
                    ofItem[static_cast<std::size_t>(rows[s])] = own(block, static_cast<Eigen::Index>(s));
            }
        });
    for (std::size_t row = 0; row < ofUser.size(); ++row)
        ofUser[row] += ofItem[row];
    return ofUser;
}

} // namespace representer
