#pragma once

#include "core/data/test_point.h"

#include <variant>

namespace SQLite {
class Statement;
}

namespace representer {

// What marks and notes are about: a row of a part, or a pair that may be in no part (a suspected false
// negative, a recommendation).
using MarkedSample = std::variant<DatasetRow, UserItem>;

// How such a subject is written: its part ('' for a pair), its row or user, its item (-1 for a row), bound to
// three parameters in a row; and read back from three columns in a row.
void bindSample(SQLite::Statement& statement, int first, const MarkedSample& sample);
MarkedSample sampleFrom(const SQLite::Statement& row, int first);

} // namespace representer
