#pragma once

#include "core/base/matrix_types.h"

#include <string>

namespace representer {

// NumPy's .npy format, version 1.0, little-endian float64, C order.
std::string npyBytes(const Vector& vector); // shape (n,)
std::string npyBytes(const RowMatrix& matrix);                // shape (rows, columns)

} // namespace representer
