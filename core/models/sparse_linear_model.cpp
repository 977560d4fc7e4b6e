#include "core/models/sparse_linear_model.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <vector>

namespace representer {

namespace {

constexpr std::int64_t samplesPerBlock = 512; // rows per parallel block

// active(j): whether feature j has a weight.
template<class Active>
double scoreOf(const SparseLinearModel& model, const SparseRowView& x, const Active& active)
{
    double sum = model.intercept + (model.bias ? model.bias->value * model.bias->weight : 0.0);
    for (std::size_t k = 0; k < x.columns.size(); ++k) {
        const std::int32_t j = x.columns[k];
        if (active(j))
            sum += model.theta[j] * x.values[k] * (model.scale.size() > 0 ? model.scale[j] : 1.0);
    }
    return sum;
}

} // namespace

double SparseLinearModel::score(const SparseRowView& x) const
{
    return scoreOf(*this, x, [this](std::int32_t j) { return j < theta.size() && theta[j] != 0; });
}

Vector SparseLinearModel::scores(const SparseRows& x) const
{
    // Most features have no weight: a bit each says so from a nearer cache than the weights.
    std::vector<bool> active(static_cast<std::size_t>(std::max<Eigen::Index>(x.cols(), theta.size())), false);
    for (Eigen::Index j = 0; j < theta.size(); ++j)
        if (theta[j] != 0)
            active[static_cast<std::size_t>(j)] = true;
    Vector result(x.rows());
    parallelBlocks(x.rows(), samplesPerBlock, [&](std::int64_t begin, std::int64_t end) {
        for (Eigen::Index i = begin; i < end; ++i)
            result[i] = scoreOf(*this, rowView(x, i),
                                [&](std::int32_t j) { return active[static_cast<std::size_t>(j)]; });
    });
    return result;
}

} // namespace representer
