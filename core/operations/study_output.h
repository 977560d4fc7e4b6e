#pragma once

#include "core/exporters/table.h"
#include "core/operations/run_study.h"

#include <nlohmann/json.hpp>

#include <vector>

namespace representer {

// A deletion study as scripts read it: the fields of the command-line contract, changes in the user's unit.
nlohmann::ordered_json studyJson(const StudyResult& study);
// Curves (mean change per method, sign and k), AUC-DEL, and who wins where the difference is significant.
std::vector<Table> studyTables(const StudyResult& study);

} // namespace representer
