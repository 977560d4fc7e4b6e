#pragma once

#include "core/explainers/pair_explainer.h"

namespace representer {

// Fast influence analysis: how the score moves when only the user's (or only the item's) own parameters are
// refitted.
//   item side:  H = sum_i l''_u'i g_i g_i^T + damping I over the user's samples,  importance = -l' g_i^T H^-1
//   g_i'
// where g_i = V_i for a factor model and J^T V_i for a tower with Jacobian J of its output by the user's
// embedding (Gauss-Newton). User side alike with the item's samples and the users' vectors. damping = the
// penalty, or a thousandth of the mean diagonal of H where there is none.
class FastInfluence final : public PairExplainer {
public:
    FastInfluence(std::shared_ptr<const RatingData> data, std::shared_ptr<const RatingIndex> index,
                  std::shared_ptr<const ModelContent> content);
    std::vector<double> selfImportances() const override;

protected:
    void fill(const UserItem& pair, Side side, const ExplainOptions& options,
              std::span<Contribution> out) const override;

private:
    struct Block;
    Block makeBlock(const UserItem& pair, Side side) const;
    double m_penalty = 0;
};

} // namespace representer
