#pragma once

#include "core/data/test_point.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace representer {

// Which samples are removed: those that push the score up most, or down most.
enum class Sign { Positive, Negative };

constexpr std::string_view signName(Sign sign)
{
    return sign == Sign::Positive ? "+" : "-";
}

// How many samples are removed: a count, or a percentage of the training part.
struct DeletionSize {
    double amount = 0;
    bool percent = false;

    std::int64_t count(std::int64_t trainingSize) const; // percentages are rounded to the nearest sample
    std::string text() const;                            // "50", "2.5%"
    bool operator==(const DeletionSize&) const = default;
};

// "10" or "2.5%"; throws BadOption otherwise.
DeletionSize parseDeletionSize(std::string_view text);

// What a deletion study does. The product of units, methods, signs and sizes is the list of retrainings.
struct DeletionPlan {
    std::vector<std::string> methods;
    std::vector<DeletionSize> sizes;
    std::vector<Sign> signs{Sign::Positive, Sign::Negative};
    std::vector<std::vector<TestPoint>> trials; // the test points of each trial
    // False: each point has its own removals (the definition). True: the points of a trial share one removal,
    // ranked by the sum of their importances; cheaper, and weaker for each point.
    bool joint = false;
    std::uint64_t seed = 0; // of the random baseline

    // Points that share a retraining: single points, or whole trials when joint.
    std::vector<std::vector<TestPoint>> units() const;
    std::int64_t retrainings() const;
};

// Sorts sizes, drops repeats (also sizes that mean the same count), and throws a BadOption sentence for what
// cannot be run: no method, no point, no size, or a size that is not between 1 sample and the training part.
DeletionPlan checkedPlan(DeletionPlan plan, std::int64_t trainingSize);

// Identifies one retraining of a plan, for rows that are already stored.
std::string deletionKey(std::size_t unit, std::string_view method, Sign sign, const DeletionSize& size);

} // namespace representer
