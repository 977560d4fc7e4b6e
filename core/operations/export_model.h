#pragma once

#include "core/base/task_context.h"
#include "core/store/workspace.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace representer {

// Writes model.json and the parameters (float64 C-order .npy, ids and feature names as text, one per line) into a folder
// that is made if missing. Returns the files written.
std::vector<std::string> exportModel(const Workspace& workspace, std::string_view name,
                                     const std::filesystem::path& folder, const TaskContext& context = {});

} // namespace representer
