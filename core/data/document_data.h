#pragma once

#include "core/base/matrix_types.h"
#include "core/data/part.h"
#include "core/data/vectoriser.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace representer {

// Labelled rows of one part. labels are 0 or 1, always; the user's own names stand in DocumentData.
struct DocumentPart {
    SparseRows x;                       // n x p, compressed
    std::vector<std::uint8_t> labels;   // n
    std::vector<std::string> ids;       // n or empty: file name, line, the user's own id
    std::vector<std::string> classes;   // n or empty: the original class when many were grouped into two
    std::vector<std::string> titles;    // n or empty: one line for tables
    std::vector<std::string> texts;     // n or empty: empty for plain vectors, and when loaded without text

    std::size_t size() const { return labels.size(); }
};

// Sparse text or feature rows with two classes.
struct DocumentData {
    DocumentPart train;
    DocumentPart validation;
    DocumentPart test;
    std::array<std::string, 2> labelNames{"0", "1"}; // what the user calls label 0 and label 1
    std::vector<std::string> features;               // p names, or empty when the file names none
    std::int32_t firstFeatureId = 1;                 // the file's own id of column 0 (0 or 1)
    std::optional<Vectoriser> vectoriser;            // present when rows were made from text

    Eigen::Index featureCount() const { return train.x.cols(); }
    // The user's own word for a column: its name, or its id in a file that names none.
    std::string featureName(Eigen::Index column) const
    {
        return features.empty() ? std::to_string(column + firstFeatureId)
                                : features[static_cast<std::size_t>(column)];
    }
    const DocumentPart& part(Part which) const
    {
        return which == Part::Train ? train : which == Part::Validation ? validation : test;
    }
};

} // namespace representer
