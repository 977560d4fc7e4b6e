#pragma once

#include "core/models/model.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace representer {

// One setting of a trainer: the command line makes an option of it, the window a field of its form.
struct TrainField {
    enum class Type { Number, Integer, Choice, Flag, Text };
    std::string_view key;   // "C", "max-rank": the option's name without dashes
    std::string_view title; // "Cost C"
    std::string_view help;  // one sentence: what it does, unit, what is usual
    Type type = Type::Number;
    nlohmann::json standard;               // null: chosen by the trainer
    std::vector<std::string_view> choices; // for Type::Choice
    double lowest = 0;                     // for numbers
    bool lowestAllowed = true;             // false: the value must be above `lowest`
    double highest = 1e300;
    // Where another field's choice decides whether this one means anything: that field and the choices.
    std::string_view onlyWith = {};
    std::vector<std::string_view> onlyWithChoices = {};
};

const std::vector<TrainField>& trainFields(ModelKind kind);

// Which field is wrong and why, for a form to show beside it. Empty: all is well.
struct FieldProblem {
    std::string key;
    std::string sentence;
};
std::vector<FieldProblem> checkTrainOptions(ModelKind kind, const nlohmann::json& options);
// The options with every missing field filled with its standard value. Throws BadOption with the first problem.
nlohmann::json completeTrainOptions(ModelKind kind, const nlohmann::json& options);

} // namespace representer
