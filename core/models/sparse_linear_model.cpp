#include "core/models/sparse_linear_model.h"

namespace representer {

double SparseLinearModel::score(const SparseRowView& x) const
{
    double sum = intercept + (bias ? bias->value * bias->weight : 0.0);
    for (std::size_t k = 0; k < x.columns.size(); ++k) {
        const Eigen::Index j = x.columns[k];
        if (j < theta.size() && theta[j] != 0)
            sum += theta[j] * x.values[k] * (scale.size() > 0 ? scale[j] : 1.0);
    }
    return sum;
}

Vector SparseLinearModel::scores(const SparseRows& x) const
{
    Vector result(x.rows());
    for (Eigen::Index i = 0; i < x.rows(); ++i)
        result[i] = score(rowView(x, i));
    return result;
}

} // namespace representer
