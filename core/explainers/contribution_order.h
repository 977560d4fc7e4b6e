#pragma once

#include "core/explainers/explanation.h"

#include <optional>
#include <vector>

namespace representer {

// The order of explanations: importance descending, then the earlier sample, then the side. With `top`, only
// the `top` most positive and the `top` most negative are kept.
void orderContributions(std::vector<Contribution>& contributions, std::optional<std::size_t> top);

} // namespace representer
