#pragma once

#include "core/explainers/pair_explainer.h"

namespace representer {

// TracInCP with the test loss replaced by the score:
//   importance = sum_t rate_t (-l' of the sample at t) <gradient of f at the sample, gradient of f at the
//   pair>
// For factors the gradients are the raw embeddings of the checkpoint: <V_i, V_i'> for the same user, <U_u,
// U_u'> for the same item. For towers those of the embeddings and of all weights. A sum over checkpoints is
// no product, so global is sum_t rate_t (-l'_t) and local the similarity averaged with those weights.
class TracinCheckpoints final : public PairExplainer {
public:
    TracinCheckpoints(std::shared_ptr<const RatingData> data, std::shared_ptr<const RatingIndex> index,
                      std::shared_ptr<const ModelContent> content);

protected:
    void fill(const UserItem& pair, Side side, const ExplainOptions& options,
              std::span<Contribution> out) const override;

private:
    void addFactorCheckpoint(const FactorCheckpoint& at, const UserItem& pair, Side side,
                             std::span<Contribution> out) const;
    void addTowerCheckpoint(const TwoTowerCheckpoint& at, const UserItem& pair, Side side,
                            std::span<Contribution> out) const;
};

} // namespace representer
