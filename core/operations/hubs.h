#pragma once

#include "core/base/task_context.h"
#include "core/operations/open_model.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace representer {

// A training sample that sits in the top k of many predictions.
struct Hub {
    ExplainedSample sample;
    std::vector<std::size_t> points;        // positions in HubList::points, ascending
    std::optional<std::int64_t> popularity; // ratings: of its item; documents: words it has; images: none
    double totalImportance = 0;             // summed |importance| over these points
};

struct HubList {
    std::vector<TestPoint> points; // the predictions looked at
    std::vector<std::string> pointNames;
    std::vector<Hub> hubs; // most predictions first, ties by total importance
};

struct HubRequest {
    std::string method = "high-dim";
    std::size_t predictions = 200; // test points, drawn without repeats
    std::size_t top = 20;          // k, by |importance|
    std::size_t limit = 500;       // hubs listed
    std::uint64_t seed = 0;
};

// Explains test points and counts which training samples are in the top k of each.
HubList findHubs(const OpenModel& model, const HubRequest& request, const TaskContext& context = {});

} // namespace representer
