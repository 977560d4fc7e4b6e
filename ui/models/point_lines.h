#pragma once

#include "core/base/task_context.h"
#include "core/operations/open_model.h"
#include "ui/models/decision.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace representer {

// One row of the picker for documents and images: what it is, what it should be, what the model says.
struct PointLine {
    DatasetRow row;
    QString title;
    QString id;
    QString truth; // the class before grouping when known, else the label
    int label = 0; // 0 or 1
    double score = 0;
    Decision decision;
    bool wrong() const { return decision.label != label; }
};
using PointLines = std::shared_ptr<const std::vector<PointLine>>;

// All rows of a part with the model's scores.
PointLines pointLines(const OpenModel& model, Part part, const TaskContext& context);

// One item in a list of a user's: their rating, the model's, or both. Ratings in the user's own scale.
struct ItemLine {
    ItemIndex item;
    QString title;
    QString about;               // genres and other attributes
    std::optional<double> given; // in any part
    bool inTraining = false;     // `given` was trained on
    double predicted = 0;
};
using ItemLines = std::shared_ptr<const std::vector<ItemLine>>;

// Every item with the model's prediction for this user, best first.
ItemLines itemLines(const OpenModel& model, UserIndex user, const TaskContext& context);

} // namespace representer
