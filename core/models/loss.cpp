#include "core/models/loss.h"

#include <algorithm>
#include <cmath>

namespace representer {

std::string_view lossName(Loss loss)
{
    switch (loss) {
    case Loss::Logistic:
        return "logistic";
    case Loss::Squared:
        return "squared";
    case Loss::SquaredHinge:
        return "squared-hinge";
    }
    return "";
}

std::optional<Loss> lossFromName(std::string_view name)
{
    for (const Loss loss : {Loss::Logistic, Loss::Squared, Loss::SquaredHinge})
        if (lossName(loss) == name)
            return loss;
    return std::nullopt;
}

double sigmoid(double f)
{
    // exp only of negative numbers: no overflow.
    const double e = std::exp(-std::abs(f));
    return f >= 0 ? 1 / (1 + e) : e / (1 + e);
}

double lossValue(Loss loss, double f, double y)
{
    switch (loss) {
    // log(1 + exp(f)) - f would lose the digits of a small loss.
    case Loss::Logistic:
        return y == 1 ? lossValue(loss, -f, 0)
                      : std::max(f, 0.0) + std::log1p(std::exp(-std::abs(f))) - y * f;
    case Loss::Squared:
        return (f - y) * (f - y) / 2;
    case Loss::SquaredHinge: {
        const double slack = std::max(0.0, 1 - (2 * y - 1) * f);
        return slack * slack;
    }
    }
    return 0;
}

double lossSlope(Loss loss, double f, double y)
{
    switch (loss) {
    // sigmoid(f) - 1 would lose the digits of a small slope.
    case Loss::Logistic:
        return y == 1 ? -sigmoid(-f) : sigmoid(f) - y;
    case Loss::Squared:
        return f - y;
    case Loss::SquaredHinge: {
        const double s = 2 * y - 1;
        return -2 * s * std::max(0.0, 1 - s * f);
    }
    }
    return 0;
}

double lossCurvature(Loss loss, double f, double y)
{
    switch (loss) {
    case Loss::Logistic: {
        const double e = std::exp(-std::abs(f));
        return e / ((1 + e) * (1 + e));
    }
    case Loss::Squared:
        return 1;
    case Loss::SquaredHinge:
        return 1 - (2 * y - 1) * f > 0 ? 2 : 0;
    }
    return 0;
}

LossTerms lossTerms(Loss loss, double f, double y)
{
    if (loss != Loss::Logistic)
        return {lossValue(loss, f, y), lossSlope(loss, f, y), lossCurvature(loss, f, y)};
    const double s = y == 1 ? -f : f; // as for a negative sample
    const double e = std::exp(-std::abs(s));
    const double probability = s >= 0 ? 1 / (1 + e) : e / (1 + e);
    return {std::max(s, 0.0) + std::log1p(e), y == 1 ? -probability : probability, e / ((1 + e) * (1 + e))};
}

} // namespace representer
