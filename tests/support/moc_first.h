#pragma once

// What moc must have seen before it meets <compare>; see tests/CMakeLists.txt.
#include <utility>
