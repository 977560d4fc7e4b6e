#pragma once

#include "core/data/matrix_data.h"

#include <QImage>
#include <QPalette>

namespace representer {

// Values as a grey picture, at most `size` pixels at its longer side; small values white, as ink on paper.
QImage greyImage(const RowMatrix& values, int size);
// The same for row `index` of a part.
QImage matrixImage(const MatrixData& data, Part part, std::int32_t index, int size);
// Any d1 x d2 values as a diverging heat map: up colour above zero, down colour below, the base colour at
// zero.
QImage heatMap(const RowMatrix& values, int size, const QPalette& palette);

} // namespace representer
