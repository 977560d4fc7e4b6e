#pragma once

#include "core/base/index_types.h"
#include "core/base/matrix_types.h"
#include "core/data/part.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace representer {

// A row of the dataset: a document or a matrix of some part.
struct DatasetRow {
    Part part = Part::Test;
    std::int32_t index = 0;
    bool operator==(const DatasetRow&) const = default;
};

// A document that is in no part: typed text or a pasted LIBSVM row.
struct FreeRow {
    SparseRow row;
    std::string text; // what the user typed
};

struct UserItem {
    UserIndex user;
    ItemIndex item;
    bool operator==(const UserItem&) const = default;
};

// What is to be explained.
using TestPoint = std::variant<DatasetRow, FreeRow, UserItem>;

} // namespace representer
