#pragma once

#include <compare>
#include <cstdint>

namespace representer {

// A position that cannot be mistaken for a position in something else. All count from 0.
template<class Tag>
struct StrongIndex {
    std::int32_t value = 0;
    auto operator<=>(const StrongIndex&) const = default;
};

using TrainIndex = StrongIndex<struct TrainTag>;     // row of the training part
using SampleIndex = StrongIndex<struct SampleTag>;   // row of the test part
using UserIndex = StrongIndex<struct UserTag>;
using ItemIndex = StrongIndex<struct ItemTag>;
using FeatureIndex = StrongIndex<struct FeatureTag>; // column

} // namespace representer
