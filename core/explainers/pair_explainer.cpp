#include "core/explainers/pair_explainer.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/explainers/contribution_order.h"

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

double negativesWeight(const ModelContent& content)
{
    if (const auto* factors = std::get_if<FactorModel>(&content))
        return factors->negativesWeight;
    return std::get<TwoTowerModel>(content).negativesWeight;
}

Loss lossOf(const ModelContent& content)
{
    if (const auto* factors = std::get_if<FactorModel>(&content))
        return factors->loss;
    return std::get<TwoTowerModel>(content).loss;
}

} // namespace

PairExplainer::PairExplainer(const MethodDescriptor& method, std::shared_ptr<const RatingData> data,
                             std::shared_ptr<const RatingIndex> index,
                             std::shared_ptr<const ModelContent> content)
    : m_method(&method), m_data(std::move(data)), m_index(std::move(index)), m_content(std::move(content)),
      m_factors(scoringFactors(*m_content)), m_loss(lossOf(*m_content)),
      m_negatives(negativesWeight(*m_content))
{
    if (m_factors.users.rows() != static_cast<Eigen::Index>(m_data->users.size()) ||
        m_factors.items.rows() != static_cast<Eigen::Index>(m_data->items.size()))
        throw Error(Error::Kind::BadOption,
                    "The model has " + std::to_string(m_factors.users.rows()) + " users and " +
                        std::to_string(m_factors.items.rows()) + " items, its dataset " +
                        std::to_string(m_data->users.size()) + " and " +
                        std::to_string(m_data->items.size()) + "; train it again on this dataset.");
}

std::size_t PairExplainer::relatedCount(const UserItem& pair, Side side) const
{
    return side == Side::Item ? static_cast<std::size_t>(m_index->rowsOfUser(pair.user).size())
                              : m_index->rowsOfItem(pair.item).size();
}

// Index and side of all samples of a side; `out` has room for relatedCount of them.
void PairExplainer::nameRelated(const UserItem& pair, Side side, std::span<Contribution> out) const
{
    const std::int32_t first = m_index->rowsOfUser(pair.user).begin;
    const auto ofItem = m_index->rowsOfItem(pair.item);
    for (std::size_t s = 0; s < out.size(); ++s) {
        out[s].index = TrainIndex{side == Side::Item ? first + static_cast<std::int32_t>(s) : ofItem[s]};
        out[s].side = side;
    }
}

Explanation PairExplainer::explain(const TestPoint& point, const ExplainOptions& options) const
{
    const auto* pair = std::get_if<UserItem>(&point);
    if (pair == nullptr || pair->user.value < 0 || pair->user.value >= m_factors.users.rows() ||
        pair->item.value < 0 || pair->item.value >= m_factors.items.rows())
        throw Error(Error::Kind::BadOption,
                    "A recommender explains a pair of a user and an item of its dataset; name both.");

    Explanation result;
    result.method = m_method->id;
    result.point = point;
    result.prediction = m_factors.score(pair->user, pair->item);
    result.offset = m_factors.offsets.at(pair->user, pair->item);
    const double score = result.prediction - result.offset;
    bool confirmed = promisesSum() && m_negatives == 0;
    result.contributions.reserve(relatedCount(*pair, Side::Item) + relatedCount(*pair, Side::User));
    for (const Side side : {Side::Item, Side::User}) {
        if (options.side != Side::Both && options.side != side)
            continue;
        const std::size_t before = result.contributions.size();
        result.contributions.resize(before + relatedCount(*pair, side));
        const auto list = std::span(result.contributions).subspan(before);
        nameRelated(*pair, side, list);
        fill(*pair, side, options, list);
        SideSum sum{side, 0, 0, list.size()};
        for (Contribution& contribution : list) {
            contribution.importance = contribution.global * contribution.local;
            sum.sum += contribution.importance;
        }
        sum.residual = sum.sum - score;
        confirmed = confirmed && std::abs(sum.residual) <= exactSumTolerance * std::max(0.1, std::abs(score));
        result.sums.push_back(sum);
    }
    result.candidates = result.contributions.size();
    result.exact = confirmed;
    result.unit = !confirmed ? "ranking" : m_loss == Loss::Logistic ? "logits" : "score";
    remark(*pair, result);
    if (promisesSum() && !confirmed && m_negatives == 0)
        result.notes.emplace_back(
            "The sums miss the score: the factors are not at the optimum of their objective (polish "
            "the model, or train to a smaller tolerance). Only the order counts.");
    orderContributions(result.contributions, options.top);
    return result;
}

void PairExplainer::remark(const UserItem& pair, Explanation& explanation) const
{
    const auto ofUser = m_index->rowsOfUser(pair.user).size();
    const auto ofItem = static_cast<std::int32_t>(m_index->rowsOfItem(pair.item).size());
    const std::string& user = m_data->users.ids[static_cast<std::size_t>(pair.user.value)];
    const std::string& item = m_data->items.ids[static_cast<std::size_t>(pair.item.value)];
    auto& notes = explanation.notes;
    if (ofUser == 0)
        notes.push_back(
            "User " + user +
            " has no rating in the training part: the model knows nothing about this user, and the item "
            "side is empty.");
    else if (ofUser == 1)
        notes.push_back("User " + user +
                        " has one rating in the training part: the item side rests on it alone.");
    if (ofItem == 0)
        notes.push_back(
            "Item " + item +
            " has no rating in the training part: the model knows nothing about this item, and the user "
            "side is empty.");
    else if (ofItem == 1)
        notes.push_back("Item " + item +
                        " has one rating in the training part: the user side rests on it alone.");
    if (const auto own = m_index->find(m_data->train, pair.user, pair.item)) {
        explanation.actual = label(*own);
        // In the unit in which the rows will be shown.
        const bool stars = explanation.unit == "score" && !m_data->scale.binary;
        std::string shares;
        for (const Contribution& contribution : explanation.contributions)
            if (contribution.index == *own)
                shares += (shares.empty() ? "" : ", ") +
                          signedText(contribution.importance * (stars ? m_data->scale.half() : 1)) +
                          (stars ? " stars" : "") +
                          (contribution.side == Side::Item ? " on the item side" : " on the user side");
        notes.push_back("This pair was in training (row " + std::to_string(own->value) +
                        "): its own rating contributes " + shares + ".");
    }
    if (!m_data->scale.binary && std::abs(explanation.prediction) > 1)
        notes.push_back("The score lies outside the rating scale; a display would clip it to " +
                        shortText(explanation.prediction > 0 ? m_data->scale.high : m_data->scale.low) +
                        ", the explanation is of the score itself.");
    if (m_negatives > 0 && promisesSum())
        for (const SideSum& sum : explanation.sums)
            notes.push_back(std::string("Unobserved pairs are training samples too (weight ") +
                            shortText(m_negatives) + "): together they contribute " +
                            signedText(-sum.residual) + " on the " +
                            (sum.side == Side::Item ? "item" : "user") + " side and are not listed.");
}

std::vector<double> PairExplainer::selfImportances() const
{
    std::vector<double> result(train().size(), 0.0);
    for (std::size_t row = 0; row < result.size(); ++row) {
        const TrainIndex index{static_cast<std::int32_t>(row)};
        for (const Side side : {Side::Item, Side::User}) {
            Contribution self{index, side, 0, 0, 0};
            fill(pairOf(index), side, {}, {&self, 1});
            result[row] += self.global * self.local;
        }
    }
    return result;
}

} // namespace representer
