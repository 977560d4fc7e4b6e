#pragma once

#include "core/base/task_context.h"
#include "core/models/model.h"
#include "core/store/arrays.h"

namespace representer {

// How each kind of model lies in a bundle; its scalars become the returned JSON. Numbers come back to the
// last bit.
nlohmann::json writeModel(const ArrayBundle& arrays, const ModelContent& content, const TaskContext& context);
ModelContent readModel(const ArrayBundle& arrays, const nlohmann::json& detail, bool withCheckpoints,
                       const TaskContext& context);

// JSON has no infinities and no NaN: those are written as text.
nlohmann::json numberToJson(double value);
double numberFromJson(const nlohmann::json& value);

} // namespace representer
