#pragma once

#include "core/base/index_types.h"
#include "core/data/test_point.h"

#include <optional>
#include <string>
#include <vector>

namespace representer {

// Which list of related samples: for a pair (user, item) the *item side* holds the same user's samples (items are
// compared), the *user side* the same item's samples (users are compared). Trace regression: Item = column side,
// User = row side. Linear models have one side only.
enum class Side { Single, User, Item, Both };

// importance > 0: the sample's presence pushes the score up. importance = global * local, always.
struct Contribution {
    TrainIndex index;
    Side side = Side::Single;
    double global = 0;
    double local = 0;
    double importance = 0;
};

// One side's promise: its importances sum to prediction - offset, up to this residual.
struct SideSum {
    Side side = Side::Single;
    double sum = 0;      // over all samples, not only the listed ones
    double residual = 0; // sum - (prediction - offset)
    std::size_t samples = 0;
};

// Why the model gave this score. In training units until converted by toUserUnits (ratings).
struct Explanation {
    std::string method;
    TestPoint point;
    double prediction = 0;
    std::optional<double> actual;
    double offset = 0;                // intercept, mean and biases: never attributed
    std::string unit = "logits";      // "logits", "stars", "score", or "ranking" when only the order means something
    bool exact = false;               // theory promises the sum and the residual confirms it
    std::vector<SideSum> sums;
    std::vector<Contribution> contributions; // importance descending; all of them, or the top by |importance|
    std::size_t candidates = 0;       // how many samples could have been listed
    std::vector<std::string> notes;   // honest remarks: cold user, no active word, clipped rating, ...
};

struct ExplainOptions {
    Side side = Side::Both;
    std::optional<std::size_t> top = {}; // the `top` most positive and the `top` most negative; none: all samples
    std::uint64_t seed = 0;         // for the random baseline
};

} // namespace representer
