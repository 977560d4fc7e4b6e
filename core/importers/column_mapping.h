#pragma once

#include "core/importers/importer.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace representer {

// Which field holds what in a delimited file, found from --columns, from the names in the header, or by
// position.
struct ColumnMapping {
    std::string delimiter;
    bool header = false;
    bool texts = false;                                       // label and text; otherwise ratings
    std::optional<int> user, item, rating, time, label, text; // from 0
};

// beginning: the first lines of the file. Throws when the columns cannot be told.
ColumnMapping mapColumns(std::string_view beginning, const std::string& file, const ImportRequest& request);

} // namespace representer
