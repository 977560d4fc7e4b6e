#pragma once

#include "core/base/matrix_types.h"
#include "core/base/task_context.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace representer {

// Rows as they stand in a LIBSVM/svmlight text, ids not yet shifted.
struct LibsvmRows {
    SparseRows x;                    // n x (highest + 1), columns are the ids of the file, zeros left out
    std::vector<double> labels;      // n, as written
    std::vector<std::int32_t> lines; // n, from 1
    std::int32_t lowest = -1;        // smallest and largest id; -1 when no row has any
    std::int32_t highest = -1;
    std::int64_t widestRow = 0; // most entries in one row, and its line
    std::int64_t widestLine = 0;
};

// Parses in blocks on all cores, straight into the arrays of the result: a first pass counts, the second
// writes. The first faulty line of the text is thrown as Error with line and column, whichever thread found
// it.
LibsvmRows parseLibsvm(std::string_view text, const std::string& file, const TaskContext& context = {});

} // namespace representer
