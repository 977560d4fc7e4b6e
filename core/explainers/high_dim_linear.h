#pragma once

#include "core/explainers/frequent_columns.h"
#include "core/explainers/linear_explainer.h"
#include "core/models/linear_design.h"

namespace representer {

// importance_i(x') = a_i <x_i, |theta| x'>,  a_i = -C l'_i. At an optimum they sum to f(x') - intercept.
class HighDimLinear final : public LinearExplainer {
public:
    HighDimLinear(std::shared_ptr<const DocumentData> data, std::shared_ptr<const SparseLinearModel> model);

    static const MethodDescriptor& descriptor();
    const MethodDescriptor& method() const override { return descriptor(); }
    void factors(const LinearPoint& point, std::uint64_t seed, Eigen::Ref<Vector> global,
                 Eigen::Ref<Vector> local) const override;
    std::vector<double> selfImportances() const override;

    // For the ledger: the postings |theta_j| x_ij, the global importances, and sum_i a_i |theta_j| x_ij per
    // column of S.
    const SupportDesign& support() const { return m_support; }
    const Vector& globals() const { return m_global; }

protected:
    bool complete() const override { return true; }
    void importances(const LinearPoint& point, Eigen::Ref<Vector> result) const override;

private:
    HighDimLinear(std::shared_ptr<const DocumentData> data, std::shared_ptr<const SparseLinearModel> model,
                  SupportDesign support);
    void similarities(const LinearPoint& point, Eigen::Ref<Vector> local) const;

    SupportDesign m_support; // z holds |theta_j| x_ij; the intercept's column is left out
    Vector m_global;
    FrequentColumns m_frequent; // of m_support.z
};

} // namespace representer
