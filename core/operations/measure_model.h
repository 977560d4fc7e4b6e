#pragma once

#include "core/base/task_context.h"
#include "core/data/dataset.h"
#include "core/models/model.h"

#include <nlohmann/json.hpp>

namespace representer {

// {"train": {...}, "validation": {...}, "test": {...}} with accuracy, auc, logloss and confusion counts for classifiers;
// mae and rmse in the user's unit, mae_normalised in training units, recall@20 and ndcg@20 for recommenders.
// Parts without samples are left out. "model" tells what it is made of: support and largest_weights of a linear
// model, rank and penalty of factors.
nlohmann::json measureModel(const Dataset& dataset, const ModelContent& model, const TaskContext& context = {});

} // namespace representer
