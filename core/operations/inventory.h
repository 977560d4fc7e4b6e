#pragma once

#include "core/data/dataset.h"
#include "core/exporters/table.h"
#include "core/models/model.h"
#include "core/store/workspace.h"

#include <nlohmann/json.hpp>

#include <vector>

namespace representer {

// What is in a workspace, as the command line prints it and a report quotes it.
nlohmann::ordered_json datasetJson(const DatasetInfo& info);
nlohmann::ordered_json modelJson(const ModelInfo& info);
nlohmann::ordered_json inventoryJson(const Workspace& workspace);

Table datasetTable(const DatasetInfo& info); // one property per row
Table modelTable(const ModelInfo& info);
std::vector<Table> inventoryTables(const Workspace& workspace); // datasets, models, studies

} // namespace representer
