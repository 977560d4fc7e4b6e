#pragma once

#include "core/data/dataset.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace representer {

class Workspace;

// A row of the table `dataset`, for the stores that need more of it than a list shows.
struct DatasetRecord {
    std::int64_t id = 0;
    std::int64_t bundle = 0;
    DatasetInfo info;
    nlohmann::json detail;
};

std::vector<DatasetRecord> datasetRecords(const Workspace& workspace); // by name
std::optional<DatasetRecord> findDataset(const Workspace& workspace, std::string_view name);
DatasetRecord requireDataset(const Workspace& workspace,
                             std::string_view name); // throws NotFound naming what is there

// Compact; bytes that are no UTF-8 are replaced rather than refused.
std::string jsonText(const nlohmann::json& value);
// "There is no dataset "x". There are: a, b." for lookups that miss.
std::string notFoundSentence(std::string_view what, std::string_view name,
                             const std::vector<std::string>& present);

} // namespace representer
