#pragma once

#include "core/models/model.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace representer {

class Workspace;

// A row of the table `model`, for the stores that need more of it than a list shows.
struct ModelRecord {
    std::int64_t id = 0;
    std::int64_t bundle = 0;
    std::string detail; // JSON
    ModelInfo info;
};

std::vector<ModelRecord> modelRecords(const Workspace& workspace); // by name
std::optional<ModelRecord> findModel(const Workspace& workspace, std::string_view name);
ModelRecord requireModel(const Workspace& workspace,
                         std::string_view name); // throws NotFound naming what is there

nlohmann::json reportToJson(const TrainReport& report);

} // namespace representer
