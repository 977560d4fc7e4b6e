#pragma once

#include "core/data/rating_data.h"
#include "core/data/training_edit.h"
#include "core/models/factor_model.h"

#include <cstdint>
#include <vector>

namespace representer {

// minimise over U, V    sum_e w_e l(y_e, <U_u, V_i>) + negatives sum_(u,i) not observed <U_u, V_i>^2 / 2
//                       + penalty/2 (|U|^2 + |V|^2)
// with the entries e grouped by user and, as a list of positions, by item. Fixed offsets are already
// subtracted from y. The squared loss over unobserved pairs is never written out: sum over all pairs is a
// product of two k x k Grams.
struct RatingProblem {
    struct Group {
        std::vector<std::int64_t> begin; // entities + 1
        std::vector<std::int32_t> other; // the item (by user) or the user (by item) of each entry
        std::vector<std::int32_t> entry; // by item only: the entry's position in the by-user order
        std::int64_t size() const { return static_cast<std::int64_t>(begin.size()) - 1; }
    };

    Loss loss = Loss::Squared;
    double penalty = 1;
    double negatives = 0; // squared loss only
    Group byUser;
    Group byItem;
    std::vector<double> target; // by-user order
    std::vector<float> weight;  // by-user order, or empty: all 1

    std::size_t size() const { return target.size(); }
    double weightOf(std::size_t e) const { return weight.empty() ? 1.0 : static_cast<double>(weight[e]); }
    // Derivatives of one entry's part of the sum by its score, the observed pair's share of the Gram term
    // taken back.
    double slope(double f, std::size_t e) const
    {
        return weightOf(e) * lossSlope(loss, f, target[e]) - negatives * f;
    }
    double curvature(double f, std::size_t e) const
    {
        return weightOf(e) * lossCurvature(loss, f, target[e]) - negatives;
    }
};

// The largest users x items for which logistic negatives are written out (12 bytes a pair and side).
inline constexpr std::int64_t maxDensePairs = 40'000'000;

// The training part as a problem. With the logistic loss and negatives > 0 every unobserved pair becomes an
// entry with label 0 and that weight; more than maxDensePairs of them are refused.
RatingProblem makeRatingProblem(const RatingPart& part, std::size_t users, std::size_t items, Loss loss,
                                double penalty, double negatives, const RatingOffsets& offsets);

// A part after an edit: removed ratings gone, relabelled ones replaced; order kept.
RatingPart editedPart(const RatingPart& part, const TrainingEdit& edit);

enum class OffsetKind { None, Mean, Biases };

// The mean rating, or mean and damped user and item biases: b_i = sum (y - mean) / (count + damping), then
// b_u alike on what is left. Damping 10 shrinks the biases of entities with a few ratings.
RatingOffsets fitOffsets(const RatingPart& part, std::size_t users, std::size_t items, OffsetKind kind);

} // namespace representer
