#pragma once

#include "core/base/task_context.h"

#include <filesystem>

namespace representer {

// Makes the workspace with the bundled examples when there is no file of that name; an existing one is left alone.
void ensureExampleWorkspace(const std::filesystem::path& path, const TaskContext& context = {});

} // namespace representer
