#pragma once

#include "core/data/rating_data.h"
#include "core/trainers/mf_als.h"
#include "core/trainers/mf_sgd.h"
#include "core/trainers/retrainer.h"
#include "core/trainers/soft_impute.h"
#include "core/trainers/two_tower_trainer.h"

#include <memory>
#include <variant>

namespace representer {

// How a recommender was trained, with the seed inside.
using RatingTraining = std::variant<NuclearOptions, MfAlsOptions, MfSgdOptions, TwoTowerOptions>;

// Nuclear norm and als: the same offsets and penalty n lambda (removal drops terms, it does not renormalise),
// to the same tolerance, started from the original or the warm start. sgd, adam and two-tower: the original
// run repeated with the removed ratings skipped. `original` must be the model that `training` gave on `data`.
std::unique_ptr<Retrainer> makeRatingRetrainer(std::shared_ptr<const RatingData> data,
                                               std::shared_ptr<const ModelContent> original,
                                               const RatingTraining& training);

} // namespace representer
