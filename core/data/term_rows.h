#pragma once

#include "core/base/matrix_types.h"
#include "core/data/vectoriser.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace representer {

// (column, how often) of one document, ascending by column, becomes its weighted row:
// tf * idf with tf = count or 1 + ln(count), divided by the l2 norm.
inline void weighTerms(const std::vector<std::pair<std::int32_t, std::int32_t>>& counts,
                       const std::vector<float>& idf, const VectoriserOptions& options, double* values)
{
    double squares = 0;
    for (std::size_t k = 0; k < counts.size(); ++k) {
        const double count = counts[k].second;
        const double tf = options.sublinear ? 1 + std::log(count) : count;
        values[k] = tf * static_cast<double>(idf[static_cast<std::size_t>(counts[k].first)]);
        squares += values[k] * values[k];
    }
    if (options.normalise && squares > 0)
        for (std::size_t k = 0; k < counts.size(); ++k)
            values[k] /= std::sqrt(squares);
}

// Counts of a list of columns, ascending.
inline std::vector<std::pair<std::int32_t, std::int32_t>> countTerms(std::vector<std::int32_t>& columns)
{
    std::sort(columns.begin(), columns.end());
    std::vector<std::pair<std::int32_t, std::int32_t>> counts;
    for (const auto column : columns) {
        if (counts.empty() || counts.back().first != column)
            counts.emplace_back(column, 0);
        ++counts.back().second;
    }
    return counts;
}

} // namespace representer
