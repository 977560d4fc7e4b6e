#pragma once

#include "core/explainers/linear_explainer.h"
#include "core/models/linear_design.h"
#include "core/models/support_curvature.h"

namespace representer {

// importance_i(x') = -l'_i x_iS^T H^-1 x'_S,  H = sum_i l''_i x_iS x_iS^T: the first-order change of the
// score when sample i is in rather than out (C fixed). Contamination adds -lambda sign(theta_S)^T H^-1 x'_S,
// the same for all i. An unpenalised intercept is a column of S.
class InfluenceFunction final : public LinearExplainer {
public:
    InfluenceFunction(std::shared_ptr<const DocumentData> data,
                      std::shared_ptr<const SparseLinearModel> model, bool contamination,
                      const FindPrepared& kept = {});

    static const MethodDescriptor& descriptor();
    const MethodDescriptor& method() const override { return descriptor(); }
    void factors(const LinearPoint& point, std::uint64_t seed, Eigen::Ref<Vector> global,
                 Eigen::Ref<Vector> local) const override;
    std::vector<double> selfImportances() const override;
    bool worthKeeping() const override { return m_worthKeeping; }
    Preparation preparation() const override;

private:
    SupportDesign m_support;
    SparseRows m_rows; // n x |S|: one pass over it per explanation
    SupportFactor m_factor;
    bool m_contamination = false;
    bool m_worthKeeping = false;
};

} // namespace representer
