#pragma once

#include "core/exporters/table.h"
#include "core/explainers/explanation.h"
#include "core/operations/open_model.h"

#include <nlohmann/json.hpp>

#include <vector>

namespace representer {

struct ExplainSeconds {
    double prepare = 0;
    double explain = 0;
};

// The explanation as scripts read it: the fields of the command-line contract.
nlohmann::ordered_json explanationJson(const OpenModel& open, const Explanation& explanation,
                                       const std::vector<ExplainedSample>& samples, const ExplainSeconds& seconds);
// One sample per row, caption with the prediction as a sentence, manifest below.
Table explanationTable(const OpenModel& open, const Explanation& explanation,
                       const std::vector<ExplainedSample>& samples);
// "predicts 3.9 of 5 stars for Star Trek VI (1991), user 4169; the user gave 4. Importances sum to ... "
std::string explanationSentence(const OpenModel& open, const Explanation& explanation);
// Largest |sum - (prediction - offset)| over the sides.
double largestResidual(const Explanation& explanation);

nlohmann::ordered_json pointJson(const OpenModel& open, const TestPoint& point);

} // namespace representer
