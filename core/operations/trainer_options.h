#pragma once

#include "core/trainers/l1_trainer.h"
#include "core/trainers/rating_retrainer.h"
#include "core/trainers/trace_regression.h"

#include <nlohmann/json.hpp>

#include <cstdint>

namespace representer {

// Completed train options (completeTrainOptions) as the trainers' own structs: training and retraining read the same.
L1Options l1Options(const nlohmann::json& options, std::size_t samples, std::uint64_t seed);
TraceOptions traceOptions(const nlohmann::json& options, std::uint64_t seed);
// nuclear, mf (by optimizer) and two-tower; `data` decides presets and which offset "auto" means.
RatingTraining ratingTraining(ModelKind kind, const nlohmann::json& options, const RatingData& data, std::uint64_t seed);

} // namespace representer
