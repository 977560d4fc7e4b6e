#pragma once

#include "core/base/task_context.h"
#include "core/data/rating_data.h"
#include "core/data/training_edit.h"
#include "core/trainers/factor_result.h"
#include "core/trainers/rating_problem.h"
#include "core/trainers/sgd_plan.h"

#include <cstdint>

namespace representer {

// Mini-batch training of plain factors. The step is on the mean loss of a batch, l = (f - y)^2 / 2 or
// logistic.
struct MfSgdOptions {
    enum class Optimizer { Sgd, Adam };
    Optimizer optimizer = Optimizer::Sgd;
    int dim = 16;
    double rate = 0; // 0: 4 for sgd (rate 2 on the loss without the half, as in the paper), 0.01 for adam
    double momentum = 0.9; // sgd
    int batch = 3000;
    int epochs = 10;
    Loss loss = Loss::Squared;
    double negatives =
        0; // weight of every unobserved pair, label 0; four are drawn per rating and weighed up
    OffsetKind offsets = OffsetKind::None; // fitted before, then fixed
    int checkpoints = 0; // states kept for TracIn, spread over the epochs, the last always among them
    double mu = 0;       // penalty mu/2 (|U|^2 + |V|^2) against the summed loss
    std::uint64_t seed = 0;
};

FactorResult trainMfSgd(const RatingData& data, const MfSgdOptions& options, const TaskContext& context = {});

// The same training with an edit: same start, same batches; removed ratings are skipped and the batch's
// denominator stays what it was, so that an empty edit repeats the original to the last bit. Runs on the
// calling thread.
FactorResult runMfSgd(const RatingData& data, const MfSgdOptions& options, const SgdPlan& plan,
                      const TrainingEdit& edit, const TaskContext& context);

} // namespace representer
