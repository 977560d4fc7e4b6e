#pragma once

#include <optional>
#include <string_view>

namespace representer {

// Losses of one sample with score f. For the logistic and squared hinge losses y is the label 0 or 1 (never
// -1/+1); for the squared loss it is any number.
//   logistic       l = log(1 + exp(f)) - y f          l' = sigmoid(f) - y      l'' = sigmoid(f)(1 -
//   sigmoid(f)) squared        l = (f - y)^2 / 2                  l' = f - y               l'' = 1 squared
//   hinge  l = max(0, 1 - s f)^2, s = 2y - 1  l' = -2 s max(0, 1 - sf) l'' = 2 where 1 - sf > 0, else 0
enum class Loss { Logistic, Squared, SquaredHinge };

std::string_view lossName(Loss loss); // "logistic", "squared", "squared-hinge"
std::optional<Loss> lossFromName(std::string_view name);

double sigmoid(double f);
double lossValue(Loss loss, double f, double y);
double lossSlope(Loss loss, double f, double y);     // l'
double lossCurvature(Loss loss, double f, double y); // l''
// All three for the price of one.
struct LossTerms {
    double value = 0, slope = 0, curvature = 0;
};
LossTerms lossTerms(Loss loss, double f, double y);

} // namespace representer
