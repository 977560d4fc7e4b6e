#include "core/explainers/high_dim_linear.h"

namespace representer {

namespace {

// The support without the intercept, which is never attributed.
SparseLinearModel withoutIntercept(const SparseLinearModel& model)
{
    SparseLinearModel copy = model;
    copy.hasIntercept = false;
    return copy;
}

} // namespace

HighDimLinear::HighDimLinear(std::shared_ptr<const DocumentData> data,
                             std::shared_ptr<const SparseLinearModel> model)
    : LinearExplainer(std::move(data), std::move(model))
{
    m_support = makeSupportDesign(this->data().train.x, withoutIntercept(this->model()));
    for (Eigen::Index s = 0; s < m_support.z.cols(); ++s)
        m_support.z.col(s) *= std::abs(m_support.weight[s]);
    m_global = -this->model().C * slopes();
}

const MethodDescriptor& HighDimLinear::descriptor()
{
    static const MethodDescriptor method{.id = "high-dim",
                                         .name = "High-dimensional representer",
                                         .summary = "Splits the score exactly into one share per training "
                                                    "sample, through the words both texts have in the model",
                                         .formula = "-C l'(y_i, f(x_i)) * sum_j |theta_j| x_ij x'_j",
                                         .promise =
                                             "exact: importances sum to the prediction minus the intercept",
                                         .predictsSize = false};
    return method;
}

// Postings accumulated over the active features of x': the cost is the sum of their document frequencies.
void HighDimLinear::similarities(const LinearPoint& point, Eigen::Ref<Vector> local) const
{
    local.setZero();
    for (const auto& [s, value] : m_support.project(point.row, model())) {
        const SparseColumnView column = columnView(m_support.z, s);
        for (std::size_t k = 0; k < column.rows.size(); ++k)
            local[column.rows[k]] += value * column.values[k];
    }
}

void HighDimLinear::factors(const LinearPoint& point, std::uint64_t, Eigen::Ref<Vector> global,
                            Eigen::Ref<Vector> local) const
{
    global = m_global;
    similarities(point, local);
}

void HighDimLinear::importances(const LinearPoint& point, Eigen::Ref<Vector> result) const
{
    similarities(point, result);
    result.array() *= m_global.array();
}

std::vector<double> HighDimLinear::selfImportances() const
{
    // |theta_j| x_ij^2 = (|theta_j| x_ij)^2 / |theta_j|
    std::vector<double> result(static_cast<std::size_t>(samples()), 0.0);
    for (Eigen::Index s = 0; s < m_support.z.cols(); ++s) {
        const SparseColumnView column = columnView(m_support.z, s);
        const double weight = std::abs(m_support.weight[s]);
        for (std::size_t k = 0; k < column.rows.size(); ++k)
            result[static_cast<std::size_t>(column.rows[k])] += column.values[k] * column.values[k] / weight;
    }
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] *= m_global[static_cast<Eigen::Index>(i)];
    return result;
}

} // namespace representer
