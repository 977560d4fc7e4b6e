#pragma once

#include "core/base/matrix_types.h"
#include "core/models/sparse_linear_model.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace representer {

// The columns a linear model weighs: the features of X times their scale, then the bias feature, then the
// intercept's column of ones.
struct LinearDesign {
    SparseColumns z;                   // n x m
    Eigen::Index features = 0;         // p
    std::vector<std::int32_t> feature; // of each feature column, ascending; all p, or those that were kept
    // A feature that shares the weight of a column, which is the same for all of them.
    struct Twin {
        std::int32_t feature = 0;
        std::int32_t column = 0;
        double share = 0;
    };
    std::vector<Twin> twins;           // of columns whose weight is not all the first feature's
    std::optional<Eigen::Index> bias;  // its column
    std::optional<Eigen::Index> free;  // the intercept's column: not penalised

    double penalty(Eigen::Index column) const { return free && column == *free ? 0.0 : 1.0; }
};

LinearDesign makeLinearDesign(const SparseRows& x, const Vector& scale, std::optional<double> biasValue,
                              bool intercept);
// The columns that training the model can ever give a weight, whatever samples are removed or relabelled. The
// slope of the logistic loss is below 1, so |g_j| < C sum_i |x_ij|: rare words with small values can be left
// out for good. Columns with a weight in `model` stay. Other losses keep every column.
// Of features that are the same in every sample (words that always occur together) one column is kept: any
// split of its weight among them is an optimum, and all of them together would make every Hessian singular.
// The split is the model's own, or everything on the first.
LinearDesign makeTrainingDesign(const SparseRows& x, const SparseLinearModel& model);

// Weights of all m columns <-> the model's theta, bias and intercept.
Vector packWeights(const LinearDesign& design, const SparseLinearModel& model);
void unpackWeights(const LinearDesign& design, const Vector& weights, SparseLinearModel& model);

// The columns that carry a weight, for explanations: n x |S| and, for each feature, its place in S.
// The bias feature comes after the features, the intercept's column last (it counts as carrying a weight).
struct SupportDesign {
    SparseColumns z;                        // n x |S|
    std::vector<std::int32_t> place;        // p: position in S or -1
    std::vector<std::int32_t> column;       // |S|: feature index; p for the bias, p + 1 for the intercept
    Vector weight;                          // |S|
    std::optional<Eigen::Index> bias, free; // positions in S

    // f(x_i) of every row.
    Vector scores(const SparseLinearModel& model) const;
    // The test document in the support's terms: (position, scaled value), ascending, bias included, intercept
    // not.
    std::vector<std::pair<std::int32_t, double>> project(const SparseRowView& x,
                                                         const SparseLinearModel& model) const;
};

// Without the intercept's column where it is not asked for.
SupportDesign makeSupportDesign(const SparseRows& x, const SparseLinearModel& model, bool intercept = true);

// l'(y_i, f(x_i)) and l'' for every row.
Vector lossSlopes(const SparseLinearModel& model, const Vector& scores,
                  const std::vector<std::uint8_t>& labels);
Vector lossCurvatures(const SparseLinearModel& model, const Vector& scores,
                      const std::vector<std::uint8_t>& labels);

} // namespace representer
