#include "core/explainers/influence_function.h"

#include "core/base/parallel.h"

#include <numeric>

namespace representer {

InfluenceFunction::InfluenceFunction(std::shared_ptr<const DocumentData> data,
                                     std::shared_ptr<const SparseLinearModel> model, bool contamination)
    : LinearExplainer(std::move(data), std::move(model)), m_contamination(contamination)
{
    m_support = makeSupportDesign(this->data().train.x, this->model());
    m_rows = m_support.z;
    std::vector<std::int32_t> columns(static_cast<std::size_t>(m_support.z.cols()));
    std::iota(columns.begin(), columns.end(), 0);
    m_factor = SupportFactor(m_support.z, std::move(columns),
                             lossCurvatures(this->model(), trainingScores(), this->data().train.labels));
}

const MethodDescriptor& InfluenceFunction::descriptor()
{
    static const MethodDescriptor method{
        .id = "influence",
        .name = "Influence function",
        .summary = "First-order estimate of how the score changes when a training sample is left out and the "
                   "model retrained",
        .formula = "-l'(y_i, f(x_i)) * x_iS^T H^-1 x'_S, H = sum_i l'' x_iS x_iS^T",
        .promise = "ranking only; each value estimates one removal, they do not sum to the prediction",
        .predictsSize = true};
    return method;
}

void InfluenceFunction::factors(const LinearPoint& point, std::uint64_t, Eigen::Ref<Vector> global,
                                Eigen::Ref<Vector> local) const
{
    global = -slopes();
    local.setZero();
    if (m_factor.empty())
        return;
    Vector x = Vector::Zero(m_support.z.cols());
    for (const auto& [s, value] : m_support.project(point.row, model()))
        x[s] += value;
    if (m_support.free)
        x[*m_support.free] = 1;
    const Vector direction = m_factor.solve(x);
    local.noalias() = m_rows * direction;
    if (!m_contamination)
        return;
    double common = 0; // -lambda sign(theta_S)^T H^-1 x'_S
    for (Eigen::Index s = 0; s < m_support.weight.size(); ++s)
        if (s != m_support.free)
            common -= (m_support.weight[s] > 0 ? 1 : -1) * direction[s];
    common /= model().C * static_cast<double>(samples());
    for (Eigen::Index i = 0; i < samples(); ++i) {
        const double importance = global[i] * local[i] + common;
        if (global[i] == 0)
            global[i] = 1;
        local[i] = importance / global[i];
    }
}

std::vector<double> InfluenceFunction::selfImportances() const
{
    std::vector<double> result(static_cast<std::size_t>(samples()), 0.0);
    if (m_factor.empty())
        return result;
    parallelBlocks(samples(), 64, [&](std::int64_t begin, std::int64_t end) {
        const Matrix block = Matrix(m_rows.middleRows(begin, end - begin)).transpose();
        const Matrix half = m_factor.halfSolve(block);
        for (std::int64_t i = begin; i < end; ++i)
            result[static_cast<std::size_t>(i)] = -slopes()[i] * half.col(i - begin).squaredNorm();
    });
    return result;
}

} // namespace representer
