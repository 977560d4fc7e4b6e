#pragma once

#include "core/models/model.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace representer {

// What a model looks like at a glance.
struct ModelProfile {
    // Linear models: (feature, weight), largest magnitude first; at most `limit` of them.
    std::vector<std::pair<std::int32_t, double>> weights;
    std::int64_t nonzeros = 0; // of all weights
    std::int64_t parameters = 0;
    // Low-rank models: singular values of U V^T (or Theta), descending.
    std::vector<double> spectrum;
};

ModelProfile profileOf(const ModelContent& content, std::size_t limit = 30);

} // namespace representer
