#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace representer {

// Mean with the half width of its 95 % interval (Student's t). No interval from fewer than two values.
struct MeanInterval {
    double mean = 0;
    std::optional<double> ci95;
    std::size_t n = 0;
};
MeanInterval meanInterval(std::span<const double> values);

// P(|T| > t) for Student's t with `degrees` > 0 degrees of freedom.
double studentTail(double t, double degrees);
// The t with P(|T| <= t) = confidence.
double studentQuantile(double confidence, double degrees);

// Two-sided paired t-test that the mean of a - b is 0. Nothing from fewer than two pairs.
struct PairedTest {
    MeanInterval difference;
    double p = 1;
};
std::optional<PairedTest> pairedTest(std::span<const double> a, std::span<const double> b);

// Least-squares slope of y on x; nothing when x does not vary.
std::optional<double> slope(std::span<const double> x, std::span<const double> y);
// Spearman's rank correlation, ties at their average rank; nothing when x or y does not vary.
std::optional<double> rankCorrelation(std::span<const double> x, std::span<const double> y);

} // namespace representer
