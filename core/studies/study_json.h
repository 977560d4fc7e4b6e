#pragma once

#include "core/studies/mislabel_study.h"
#include "core/studies/negative_study.h"

#include <nlohmann/json_fwd.hpp>

namespace representer {

// How the studies of negative samples and of wrong labels are kept in a workspace; deletion_json.h has the
// deletion study. Doubles survive the way to text and back to the last bit.
nlohmann::json planToJson(const NegativePlan& plan);
NegativePlan negativePlanFromJson(const nlohmann::json& json);
nlohmann::json rowToJson(const NegativeRow& row);
NegativeRow negativeRowFromJson(const nlohmann::json& json);

nlohmann::json planToJson(const MislabelPlan& plan);
MislabelPlan mislabelPlanFromJson(const nlohmann::json& json);
nlohmann::json rowToJson(const MislabelRow& row);
MislabelRow mislabelRowFromJson(const nlohmann::json& json);

} // namespace representer
