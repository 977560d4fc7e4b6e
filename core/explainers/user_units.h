#pragma once

#include "core/data/rating_data.h"
#include "core/explainers/explanation.h"

namespace representer {

// An explanation of a rating in the user's own scale: prediction = middle + half * trained, importances and globals
// times half (locals stay, so that global * local = importance), the middle joins the offset.
// A "ranking" keeps its unitless importances; its prediction and offset are converted all the same.
Explanation toUserUnits(Explanation trained, const RatingScale& scale);

} // namespace representer
