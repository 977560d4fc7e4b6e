#pragma once

#include "core/base/task_context.h"
#include "core/data/rating_data.h"
#include "core/models/scoring_factors.h"

#include <vector>

namespace representer {

// How well scores fit a part. Every rating counts once; training units and the user's unit.
struct RatingErrors {
    double mae = 0;
    double rmse = 0;
    double maeUser = 0;
    double rmseUser = 0;
    std::size_t count = 0;
};

// How good the top of each user's list is, over users who have a relevant item in the part. Training
// positives are masked. Relevant: rating above the middle of the scale, or any observed pair of implicit
// feedback.
struct RankingMetrics {
    double recall = 0; // share of the relevant items that are in the top K, averaged over users
    double ndcg = 0;
    double popularity = 0; // mean number of training ratings of the recommended items
    std::size_t users = 0;
};

RatingErrors ratingErrors(const ScoringFactors& factors, const RatingPart& part, const RatingScale& scale);
RankingMetrics rankingMetrics(const ScoringFactors& factors, const RatingData& data, Part part, int k = 20,
                              const TaskContext& context = {});

// The k items with the highest scores among those the user has not rated in training; score descending.
struct Recommendation {
    ItemIndex item;
    double score = 0; // training units
};
std::vector<Recommendation> recommendItems(const ScoringFactors& factors, const RatingPart& train,
                                           const RatingIndex& index, UserIndex user, int k);

} // namespace representer
