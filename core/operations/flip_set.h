#pragma once

#include "core/base/task_context.h"
#include "core/operations/open_model.h"
#include "core/studies/flip_set.h"

#include <optional>
#include <string>

namespace representer {

// The smallest part of the training samples that a decision hangs on.
struct FlipRequest {
    TestPoint point; // a document: turn its class. A pair (user, item A): put item B above A
    std::string method = "high-dim";
    std::optional<ItemIndex> rival; // item B; needed for pairs
    double share = 0.2;             // of the candidates, at most
};

struct FlipResult {
    FlipSet set;
    double before = 0;    // score of the point; pairs: score of A minus score of B. Training units
    double after = 0;     // without the set; equal to before when none was found
    std::string sentence; // the answer in words, also when it is "none within 20 %"
};

FlipResult smallestFlipSet(const OpenModel& model, const FlipRequest& request,
                           const TaskContext& context = {});

} // namespace representer
