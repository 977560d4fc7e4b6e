#include "core/explainers/influence_function.h"

#include "core/base/parallel.h"

#include <numeric>

namespace representer {

namespace {

// The factor of H depends on the model and its data alone: contamination uses the same.
constexpr PreparedForm factorForm{"influence", 1};

// Supports whose factor is kept. Smaller ones are factorised in a few milliseconds, which nobody waits for and
// no megabyte of the workspace is worth; larger ones would take more than a quarter of a gigabyte of it.
constexpr std::size_t smallestKept = 512, largestKept = 8192;

std::optional<SupportFactor> keptFactor(const FindPrepared& kept, const std::vector<std::int32_t>& columns)
{
    std::optional<PreparedArrays> arrays = kept ? kept(factorForm) : std::nullopt;
    if (!arrays)
        return std::nullopt;
    const auto scale = arrays->find("scale"), ridge = arrays->find("ridge"), lower = arrays->find("lower");
    if (scale == arrays->end() || ridge == arrays->end() || lower == arrays->end() || ridge->second.size() != 1)
        return std::nullopt;
    return SupportFactor::fromParts(columns,
                                    {std::move(scale->second), ridge->second[0], std::move(lower->second)});
}

} // namespace

InfluenceFunction::InfluenceFunction(std::shared_ptr<const DocumentData> data,
                                     std::shared_ptr<const SparseLinearModel> model, bool contamination,
                                     const FindPrepared& kept)
    : LinearExplainer(std::move(data), std::move(model)), m_contamination(contamination)
{
    m_support = makeSupportDesign(this->data().train.x, this->model());
    m_rows = m_support.z;
    std::vector<std::int32_t> columns(static_cast<std::size_t>(m_support.z.cols()));
    std::iota(columns.begin(), columns.end(), 0);
    const bool pays = columns.size() >= smallestKept && columns.size() <= largestKept;
    if (std::optional<SupportFactor> found = pays ? keptFactor(kept, columns) : std::nullopt) {
        m_factor = *std::move(found);
        return;
    }
    m_factor = SupportFactor(m_support.z, std::move(columns),
                             lossCurvatures(this->model(), trainingScores(), this->data().train.labels));
    m_worthKeeping = pays;
}

Preparation InfluenceFunction::preparation() const
{
    SupportFactor::Parts parts = m_factor.parts();
    Preparation result{factorForm, {}};
    result.arrays["scale"] = std::move(parts.scale);
    result.arrays["ridge"] = Vector::Constant(1, parts.ridge);
    result.arrays["lower"] = std::move(parts.lower);
    return result;
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
