#pragma once

#include "core/base/matrix_types.h"
#include "core/models/loss.h"

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace representer {

// A linear model as files say it, before it is fitted to a dataset's labels and columns.
struct LinearCoefficients {
    std::string source;              // "LIBLINEAR model (L1R_LR)", "NumPy array", "table"
    Vector weights;                  // one per feature
    std::vector<std::string> names;  // of the features, or empty
    std::optional<double> intercept; // never penalised
    std::optional<double> biasValue; // LIBLINEAR's -B, with its weight
    double biasWeight = 0;
    std::optional<Loss> loss;                    // when the file says
    bool l1 = true;                              // whether the file's solver has an l1 penalty
    std::optional<std::array<double, 2>> labels; // {pushed up by positive weights, the other}
};

// A model file of LIBLINEAR with two classes. Throws BadFile with the line for anything else.
LinearCoefficients parseLiblinearModel(std::string_view text, const std::string& file);
// A column of numbers, or two columns name and weight, with or without a header; a row named "(Intercept)" or
// "intercept" is the intercept.
LinearCoefficients parseCoefficientTable(std::string_view text, const std::string& file);

// One file (LIBLINEAR, .npy, table), or coefficients and, as a second .npy or table with one number, the
// intercept.
LinearCoefficients readLinearCoefficients(const std::vector<std::filesystem::path>& files);

} // namespace representer
