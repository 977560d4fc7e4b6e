#pragma once

#include "core/data/dataset.h"

#include <cstdint>
#include <string_view>

namespace representer {

// resources/examples/digits_4_9.csv, compiled into the program so that it is found wherever that is
// installed.
std::string_view exampleDigitsCsv();

// Real 8 x 8 handwritten digits, 4 (label 0) against 9 (label 1), grey values 0..1; three tenths are the test
// part. UCI optical digits (Alpaydin and Kaynak), CC BY 4.0.
Dataset makeExampleDigits(std::uint64_t seed = 1);

} // namespace representer
