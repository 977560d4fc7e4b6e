#pragma once

#include "core/data/rating_data.h"
#include "core/explainers/explainer.h"
#include "core/models/scoring_factors.h"

#include <memory>
#include <span>

namespace representer {

// What all methods for a pair (user, item) share: which samples are related, scores, sums, order and remarks.
// A method fills global and local of one side's samples; everything read belongs to that user and that item.
class PairExplainer : public Explainer {
public:
    Explanation explain(const TestPoint& point, const ExplainOptions& options) const final;
    std::vector<double> selfImportances() const override;
    const MethodDescriptor& method() const final { return *m_method; }

protected:
    PairExplainer(const MethodDescriptor& method, std::shared_ptr<const RatingData> data,
                  std::shared_ptr<const RatingIndex> index, std::shared_ptr<const ModelContent> content);

    // out: all samples of the side in the order of the index, with index and side already set. A method that
    // does not override selfImportances is also asked for single samples.
    virtual void fill(const UserItem& pair, Side side, const ExplainOptions& options,
                      std::span<Contribution> out) const = 0;
    // Theory promises that each side sums to the score without the offset.
    virtual bool promisesSum() const { return false; }

    const RatingPart& train() const { return m_data->train; }
    const RatingData& data() const { return *m_data; }
    const RatingIndex& index() const { return *m_index; }
    const ScoringFactors& factors() const { return m_factors; }
    const ModelContent& content() const { return *m_content; }
    Loss loss() const { return m_loss; }
    UserItem pairOf(TrainIndex row) const
    {
        const auto r = static_cast<std::size_t>(row.value);
        return {UserIndex{train().users[r]}, ItemIndex{train().items[r]}};
    }
    double label(TrainIndex row) const
    {
        return static_cast<double>(train().values[static_cast<std::size_t>(row.value)]);
    }
    // l' of a training sample under the model.
    double slope(TrainIndex row) const
    {
        const UserItem pair = pairOf(row);
        return lossSlope(m_loss, m_factors.score(pair.user, pair.item), label(row));
    }
    double curvature(TrainIndex row) const
    {
        const UserItem pair = pairOf(row);
        return lossCurvature(m_loss, m_factors.score(pair.user, pair.item), label(row));
    }

private:
    std::size_t relatedCount(const UserItem& pair, Side side) const;
    void nameRelated(const UserItem& pair, Side side, std::span<Contribution> out) const;
    void remark(const UserItem& pair, Explanation& explanation) const;

    const MethodDescriptor* m_method;
    std::shared_ptr<const RatingData> m_data;
    std::shared_ptr<const RatingIndex> m_index;
    std::shared_ptr<const ModelContent> m_content;
    ScoringFactors m_factors;
    Loss m_loss = Loss::Squared;
    double m_negatives = 0;
};

// A sum is confirmed when its residual is at most this part of the score (of 0.1 for smaller scores): ten
// times what the trainers' default certificate guarantees for every pair, far below what a reader of four
// digits can see.
inline constexpr double exactSumTolerance = 1e-3;

} // namespace representer
