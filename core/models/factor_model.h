#pragma once

#include "core/base/index_types.h"
#include "core/base/matrix_types.h"
#include "core/models/loss.h"

#include <string_view>
#include <vector>

namespace representer {

// The fixed part of a rating that is never attributed to samples; in training units.
struct RatingOffsets {
    double mean = 0;
    Vector users; // one per user, or empty
    Vector items; // one per item, or empty
    double at(UserIndex user, ItemIndex item) const
    {
        return mean + (users.size() > 0 ? users[user.value] : 0.0) + (items.size() > 0 ? items[item.value] : 0.0);
    }
};

// State of a stochastic training run that TracIn sums over.
struct FactorCheckpoint {
    int epoch = 0;
    double rate = 0; // learning rate in force
    RowMatrix users;
    RowMatrix items;
};

// f(u, i) = offset(u, i) + <U_u, V_i>, in training units.
struct FactorModel {
    // What the factors are the optimum of; decides which decompositions are exact.
    enum class Origin {
        NuclearNorm,  // sum l + penalty * |U V^T|_*      (penalty = n lambda)
        PenalisedMf,  // sum l + penalty/2 (|U|^2 + |V|^2)
        PlainMf,      // no penalty: ranking only
        Embeddings    // outputs of towers trained elsewhere: ranking only
    };
    Origin origin = Origin::PlainMf;
    Loss loss = Loss::Squared;
    double penalty = 0;
    double negativesWeight = 0; // implicit feedback: weight of each unobserved pair (label 0); 0: observed pairs only
    RatingOffsets offsets;
    RowMatrix users; // U, users x k
    RowMatrix items; // V, items x k
    std::vector<FactorCheckpoint> checkpoints; // loaded only when asked for

    double score(UserIndex user, ItemIndex item) const
    {
        return offsets.at(user, item) + users.row(user.value).dot(items.row(item.value));
    }
};

} // namespace representer
