#pragma once

#include <cstddef>
#include <span>

namespace representer {

// sum over k of values[k] * v[places[k]]
template<class T, class Place>
T gatheredDot(std::span<const T> values, std::span<const Place> places, const T* v)
{
    T a = 0, b = 0, c = 0, d = 0; // one sum alone would wait for itself
    std::size_t k = 0;
    for (; k + 4 <= values.size(); k += 4) {
        a += values[k] * v[places[k]];
        b += values[k + 1] * v[places[k + 1]];
        c += values[k + 2] * v[places[k + 2]];
        d += values[k + 3] * v[places[k + 3]];
    }
    for (; k < values.size(); ++k)
        a += values[k] * v[places[k]];
    return (a + b) + (c + d);
}

} // namespace representer
