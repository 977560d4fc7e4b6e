#pragma once

#include "core/trainers/l1_trainer.h"

#include <nlohmann/json.hpp>

#include <cstdint>

namespace representer {

// Completed train options (completeTrainOptions) as the trainers' own structs: training and retraining read the same.
L1Options l1Options(const nlohmann::json& options, std::size_t samples, std::uint64_t seed);

} // namespace representer
