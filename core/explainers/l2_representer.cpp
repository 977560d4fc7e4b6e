#include "core/explainers/l2_representer.h"

namespace representer {

L2Representer::L2Representer(std::shared_ptr<const DocumentData> data,
                             std::shared_ptr<const SparseLinearModel> model)
    : LinearExplainer(std::move(data), std::move(model))
{
    const SparseLinearModel& m = this->model();
    m_design = makeLinearDesign(this->data().train.x, m.scale,
                                m.bias ? std::optional(m.bias->value) : std::nullopt, false);
}

const MethodDescriptor& L2Representer::descriptor()
{
    static const MethodDescriptor method{
        .id = "l2",
        .name = "l2 representer",
        .summary = "Similar training samples, weighted by how much the model still wants to move them",
        .formula = "-l'(y_i, f(x_i)) * <x_i, x'>",
        .promise = "ranking only",
        .predictsSize = false};
    return method;
}

void L2Representer::factors(const LinearPoint& point, std::uint64_t, Eigen::Ref<Vector> global,
                            Eigen::Ref<Vector> local) const
{
    global = -slopes();
    local.setZero();
    const SparseRowView& x = point.row;
    const auto add = [&](Eigen::Index j, double value) {
        const SparseColumnView column = columnView(m_design.z, j);
        for (std::size_t k = 0; k < column.rows.size(); ++k)
            local[column.rows[k]] += value * column.values[k];
    };
    for (std::size_t k = 0; k < x.columns.size(); ++k)
        if (x.columns[k] < m_design.features)
            add(x.columns[k], x.values[k] * (model().scale.size() > 0 ? model().scale[x.columns[k]] : 1.0));
    if (m_design.bias)
        add(*m_design.bias, model().bias->value);
}

std::vector<double> L2Representer::selfImportances() const
{
    std::vector<double> result(static_cast<std::size_t>(samples()), 0.0);
    for (Eigen::Index k = 0; k < m_design.z.nonZeros(); ++k)
        result[static_cast<std::size_t>(m_design.z.innerIndexPtr()[k])] +=
            m_design.z.valuePtr()[k] * m_design.z.valuePtr()[k];
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] *= -slopes()[static_cast<Eigen::Index>(i)];
    return result;
}

} // namespace representer
