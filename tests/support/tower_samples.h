#pragma once

#include "core/base/random.h"
#include "core/trainers/two_tower_trainer.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace representer {

// Ratings in [-1, 1] from two hidden factors with noise, every user rating `each` items; labels 1 when
// binary.
inline std::shared_ptr<RatingData> towerRatings(int users, int items, int each, std::uint64_t seed,
                                                bool binary = false)
{
    Random random(seed);
    auto data = std::make_shared<RatingData>();
    data->users.ids.resize(static_cast<std::size_t>(users));
    data->items.ids.resize(static_cast<std::size_t>(items));
    data->scale.binary = binary;
    std::vector<double> taste(static_cast<std::size_t>(2 * users)), kind(static_cast<std::size_t>(2 * items));
    for (double& value : taste)
        value = random.normal();
    for (double& value : kind)
        value = random.normal();
    for (int u = 0; u < users; ++u) {
        std::vector<std::int32_t> chosen(static_cast<std::size_t>(items));
        for (int i = 0; i < items; ++i)
            chosen[static_cast<std::size_t>(i)] = i;
        random.shuffle(chosen);
        std::sort(chosen.begin(), chosen.begin() + each + 1);
        for (int k = 0; k <= each; ++k) {
            RatingPart& part = k == each / 2 ? data->test : data->train;
            const std::int32_t i = chosen[static_cast<std::size_t>(k)];
            const auto t = static_cast<std::size_t>(2 * u), q = static_cast<std::size_t>(2 * i);
            const double f =
                std::tanh(taste[t] * kind[q] + taste[t + 1] * kind[q + 1]) + 0.1 * random.normal();
            part.users.push_back(u);
            part.items.push_back(i);
            part.values.push_back(binary ? 1.0F : static_cast<float>(f));
        }
    }
    return data;
}

// A tower of three layers, each another width.
inline TwoTowerOptions smallTower()
{
    TwoTowerOptions options;
    options.dim = 6;
    options.hidden = {8, 7, 5};
    options.batch = 64;
    options.epochs = 4;
    options.rate = 0.01;
    options.checkpoints = 2;
    return options;
}

} // namespace representer
