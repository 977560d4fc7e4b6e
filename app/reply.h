#pragma once

#include "core/exporters/table.h"

#include <nlohmann/json.hpp>

#include <iosfwd>
#include <string>
#include <vector>

namespace representer {

struct CommonOptions;

// What a command answers: one document for --format json, the same facts as tables for every other format.
struct Reply {
    nlohmann::ordered_json document;
    std::vector<std::string> lines; // sentences above the tables, for text only
    std::vector<Table> tables;
};

// Writes in the format asked for, to --output or standard output. A file is written whole or not at all.
void writeReply(const Reply& reply, const CommonOptions& options);

} // namespace representer
