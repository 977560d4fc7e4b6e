#pragma once

#include "core/data/dataset.h"
#include "core/data/test_point.h"

#include <optional>

namespace representer {

// A point to begin with, so that an opened model shows something: the first of the test part, or of the
// training part.
std::optional<TestPoint> firstPoint(const Dataset& dataset);

} // namespace representer
