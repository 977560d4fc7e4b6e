#pragma once

#include "core/operations/open_model.h"

#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace representer {

// What is asked for: the point, how, and how much of the answer is listed.
struct ExplainQuestion {
    TestPoint point;
    std::string method;
    Side side = Side::Both;
    std::size_t top = 50; // per direction: so many that push up, so many that push down
};

// An answer with everything views need to show it; shared between them and never changed.
struct ExplainedPoint {
    std::shared_ptr<const OpenModel> model; // the model that gave it, also after another one was opened
    ExplainQuestion question;
    Explanation explanation;              // in the user's unit
    std::vector<ExplainedSample> samples; // one per contribution, same order
    QString modelName;
    QString pointDescription;  // "Star Trek VI (1991) for user 4169"
    double prepareSeconds = 0; // making the explainer ready; about 0 once it is
    double explainSeconds = 0;
};

// Runs on a worker thread.
ExplainedPoint explainPoint(std::shared_ptr<const OpenModel> model, ExplainQuestion question,
                            const TaskContext& context);

bool samePoint(const TestPoint& a, const TestPoint& b);

} // namespace representer
