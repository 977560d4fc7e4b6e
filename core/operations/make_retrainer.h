#pragma once

#include "core/data/dataset.h"
#include "core/models/model.h"
#include "core/trainers/retrainer.h"

#include <memory>

namespace representer {

// The retrainer that repeats how this model was trained. Throws for a model whose training cannot be repeated (tower
// outputs trained elsewhere), saying why.
std::unique_ptr<Retrainer> makeRetrainer(const std::shared_ptr<const Dataset>& dataset,
                                         const std::shared_ptr<const Model>& model);

} // namespace representer
