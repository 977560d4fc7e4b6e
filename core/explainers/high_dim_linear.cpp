#include "core/explainers/high_dim_linear.h"

namespace representer {

namespace {

// local += value * column, four independent entries at a time: rows of a column differ.
void addEntries(const SparseColumnView& column, double value, double* local)
{
    const std::int32_t* row = column.rows.data();
    const double* entry = column.values.data();
    const std::size_t size = column.rows.size(), whole = size - size % 4;
    for (std::size_t k = 0; k < whole; k += 4) {
        const double a = value * entry[k], b = value * entry[k + 1], c = value * entry[k + 2],
                     d = value * entry[k + 3];
        local[row[k]] += a;
        local[row[k + 1]] += b;
        local[row[k + 2]] += c;
        local[row[k + 3]] += d;
    }
    for (std::size_t k = whole; k < size; ++k)
        local[row[k]] += value * entry[k];
}

} // namespace

// The intercept is never attributed, hence it is no part of the support.
HighDimLinear::HighDimLinear(std::shared_ptr<const DocumentData> data,
                             std::shared_ptr<const SparseLinearModel> model)
    : HighDimLinear(data, model, makeSupportDesign(data->train.x, *model, false))
{
}

HighDimLinear::HighDimLinear(std::shared_ptr<const DocumentData> data,
                             std::shared_ptr<const SparseLinearModel> model, SupportDesign support)
    : LinearExplainer(std::move(data), model, support.scores(*model)), m_support(std::move(support))
{
    for (Eigen::Index s = 0; s < m_support.z.cols(); ++s)
        m_support.z.col(s) *= std::abs(m_support.weight[s]);
    m_global = -this->model().C * slopes();
    m_frequent = FrequentColumns(m_support.z);
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
    std::vector<std::pair<std::int32_t, double>> frequent;
    for (const auto& [s, value] : m_support.project(point.row, model())) {
        if (m_frequent.has(s))
            frequent.emplace_back(s, value);
        else
            addEntries(columnView(m_support.z, s), value, local.data());
    }
    m_frequent.add(frequent, local);
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
