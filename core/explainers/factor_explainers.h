#pragma once

#include "core/base/task_context.h"
#include "core/data/rating_data.h"
#include "core/explainers/explainer.h"
#include "core/models/model.h"

#include <memory>
#include <string_view>
#include <vector>

namespace representer {

// high-dim, fia, tracin, random: for factor and two-tower models.
const std::vector<MethodDescriptor>& factorMethods();

// Why this model cannot have the method, or an empty text.
std::string factorMethodRefusal(std::string_view method, const ModelContent& content);

// index: of the training part. Throws Error with the reason when the method is unknown or does not fit the
// model.
std::unique_ptr<Explainer> makeFactorExplainer(std::string_view method,
                                               std::shared_ptr<const RatingData> data,
                                               std::shared_ptr<const RatingIndex> index,
                                               std::shared_ptr<const ModelContent> content,
                                               const TaskContext& context = {});

// Why itemA stands above itemB for one user: score(A) - score(B) over the samples related to either. The
// samples of the user have one contribution each (local = local_A - local_B); those of item A and of item B
// keep their own, the latter negated. Sums, residuals and offset are differences as well; point is the pair
// (user, itemA).
Explanation explainDifference(const Explainer& explainer, UserIndex user, ItemIndex itemA, ItemIndex itemB,
                              const ExplainOptions& options);

} // namespace representer
