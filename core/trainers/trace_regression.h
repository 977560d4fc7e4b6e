#pragma once

#include "core/base/task_context.h"
#include "core/data/matrix_data.h"
#include "core/models/trace_model.h"
#include "core/models/train_report.h"
#include "core/trainers/retrainer.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace representer {

// minimise (1/n) sum_i l(y_i, <Theta, X_i>) + lambda |Theta|_*
struct TraceOptions {
    Loss loss = Loss::Logistic;
    double lambda = 0;       // 0: a twentieth of the smallest lambda whose solution is zero
    double tolerance = 1e-8; // on the certificate: one-sided sums to about this share of a prediction
    int maxIterations = 20000;
    std::uint64_t seed = 0; // nothing here is random; kept so that all trainers are asked alike
};

struct TraceResult {
    TraceModel model;
    TrainReport report;
    std::vector<std::string> notes; // rank, and the lambda that was chosen
};

// Squared loss: y = labels as numbers 0 and 1. Throws BadOption for options that make no problem, Numerical
// for values that are not finite. Not reaching the tolerance is no error: report.stop and report.advice say
// it.
TraceResult trainTrace(const MatrixData& data, const TraceOptions& options, const TaskContext& context = {});

// The smallest lambda whose solution is zero: |sum_i l'(y_i, 0) X_i|_2 / n.
double traceLambdaMax(const MatrixData& data, Loss loss);

// Retrains after edits of data->train with the model's loss and penalty (removal drops terms, it does not
// renormalise).
std::unique_ptr<Retrainer> makeTraceRetrainer(std::shared_ptr<const MatrixData> data,
                                              std::shared_ptr<const TraceModel> model, TraceOptions options);

} // namespace representer
