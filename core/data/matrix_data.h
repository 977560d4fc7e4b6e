#pragma once

#include "core/base/matrix_types.h"
#include "core/data/part.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace representer {

// Labelled d1 x d2 matrices (images). Row i of `values` is matrix i, row-major.
struct MatrixPart {
    RowMatrix values;                 // n x (d1 * d2)
    std::vector<std::uint8_t> labels; // n, 0 or 1
    std::vector<std::string> ids;     // n or empty
    std::size_t size() const { return labels.size(); }
};

struct MatrixData {
    Eigen::Index rows = 0;    // d1
    Eigen::Index columns = 0; // d2
    MatrixPart train;
    MatrixPart validation;
    MatrixPart test;
    std::array<std::string, 2> labelNames{"0", "1"};

    const MatrixPart& part(Part which) const
    {
        return which == Part::Train ? train : which == Part::Validation ? validation : test;
    }
};

} // namespace representer
