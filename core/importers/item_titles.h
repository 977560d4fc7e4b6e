#pragma once

#include "core/importers/rating_table.h"

namespace representer {

// Titles of items from a file: JSON lines with asin (or id) and title, or delimited text with id and title.
EntityDetails readItemTitles(const std::filesystem::path& path, const ImportRequest& request,
                             const TaskContext& context);

} // namespace representer
