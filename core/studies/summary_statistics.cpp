#include "core/studies/summary_statistics.h"

#include <unsupported/Eigen/SpecialFunctions>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace representer {

namespace {

double meanOf(std::span<const double> values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Sum of (x - mean x)(y - mean y).
double crossDeviation(std::span<const double> x, std::span<const double> y)
{
    const double meanX = meanOf(x);
    const double meanY = meanOf(y);
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        sum += (x[i] - meanX) * (y[i] - meanY);
    return sum;
}

std::vector<double> averageRanks(std::span<const double> values)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return values[a] < values[b]; });
    std::vector<double> ranks(values.size());
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin + 1;
        while (end < order.size() && values[order[end]] == values[order[begin]])
            ++end;
        const double rank = static_cast<double>(begin + end - 1) / 2;
        for (; begin < end; ++begin)
            ranks[order[begin]] = rank;
    }
    return ranks;
}

} // namespace

double studentTail(double t, double degrees)
{
    // P(|T| > t) = I_x(degrees/2, 1/2), x = degrees / (degrees + t^2)
    using One = Eigen::Array<double, 1, 1>;
    const One x(degrees / (degrees + t * t));
    return Eigen::betainc(One(degrees / 2), One(0.5), x).value();
}

double studentQuantile(double confidence, double degrees)
{
    double low = 0;
    double high = 1;
    while (studentTail(high, degrees) > 1 - confidence)
        high *= 2;
    for (int halving = 0; halving < 100; ++halving) {
        const double middle = (low + high) / 2;
        (studentTail(middle, degrees) > 1 - confidence ? low : high) = middle;
    }
    return high;
}

MeanInterval meanInterval(std::span<const double> values)
{
    MeanInterval result;
    result.n = values.size();
    if (values.empty())
        return result;
    result.mean = meanOf(values);
    if (values.size() > 1) {
        const auto n = static_cast<double>(values.size());
        const double variance = crossDeviation(values, values) / (n - 1);
        result.ci95 = studentQuantile(0.95, n - 1) * std::sqrt(variance / n);
    }
    return result;
}

std::optional<PairedTest> pairedTest(std::span<const double> a, std::span<const double> b)
{
    if (a.size() < 2 || a.size() != b.size())
        return std::nullopt;
    std::vector<double> differences(a.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        differences[i] = a[i] - b[i];
    PairedTest test;
    test.difference = meanInterval(differences);
    const auto n = static_cast<double>(a.size());
    const double error = std::sqrt(crossDeviation(differences, differences) / (n - 1) / n);
    if (error > 0)
        test.p = studentTail(test.difference.mean / error, n - 1);
    else
        test.p = test.difference.mean == 0 ? 1 : 0;
    return test;
}

std::optional<double> slope(std::span<const double> x, std::span<const double> y)
{
    if (x.size() < 2)
        return std::nullopt;
    const double spread = crossDeviation(x, x);
    if (!(spread > 0))
        return std::nullopt;
    return crossDeviation(x, y) / spread;
}

std::optional<double> rankCorrelation(std::span<const double> x, std::span<const double> y)
{
    if (x.size() < 2)
        return std::nullopt;
    const std::vector<double> rankX = averageRanks(x);
    const std::vector<double> rankY = averageRanks(y);
    const double spread = std::sqrt(crossDeviation(rankX, rankX) * crossDeviation(rankY, rankY));
    if (!(spread > 0))
        return std::nullopt;
    return crossDeviation(rankX, rankY) / spread;
}

} // namespace representer
