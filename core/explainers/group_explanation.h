#pragma once

#include "core/base/task_context.h"
#include "core/explainers/explainer.h"

#include <vector>

namespace representer {

// Several test points (all errors, a search result) explained together: the sum of their explanations.
struct GroupExplanation {
    struct Member {
        TrainIndex index;
        Side side = Side::Single;
        double importance = 0;  // sum over the points
        double share = 0;       // |importance| / sum of |importance| over all samples
        std::size_t points = 0; // in how many points its importance is not 0
    };
    std::string method;
    std::string unit;
    std::size_t points = 0;
    double prediction = 0; // sums over the points
    double offset = 0;
    double residual = 0;
    bool exact = false;          // every member's explanation is
    std::vector<Member> members; // importance descending
};

GroupExplanation explainGroup(const Explainer& explainer, const std::vector<TestPoint>& points,
                              const ExplainOptions& options = {}, const TaskContext& context = {});

} // namespace representer
