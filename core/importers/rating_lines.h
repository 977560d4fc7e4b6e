#pragma once

#include "core/importers/rating_table.h"

namespace representer {

// Which field (from 0) holds what; -1: not there. Without a rating column every row counts as 1.
struct RatingColumns {
    int user = 0;
    int item = 1;
    int rating = 2;
    int time = 3;
};

// Adds the ratings of delimited text to the table. A first line whose rating is no number is a header and
// passed over.
void readRatingLines(std::string_view text, const std::string& file, std::string_view delimiter,
                     const RatingColumns& columns, RatingTable& table, const TaskContext& context,
                     std::int64_t firstLine = 1);

} // namespace representer
