#include "core/models/linear_design.h"

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

// Transposition by counting; rows are visited in order, so each column's rows come out ascending. place(j) is
// the column that feature j becomes, or -1; `constants` are the values of dense columns appended at the end.
template<class Place>
SparseColumns transpose(const SparseRows& x, const Vector& scale, Eigen::Index kept,
                        const std::vector<double>& constants, const Place& place)
{
    const Eigen::Index n = x.rows();
    const Eigen::Index m = kept + static_cast<Eigen::Index>(constants.size());
    SparseColumns z(n, m);
    std::int32_t* start = z.outerIndexPtr();
    std::fill(start, start + m + 1, 0);
    const std::int32_t* columns = x.innerIndexPtr();
    for (Eigen::Index k = 0; k < x.nonZeros(); ++k)
        if (const std::int32_t at = place(columns[k]); at >= 0)
            ++start[at + 1];
    for (Eigen::Index j = kept; j < m; ++j)
        start[j + 1] = static_cast<std::int32_t>(n);
    for (Eigen::Index j = 0; j < m; ++j)
        start[j + 1] += start[j];
    z.resizeNonZeros(start[m]);
    std::vector<std::int32_t> next(start, start + m);
    for (Eigen::Index i = 0; i < n; ++i) {
        const SparseRowView row = rowView(x, i);
        for (std::size_t k = 0; k < row.columns.size(); ++k) {
            const std::int32_t j = row.columns[k];
            const std::int32_t column = place(j);
            if (column < 0)
                continue;
            const std::int32_t at = next[static_cast<std::size_t>(column)]++;
            z.innerIndexPtr()[at] = static_cast<std::int32_t>(i);
            z.valuePtr()[at] = row.values[k] * (scale.size() > 0 ? scale[j] : 1.0);
        }
    }
    for (Eigen::Index j = kept; j < m; ++j)
        for (Eigen::Index i = 0; i < n; ++i) {
            z.innerIndexPtr()[start[j] + i] = static_cast<std::int32_t>(i);
            z.valuePtr()[start[j] + i] = constants[static_cast<std::size_t>(j - kept)];
        }
    return z;
}

} // namespace

namespace {

LinearDesign designOf(const SparseRows& x, const Vector& scale, std::optional<double> biasValue,
                      bool intercept, const std::vector<bool>& kept)
{
    LinearDesign design;
    design.features = x.cols();
    std::vector<std::int32_t> place(static_cast<std::size_t>(x.cols()), -1);
    for (std::size_t j = 0; j < place.size(); ++j) {
        if (!kept[j])
            continue;
        place[j] = static_cast<std::int32_t>(design.feature.size());
        design.feature.push_back(static_cast<std::int32_t>(j));
    }
    const auto columns = static_cast<Eigen::Index>(design.feature.size());
    std::vector<double> constants;
    if (biasValue) {
        design.bias = columns;
        constants.push_back(*biasValue);
    }
    if (intercept) {
        design.free = columns + static_cast<Eigen::Index>(constants.size());
        constants.push_back(1.0);
    }
    design.z = transpose(x, scale, columns, constants,
                         [&](std::int32_t j) { return place[static_cast<std::size_t>(j)]; });
    return design;
}

} // namespace

LinearDesign makeLinearDesign(const SparseRows& x, const Vector& scale, std::optional<double> biasValue,
                              bool intercept)
{
    return designOf(x, scale, biasValue, intercept,
                    std::vector<bool>(static_cast<std::size_t>(x.cols()), true));
}

LinearDesign makeTrainingDesign(const SparseRows& x, const SparseLinearModel& model)
{
    std::vector<bool> kept(static_cast<std::size_t>(x.cols()), true);
    if (model.loss == Loss::Logistic) {
        Vector sum = Vector::Zero(x.cols());
        for (Eigen::Index k = 0; k < x.nonZeros(); ++k)
            sum[x.innerIndexPtr()[k]] += std::abs(x.valuePtr()[k]);
        for (Eigen::Index j = 0; j < x.cols(); ++j)
            kept[static_cast<std::size_t>(j)] =
                model.C * sum[j] * (model.scale.size() > 0 ? model.scale[j] : 1.0) > 1 ||
                (j < model.theta.size() && model.theta[j] != 0);
    }
    return designOf(x, model.scale, model.bias ? std::optional(model.bias->value) : std::nullopt,
                    model.hasIntercept, kept);
}

Vector packWeights(const LinearDesign& design, const SparseLinearModel& model)
{
    Vector weights = Vector::Zero(design.z.cols());
    for (std::size_t k = 0; k < design.feature.size(); ++k)
        if (design.feature[k] < model.theta.size())
            weights[static_cast<Eigen::Index>(k)] = model.theta[design.feature[k]];
    if (design.bias && model.bias)
        weights[*design.bias] = model.bias->weight;
    if (design.free)
        weights[*design.free] = model.intercept;
    return weights;
}

void unpackWeights(const LinearDesign& design, const Vector& weights, SparseLinearModel& model)
{
    model.theta.setZero(design.features);
    for (std::size_t k = 0; k < design.feature.size(); ++k)
        model.theta[design.feature[k]] = weights[static_cast<Eigen::Index>(k)];
    if (design.bias)
        model.bias->weight = weights[*design.bias];
    model.hasIntercept = design.free.has_value();
    model.intercept = design.free ? weights[*design.free] : 0.0;
}

SupportDesign makeSupportDesign(const SparseRows& x, const SparseLinearModel& model)
{
    SupportDesign design;
    const auto p = static_cast<std::int32_t>(x.cols());
    design.place.assign(static_cast<std::size_t>(p), -1);
    std::vector<double> weights;
    for (std::int32_t j = 0; j < std::min<std::int32_t>(p, static_cast<std::int32_t>(model.theta.size()));
         ++j) {
        if (model.theta[j] == 0)
            continue;
        design.place[static_cast<std::size_t>(j)] = static_cast<std::int32_t>(design.column.size());
        design.column.push_back(j);
        weights.push_back(model.theta[j]);
    }
    const auto kept = static_cast<Eigen::Index>(design.column.size());
    std::vector<double> constants;
    if (model.bias && model.bias->weight != 0) {
        design.bias = static_cast<Eigen::Index>(design.column.size());
        design.column.push_back(p);
        weights.push_back(model.bias->weight);
        constants.push_back(model.bias->value);
    }
    if (model.hasIntercept) {
        design.free = static_cast<Eigen::Index>(design.column.size());
        design.column.push_back(p + 1);
        weights.push_back(model.intercept);
        constants.push_back(1.0);
    }
    design.weight = Eigen::Map<const Vector>(weights.data(), static_cast<Eigen::Index>(weights.size()));
    design.z = transpose(x, model.scale, kept, constants,
                         [&](std::int32_t j) { return design.place[static_cast<std::size_t>(j)]; });
    return design;
}

std::vector<std::pair<std::int32_t, double>> SupportDesign::project(const SparseRowView& x,
                                                                    const SparseLinearModel& model) const
{
    std::vector<std::pair<std::int32_t, double>> terms;
    for (std::size_t k = 0; k < x.columns.size(); ++k) {
        const auto j = static_cast<std::size_t>(x.columns[k]);
        if (j < place.size() && place[j] >= 0 && x.values[k] != 0)
            terms.emplace_back(place[j],
                               x.values[k] * (model.scale.size() > 0 ? model.scale[x.columns[k]] : 1.0));
    }
    if (bias)
        terms.emplace_back(static_cast<std::int32_t>(*bias), model.bias->value);
    return terms;
}

Vector lossSlopes(const SparseLinearModel& model, const Vector& scores,
                  const std::vector<std::uint8_t>& labels)
{
    Vector slopes(scores.size());
    for (Eigen::Index i = 0; i < scores.size(); ++i)
        slopes[i] = lossSlope(model.loss, scores[i], labels[static_cast<std::size_t>(i)]);
    return slopes;
}

Vector lossCurvatures(const SparseLinearModel& model, const Vector& scores,
                      const std::vector<std::uint8_t>& labels)
{
    Vector curvatures(scores.size());
    for (Eigen::Index i = 0; i < scores.size(); ++i)
        curvatures[i] = lossCurvature(model.loss, scores[i], labels[static_cast<std::size_t>(i)]);
    return curvatures;
}

} // namespace representer
