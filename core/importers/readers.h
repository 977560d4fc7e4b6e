#pragma once

#include "core/importers/importer.h"

namespace representer {

// One function per format. Each fills content, splitRule and warnings; readDataset does the rest.
Dataset readLibsvm(const ImportRequest& request, const TaskContext& context);
Dataset readMovieLens(const ImportRequest& request, const TaskContext& context);
Dataset readAmazon(const ImportRequest& request, const TaskContext& context);
Dataset readCsv(const ImportRequest& request, const TaskContext& context);
Dataset readTextFolder(const ImportRequest& request, const TaskContext& context);
Dataset readLabelText(const ImportRequest& request, const TaskContext& context);
Dataset readNpyMatrices(const ImportRequest& request, const TaskContext& context);
Dataset readDigits(const ImportRequest& request, const TaskContext& context);

// The one path a format takes; throws when there are several.
const std::filesystem::path& onlyPath(const std::vector<std::filesystem::path>& paths,
                                      std::string_view format);

} // namespace representer
