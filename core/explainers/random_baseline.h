#pragma once

#include "core/explainers/linear_explainer.h"

namespace representer {

// Uniform in [-1, 1], the same for the same seed and point: what a method must beat.
class RandomBaseline final : public LinearExplainer {
public:
    using LinearExplainer::LinearExplainer;

    static const MethodDescriptor& descriptor();
    const MethodDescriptor& method() const override { return descriptor(); }
    void factors(const LinearPoint& point, std::uint64_t seed, Eigen::Ref<Vector> global,
                 Eigen::Ref<Vector> local) const override;
    std::vector<double> selfImportances() const override;
};

} // namespace representer
