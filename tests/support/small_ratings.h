#pragma once

#include "core/base/random.h"
#include "core/data/rating_data.h"

#include <cmath>
#include <string>

namespace representer::test {

// A low-rank table with noise, seen at `density` of its places; values in steps of 1/4 between -1 and 1 so
// that they are exact in single precision. Binary: 1 where the table is above average.
inline RatingData smallRatings(std::size_t users, std::size_t items, double density, std::uint64_t seed,
                               bool binary = false)
{
    Random random(seed);
    RatingData data;
    data.scale.binary = binary;
    const std::size_t rank = 3;
    std::vector<double> u(users * rank);
    std::vector<double> v(items * rank);
    for (double& x : u)
        x = random.normal();
    for (double& x : v)
        x = random.normal();
    for (std::size_t a = 0; a < users; ++a)
        data.users.ids.push_back("u" + std::to_string(a));
    for (std::size_t b = 0; b < items; ++b)
        data.items.ids.push_back("i" + std::to_string(b));
    for (std::size_t a = 0; a < users; ++a) {
        for (std::size_t b = 0; b < items; ++b) {
            double f = 0.2 * random.normal();
            for (std::size_t r = 0; r < rank; ++r)
                f += 0.4 * u[a * rank + r] * v[b * rank + r];
            const double draw = random.uniform();
            const double value = std::round(4 * std::tanh(f)) / 4;
            if (binary ? f < 0.2 : draw >= density * 1.2)
                continue;
            RatingPart& part = draw < density ? data.train : data.test;
            part.users.push_back(static_cast<std::int32_t>(a));
            part.items.push_back(static_cast<std::int32_t>(b));
            part.values.push_back(binary ? 1.0F : static_cast<float>(value));
        }
    }
    return data;
}

} // namespace representer::test
