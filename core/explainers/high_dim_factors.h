#pragma once

#include "core/explainers/pair_explainer.h"

namespace representer {

// importance of a sample (u, i) for the pair (u', i'):
//   item side (u = u'):  a_ui <V~_i, V~_i'>          user side (i = i'):  a_ui <U~_u, U~_u'>
// Nuclear norm and penalised factorisation: a = -l'/penalty with the trained factors; each side sums to the
// score. No penalty: a = -l' with balanced embeddings; only the order means something.
class HighDimFactors final : public PairExplainer {
public:
    HighDimFactors(std::shared_ptr<const RatingData> data, std::shared_ptr<const RatingIndex> index,
                   std::shared_ptr<const ModelContent> content);
    std::vector<double> selfImportances() const override;

protected:
    void fill(const UserItem& pair, Side side, const ExplainOptions& options,
              std::span<Contribution> out) const override;
    bool promisesSum() const override { return m_promises; }

private:
    const RowMatrix& userTable() const { return m_promises ? factors().users : m_users; }
    const RowMatrix& itemTable() const { return m_promises ? factors().items : m_items; }
    void prepareWeights();

    bool m_promises = false;
    double m_scale = 1; // 1 / penalty
    RowMatrix m_users;  // U~, empty when the trained factors serve
    RowMatrix m_items;
    std::vector<double> m_weights; // a by training row, which are grouped by user
    // The same grouped by item, beside the user of each: a query reads one stretch, not a row here and there.
    std::vector<double> m_weightsByItem;
    std::vector<std::int32_t> m_usersByItem;
};

} // namespace representer
