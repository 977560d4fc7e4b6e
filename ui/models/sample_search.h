#pragma once

#include "core/base/task_context.h"
#include "core/data/dataset.h"

#include <filesystem>
#include <string>
#include <vector>

namespace representer {

// Rows of a part that match what was typed, ascending: documents by their words, ratings by item title or
// user id, images by id. Runs on a worker.
std::vector<std::int32_t> searchSamples(const std::filesystem::path& workspace, const Dataset& dataset,
                                        Part part, const std::string& query, const TaskContext& context);

} // namespace representer
