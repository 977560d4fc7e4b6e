#pragma once

#include "core/base/task_context.h"
#include "core/data/rating_data.h"
#include "core/models/factor_model.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace representer {

// How unobserved pairs of implicit feedback are ranked as suspected false negatives.
enum class NegativeRanking { HighDim, Fia, Loss, Random };

std::string_view negativeRankingName(NegativeRanking ranking);  // "high-dim", "fia", "loss", "random"
NegativeRanking negativeRankingFromName(std::string_view name); // throws BadOption listing them

struct SuspectPair {
    UserIndex user;
    ItemIndex item;
    double score = 0; // lower is more suspect
};

// The `count` most suspect unobserved pairs, most suspect first (ties by user, then item). With the sums over
// the observed positives P_j = sum of U~ over item j's users, Q_i = sum of V~ over user i's items, and weight
// w of a negative:
//   HighDim  I_neg(i,j) = -w l'_ij (<U~_i, P_j> + <V~_j, Q_i>)
//   Fia      the same with H_j^-1 P_j and H_i^-1 Q_i, H the Hessian block of the item and the user
//   Loss     -l_ij;  Random: seeded noise
// All |U||I| pairs in one pass of O(|U||I|k) (Fia: k^2), blocks of users at a time. U~, V~ are the model's
// factors when it is penalised (balanced at a stationary point), else the balanced ones.
std::vector<SuspectPair> mostSuspectNegatives(const FactorModel& model, const RatingPart& positives,
                                              NegativeRanking ranking, std::int64_t count, std::uint64_t seed,
                                              const TaskContext& context = {});

// Number of unobserved pairs.
std::int64_t negativeCount(const FactorModel& model, const RatingPart& positives);

// Throws a BadOption sentence for a model whose objective does not name each unobserved pair, or with too
// many of them.
void requireRemovableNegatives(const FactorModel& model);

// The model's own objective without these negatives, solved from the model's factors: logistic loss over all
// pairs.
FactorModel retrainWithoutNegatives(const FactorModel& start, const RatingPart& positives,
                                    const std::vector<SuspectPair>& removed, double tolerance,
                                    const TaskContext& context = {});

} // namespace representer
