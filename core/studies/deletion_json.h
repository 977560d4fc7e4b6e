#pragma once

#include "core/studies/deletion_plan.h"
#include "core/studies/deletion_study.h"

#include <nlohmann/json_fwd.hpp>

namespace representer {

// How plans and rows are kept in a workspace. Doubles survive the way to text and back to the last bit.
nlohmann::json planToJson(const DeletionPlan& plan);
DeletionPlan planFromJson(const nlohmann::json& json);
nlohmann::json rowToJson(const DeletionRow& row);
DeletionRow rowFromJson(const nlohmann::json& json);

nlohmann::json pointToJson(const TestPoint& point);
TestPoint pointFromJson(const nlohmann::json& json);

} // namespace representer
