#include "core/models/linear_design.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <numeric>

namespace representer {

namespace {

constexpr std::int64_t featureGrain = 1 << 17; // features per parallel block
constexpr std::int64_t supportRowGrain = 512;  // and rows

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

// For each feature column the first one with the same entries.
std::vector<std::int32_t> firstOfEqualColumns(const LinearDesign& design)
{
    const std::size_t columns = design.feature.size();
    const auto equal = [&](std::int32_t a, std::int32_t b) {
        const SparseColumnView one = columnView(design.z, a), other = columnView(design.z, b);
        return std::ranges::equal(one.rows, other.rows) && std::ranges::equal(one.values, other.values);
    };
    std::vector<std::int32_t> first(columns);
    std::vector<std::int32_t> table(std::bit_ceil(2 * columns + 1), -1); // open addressing, by hash
    for (std::size_t j = 0; j < columns; ++j) {
        const SparseColumnView column = columnView(design.z, static_cast<Eigen::Index>(j));
        std::uint64_t hash = column.rows.size();
        for (std::size_t k = 0; k < column.rows.size(); ++k) {
            hash = (hash ^ std::bit_cast<std::uint64_t>(column.values[k])) * 0x9e3779b97f4a7c15U;
            hash = (hash ^ (hash >> 32) ^ static_cast<std::uint64_t>(column.rows[k])) * 0xbf58476d1ce4e5b9U;
        }
        const auto own = static_cast<std::int32_t>(j);
        std::size_t at = (hash ^ (hash >> 32)) & (table.size() - 1);
        while (table[at] >= 0 && !equal(table[at], own))
            at = (at + 1) & (table.size() - 1);
        if (table[at] < 0)
            table[at] = own;
        first[j] = table[at];
    }
    return first;
}

// Takes the columns out whose first() is another, in place; `theta` says how equal features share a weight.
void mergeTwins(LinearDesign& design, const Vector& theta)
{
    const std::vector<std::int32_t> first = firstOfEqualColumns(design);
    const auto weight = [&](std::size_t j) {
        const std::int32_t feature = design.feature[j];
        return feature < theta.size() ? theta[feature] : 0.0;
    };
    // Shares only where the features of a group agree in sign; otherwise everything goes to the first.
    std::vector<double> sum(first.size(), 0.0), magnitude(first.size(), 0.0);
    for (std::size_t j = 0; j < first.size(); ++j) {
        sum[static_cast<std::size_t>(first[j])] += weight(j);
        magnitude[static_cast<std::size_t>(first[j])] += std::abs(weight(j));
    }
    const auto share = [&](std::size_t j) {
        const auto group = static_cast<std::size_t>(first[j]);
        return std::abs(sum[group]) == magnitude[group] && magnitude[group] > 0 ? weight(j) / sum[group]
                                                                                : 0.0;
    };
    std::vector<bool> shared(first.size(), false); // by a feature other than the first
    for (std::size_t j = 0; j < first.size(); ++j)
        if (static_cast<std::size_t>(first[j]) != j && share(j) != 0)
            shared[static_cast<std::size_t>(first[j])] = true;
    std::vector<std::int32_t> column(first.size()); // the new place of a column that stays
    std::int32_t* start = design.z.outerIndexPtr();
    const Eigen::Index m = design.z.cols();
    Eigen::Index kept = 0;
    std::int32_t end = 0;
    for (Eigen::Index j = 0; j < m; ++j) {
        const auto at = static_cast<std::size_t>(j);
        if (at < first.size() && first[at] != j) {
            if (share(at) != 0)
                design.twins.push_back(
                    {design.feature[at], column[static_cast<std::size_t>(first[at])], share(at)});
            continue;
        }
        const std::int32_t begin = start[j], count = start[j + 1] - begin;
        std::copy_n(design.z.innerIndexPtr() + begin, count, design.z.innerIndexPtr() + end);
        std::copy_n(design.z.valuePtr() + begin, count, design.z.valuePtr() + end);
        if (at < first.size()) {
            column[at] = static_cast<std::int32_t>(kept);
            if (shared[at])
                design.twins.push_back({design.feature[at], column[at], share(at)});
            design.feature[static_cast<std::size_t>(kept)] = design.feature[at];
        }
        // start[kept] is read no more: kept <= j.
        start[kept++] = end;
        end += count;
    }
    const Eigen::Index removed = m - kept;
    if (removed == 0)
        return;
    start[kept] = end;
    design.feature.resize(first.size() - static_cast<std::size_t>(removed));
    design.z.conservativeResize(design.z.rows(), kept);
    design.z.resizeNonZeros(end);
    for (std::optional<Eigen::Index>* constant : {&design.bias, &design.free})
        if (*constant)
            **constant -= removed;
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
    LinearDesign design =
        designOf(x, model.scale, model.bias ? std::optional(model.bias->value) : std::nullopt,
                 model.hasIntercept, kept);
    mergeTwins(design, model.theta);
    return design;
}

Vector packWeights(const LinearDesign& design, const SparseLinearModel& model)
{
    Vector weights = Vector::Zero(design.z.cols());
    for (std::size_t k = 0; k < design.feature.size(); ++k)
        if (design.feature[k] < model.theta.size())
            weights[static_cast<Eigen::Index>(k)] = model.theta[design.feature[k]];
    for (const LinearDesign::Twin& twin : design.twins)
        if (twin.feature < model.theta.size() &&
            twin.feature != design.feature[static_cast<std::size_t>(twin.column)])
            weights[twin.column] += model.theta[twin.feature];
    if (design.bias && model.bias)
        weights[*design.bias] = model.bias->weight;
    if (design.free)
        weights[*design.free] = model.intercept;
    return weights;
}

void unpackWeights(const LinearDesign& design, const Vector& weights, SparseLinearModel& model)
{
    model.theta.resize(design.features);
    parallelBlocks(design.features, featureGrain, [&](std::int64_t begin, std::int64_t end) {
        model.theta.segment(begin, end - begin).setZero();
    });
    for (std::size_t k = 0; k < design.feature.size(); ++k)
        if (const double weight = weights[static_cast<Eigen::Index>(k)]; weight != 0)
            model.theta[design.feature[k]] = weight;
    for (const LinearDesign::Twin& twin : design.twins)
        model.theta[twin.feature] = twin.share * weights[twin.column];
    if (design.bias)
        model.bias->weight = weights[*design.bias];
    model.hasIntercept = design.free.has_value();
    model.intercept = design.free ? weights[*design.free] : 0.0;
}

SupportDesign makeSupportDesign(const SparseRows& x, const SparseLinearModel& model, bool intercept)
{
    SupportDesign design;
    const auto p = static_cast<std::int32_t>(x.cols());
    design.place.assign(static_cast<std::size_t>(p), -1);
    std::vector<bool> active(static_cast<std::size_t>(p), false); // in a nearer cache than the places
    std::vector<double> weights;
    for (std::int32_t j = 0; j < std::min<std::int32_t>(p, static_cast<std::int32_t>(model.theta.size()));
         ++j) {
        if (model.theta[j] == 0)
            continue;
        design.place[static_cast<std::size_t>(j)] = static_cast<std::int32_t>(design.column.size());
        active[static_cast<std::size_t>(j)] = true;
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
    if (model.hasIntercept && intercept) {
        design.free = static_cast<Eigen::Index>(design.column.size());
        design.column.push_back(p + 1);
        weights.push_back(model.intercept);
        constants.push_back(1.0);
    }
    design.weight = Eigen::Map<const Vector>(weights.data(), static_cast<Eigen::Index>(weights.size()));
    // One pass over all entries leaves the few that count. Which ones is hard to foresee: every entry is
    // written, and the next one over it where it does not count.
    struct Entry {
        std::int32_t column;
        double value;
    };
    SparseRows few(x.rows(), kept);
    std::vector<std::vector<Entry>> found(
        static_cast<std::size_t>((x.rows() + supportRowGrain - 1) / supportRowGrain));
    parallelBlocks(x.rows(), supportRowGrain, [&](std::int64_t begin, std::int64_t end) {
        const auto most = static_cast<std::size_t>(x.outerIndexPtr()[end] - x.outerIndexPtr()[begin]);
        const auto entries = std::make_unique_for_overwrite<Entry[]>(most + 1);
        std::size_t count = 0;
        for (Eigen::Index i = begin; i < end; ++i) {
            const SparseRowView row = rowView(x, i);
            const std::size_t before = count;
            for (std::size_t k = 0; k < row.columns.size(); ++k) {
                entries[count] = {row.columns[k], row.values[k]};
                count += active[static_cast<std::size_t>(row.columns[k])] ? 1 : 0;
            }
            few.outerIndexPtr()[i + 1] = static_cast<std::int32_t>(count - before);
        }
        found[static_cast<std::size_t>(begin / supportRowGrain)].assign(entries.get(), entries.get() + count);
    });
    std::partial_sum(few.outerIndexPtr(), few.outerIndexPtr() + x.rows() + 1, few.outerIndexPtr());
    few.resizeNonZeros(few.outerIndexPtr()[x.rows()]);
    parallelBlocks(x.rows(), supportRowGrain, [&](std::int64_t begin, std::int64_t) {
        std::int32_t at = few.outerIndexPtr()[begin];
        for (const Entry& entry : found[static_cast<std::size_t>(begin / supportRowGrain)]) {
            few.innerIndexPtr()[at] = design.place[static_cast<std::size_t>(entry.column)];
            few.valuePtr()[at++] = entry.value * (model.scale.size() > 0 ? model.scale[entry.column] : 1.0);
        }
    });
    design.z = transpose(few, {}, kept, constants, [](std::int32_t j) { return j; });
    return design;
}

Vector SupportDesign::scores(const SparseLinearModel& model) const
{
    Vector result = Vector::Constant(z.rows(), free ? 0.0 : model.intercept);
    for (Eigen::Index s = 0; s < z.cols(); ++s) {
        const SparseColumnView entries = columnView(z, s);
        for (std::size_t k = 0; k < entries.rows.size(); ++k)
            result[entries.rows[k]] += weight[s] * entries.values[k];
    }
    return result;
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
