#pragma once

#include "core/base/task_context.h"
#include "core/data/dataset.h"
#include "core/data/vectoriser.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace representer {

// What the user asked to import, in the words of the command line.
struct ImportRequest {
    std::string name;
    std::vector<std::filesystem::path> paths;
    std::vector<std::filesystem::path> testPaths;    // --test
    std::string format;                              // --from; empty: detect from content
    std::optional<double> testFraction;              // --test-fraction, stratified for labels
    int holdoutPerUser = 0;                          // --holdout-per-user: ratings per user for validation and again for test
    int minInteractions = 0;                         // --min-interactions: users and items with fewer go, to a fixed point
    std::optional<double> binarize;                  // --binarize T: rating >= T is a positive, the rest is dropped
    std::vector<std::string> positive;               // --positive: class names that become label 1, * allowed
    VectoriserOptions vectoriser;                    // --ngrams and relatives
    bool scale = false;                              // --scale: divide each feature by its largest training magnitude
    std::map<std::string, std::string> columns;      // --columns user=..,item=..: names or 1-based numbers
    std::optional<std::filesystem::path> titles;     // --titles FILE: item titles
    std::uint64_t seed = 0;
    std::int64_t expansionLimit = std::int64_t{8} << 30; // bytes an archive may unpack to (zip bombs)
};

// What one format reads and how it is called.
struct FormatDescriptor {
    std::string_view id;          // "libsvm", "movielens", "amazon", "csv", "text-folder", "label-text", "npy", "digits"
    std::string_view name;
    std::string_view description; // one line, for --help and the import dialog
};

// All formats, in the order detection tries them.
const std::vector<FormatDescriptor>& formatCatalogue();
// The format whose content fits; throws with what was looked for when none does.
std::string detectFormat(const ImportRequest& request);

// Reads, vectorises, splits. Throws Error (BadFile, BadOption) with file, line, reason and remedy. info.warnings of the
// result is the lint and the skipped lines, in plain words.
Dataset readDataset(const ImportRequest& request, const TaskContext& context = {});

// The first rows as the importer understands them, for the import dialog. Never throws for content: problems go into notes.
struct ImportPreview {
    std::string format;
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> notes;
};
ImportPreview previewImport(const ImportRequest& request, std::size_t rows = 20);

} // namespace representer
