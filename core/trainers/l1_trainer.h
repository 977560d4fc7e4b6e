#pragma once

#include "core/base/task_context.h"
#include "core/data/document_data.h"
#include "core/models/sparse_linear_model.h"
#include "core/models/train_report.h"
#include "core/trainers/retrainer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace representer {

// minimise |theta|_1 + C sum_i l(y_i, f(x_i))
struct L1Options {
    Loss loss = Loss::Logistic;
    double C = 1;             // = 1 / (n lambda)
    bool intercept = false;   // an unpenalised one; then importances sum to f - intercept
    double tolerance = 1e-9;  // relative duality gap and KKT violation: completeness to about 1e-8 of a score
    int maxIterations = 1000; // proximal Newton iterations
    bool scale = false;       // divide each feature by its largest magnitude (zeros stay zeros)
    std::optional<double> biasFeature =
        {};                 // LIBLINEAR's -B: a penalised feature of this value in every sample
    std::uint64_t seed = 0; // order of the coordinates
};

struct L1Result {
    SparseLinearModel model;
    TrainReport report;
};

// Squared loss: y = labels as numbers 0 and 1. Throws BadOption for options that make no problem (C <= 0,
// ...), Numerical for values that are not finite. Not reaching the tolerance is no error: report.stop and
// report.advice say it.
L1Result trainL1(const SparseRows& x, const std::vector<std::uint8_t>& labels, const L1Options& options,
                 const TaskContext& context = {});
// The same from the weights of a model of the same features (loss, C, scale, bias and intercept are the
// model's own).
L1Result polishL1(const SparseRows& x, const std::vector<std::uint8_t>& labels,
                  const SparseLinearModel& start, const L1Options& options, const TaskContext& context = {});

// The smallest lambda (and 1/(n lambda) the largest C) whose solution is all zeros.
double l1LambdaMax(const SparseRows& x, const std::vector<std::uint8_t>& labels, const L1Options& options);
inline double l1CostFromLambda(double lambda, std::size_t samples)
{
    return 1 / (lambda * static_cast<double>(samples));
}

// Retrains the model after edits of data->train; tolerance, iterations and seed are the options', the rest
// the model's.
std::unique_ptr<Retrainer> makeL1Retrainer(std::shared_ptr<const DocumentData> data,
                                           std::shared_ptr<const SparseLinearModel> model, L1Options options);

} // namespace representer
