#pragma once

#include "core/base/task_context.h"
#include "core/studies/removal_order.h"
#include "core/trainers/retrainer.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace representer {

// The shortest prefix of a ranked list whose removal turns a decision, checked by real retrainings.
struct FlipSet {
    bool found = false;
    std::vector<RankedSample> samples; // the prefix, in order of removal; empty when none was found
    std::size_t searched = 0;          // the longest prefix that was allowed
    std::size_t candidates = 0;        // samples that could be listed at all
    int retrainings = 0;
    std::optional<ModelContent> after; // retrained without `samples`
};

// Doubles the prefix until `turned` says yes of the retrained model, then halves the gap: the result turns
// the decision and the prefix one shorter does not (both were retrained). At most `share` of the candidates
// are tried.
FlipSet findFlipSet(const Retrainer& retrainer, std::span<const RankedSample> order, std::size_t candidates,
                    double share, const std::function<bool(const ModelContent&)>& turned,
                    const TaskContext& context = {});

} // namespace representer
