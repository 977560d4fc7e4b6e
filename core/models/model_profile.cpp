#include "core/models/model_profile.h"

#include <Eigen/QR>
#include <Eigen/SVD>

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

// The upper triangle of the thin QR of an n x k matrix, n >= k or not: k' x k.
Matrix triangleOf(const RowMatrix& factors)
{
    const Matrix columns = factors;
    const Eigen::HouseholderQR<Matrix> qr(columns);
    const Eigen::Index rows = std::min(columns.rows(), columns.cols());
    return qr.matrixQR().topRows(rows).triangularView<Eigen::Upper>();
}

// U V^T = Q1 R1 R2^T Q2^T: its singular values are those of the small R1 R2^T.
std::vector<double> spectrumOf(const RowMatrix& users, const RowMatrix& items)
{
    if (users.cols() == 0)
        return {};
    const Matrix small = triangleOf(users) * triangleOf(items).transpose();
    const Vector values = Eigen::JacobiSVD<Matrix>(small).singularValues();
    return {values.begin(), values.end()};
}

ModelProfile profile(const SparseLinearModel& model, std::size_t limit)
{
    ModelProfile result;
    result.parameters = model.theta.size();
    for (Eigen::Index j = 0; j < model.theta.size(); ++j)
        if (model.theta[j] != 0)
            result.weights.emplace_back(static_cast<std::int32_t>(j), model.theta[j]);
    result.nonzeros = static_cast<std::int64_t>(result.weights.size());
    const std::size_t kept = std::min(limit, result.weights.size());
    std::partial_sort(result.weights.begin(), result.weights.begin() + static_cast<std::ptrdiff_t>(kept),
                      result.weights.end(),
                      [](const auto& a, const auto& b) { return std::abs(a.second) > std::abs(b.second); });
    result.weights.resize(kept);
    return result;
}

ModelProfile profile(const FactorModel& model, std::size_t)
{
    ModelProfile result;
    result.parameters = model.users.size() + model.items.size();
    result.nonzeros = result.parameters;
    result.spectrum = spectrumOf(model.users, model.items);
    return result;
}

ModelProfile profile(const TwoTowerModel& model, std::size_t)
{
    ModelProfile result;
    result.parameters = model.weights.userEmbeddings.size() + model.weights.itemEmbeddings.size();
    for (const DenseLayer& layer : model.weights.layers)
        result.parameters += layer.weights.size() + layer.bias.size();
    result.nonzeros = result.parameters;
    result.spectrum = spectrumOf(model.userOutputs(), model.weights.itemEmbeddings);
    return result;
}

ModelProfile profile(const TraceModel& model, std::size_t)
{
    ModelProfile result;
    result.parameters = model.theta.size();
    result.nonzeros = result.parameters;
    const Vector values = Eigen::JacobiSVD<Matrix>(model.theta).singularValues();
    result.spectrum = {values.begin(), values.end()};
    return result;
}

} // namespace

ModelProfile profileOf(const ModelContent& content, std::size_t limit)
{
    return std::visit([limit](const auto& model) { return profile(model, limit); }, content);
}

} // namespace representer
