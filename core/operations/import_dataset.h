#pragma once

#include "core/base/task_context.h"
#include "core/data/dataset.h"
#include "core/importers/importer.h"
#include "core/store/workspace.h"

#include <string>

namespace representer {

// Reads files with the format detected or given in the request, splits, stores in one transaction.
DatasetInfo importDataset(const Workspace& workspace, const ImportRequest& request, const TaskContext& context = {},
                          bool replace = false);

} // namespace representer
