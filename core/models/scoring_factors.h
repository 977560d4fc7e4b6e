#pragma once

#include "core/models/model.h"

namespace representer {

// U, V and offsets as one: what a score needs, for factor models and two-tower models alike.
struct ScoringFactors {
    RatingOffsets offsets;
    RowMatrix users;
    RowMatrix items;
    double score(UserIndex user, ItemIndex item) const
    {
        return offsets.at(user, item) + users.row(user.value).dot(items.row(item.value));
    }
};
ScoringFactors scoringFactors(const ModelContent& content); // throws for models that do not score pairs

} // namespace representer
