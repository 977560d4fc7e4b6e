#include "core/models/scoring_factors.h"

#include "core/base/error.h"

namespace representer {

ScoringFactors scoringFactors(const ModelContent& content)
{
    if (const auto* factors = std::get_if<FactorModel>(&content))
        return {factors->offsets, factors->users, factors->items};
    if (const auto* towers = std::get_if<TwoTowerModel>(&content))
        return {towers->offsets, towers->userOutputs(), towers->weights.itemEmbeddings};
    throw Error(Error::Kind::BadOption,
                "This model does not score pairs of a user and an item; choose a recommender.");
}

} // namespace representer
