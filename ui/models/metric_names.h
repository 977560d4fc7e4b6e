#pragma once

#include <nlohmann/json_fwd.hpp>

#include <QString>

#include <string_view>

namespace representer {

// A measured figure's key ("rmse", "recall@20") as people call it.
QString metricText(std::string_view key);
QString metricBriefText(std::string_view key); // "RMSE", for columns
// "test", "validation", "train" as people call them.
QString partText(std::string_view part);
// The figures of one part in the order people ask for them: "accuracy 96.3 %, AUC 0.99; of 108 samples ...".
QString figuresText(const nlohmann::json& figures);
// One figure's value: shares as percentages.
QString metricValueText(std::string_view key, double value);

} // namespace representer
