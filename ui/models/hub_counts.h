#pragma once

#include "core/base/task_context.h"
#include "core/operations/open_model.h"

#include <QString>

#include <memory>
#include <vector>

namespace representer {

// A training sample that sits in the top k of many predictions.
struct Hub {
    ExplainedSample sample;
    std::vector<int> points;     // positions in HubList::points
    std::int64_t popularity = 0; // ratings: how often its item was rated; documents: its number of features
    double totalImportance = 0;  // summed |importance|
};

struct HubList {
    std::vector<TestPoint> points; // the predictions looked at
    std::vector<QString> pointNames;
    std::vector<Hub> hubs; // most predictions first
    int top = 0;
};

// Explains `count` test points drawn with `seed` and counts who is in the top k of each.
std::shared_ptr<const HubList> findHubs(const OpenModel& model, const std::string& method, std::size_t count,
                                        int top, std::uint64_t seed, const TaskContext& context);

} // namespace representer
