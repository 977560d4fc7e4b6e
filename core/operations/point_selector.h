#pragma once

#include "core/data/test_point.h"
#include "core/operations/open_model.h"

#include <optional>
#include <string>

namespace representer {

// Which prediction is meant, in the words of the command line. Exactly one way must be used.
struct PointSelector {
    std::optional<std::int32_t> sample;      // --sample N: row of the test part
    std::optional<std::int32_t> trainSample; // --train-sample N: row of the training part
    std::optional<std::string> user;         // --user U --item I: the user's own ids
    std::optional<std::string> item;         // id or title
    std::optional<std::string> text;         // --text "..."
    std::optional<std::string> row;          // --row "3:1 7:0.5", ids as in the dataset's file

    bool given() const { return sample || trainSample || user || item || text || row; }
};

// Throws BadOption or NotFound with a sentence that says what is there instead.
TestPoint selectPoint(const OpenModel& open, const PointSelector& selector);
UserIndex findUser(const RatingData& data, const std::string& id);
// By id; failing that by a title that matches exactly or contains the text in one item only.
ItemIndex findItem(const RatingData& data, const std::string& idOrTitle);

} // namespace representer
