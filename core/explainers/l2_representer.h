#pragma once

#include "core/explainers/linear_explainer.h"
#include "core/models/linear_design.h"

namespace representer {

// importance_i(x') = -l'_i <x_i, x'>: the representer of an l2-regularised model. Ranking only for an l1
// model.
class L2Representer final : public LinearExplainer {
public:
    L2Representer(std::shared_ptr<const DocumentData> data, std::shared_ptr<const SparseLinearModel> model);

    static const MethodDescriptor& descriptor();
    const MethodDescriptor& method() const override { return descriptor(); }
    void factors(const LinearPoint& point, std::uint64_t seed, Eigen::Ref<Vector> global,
                 Eigen::Ref<Vector> local) const override;
    std::vector<double> selfImportances() const override;

private:
    LinearDesign m_design;
};

} // namespace representer
