#pragma once

#include "core/operations/point_selector.h"

#include <CLI/App.hpp>

#include <memory>

namespace representer {

// --sample, --train-sample, --user, --item, --text, --row: which prediction is meant.
std::shared_ptr<PointSelector> addPointOptions(CLI::App& command);

} // namespace representer
