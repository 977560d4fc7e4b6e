// The weight of the nuclear norm: what noise alone would need, a path over it, and one chosen by validation.
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/base/random.h"
#include "core/trainers/rating_metrics.h"
#include "core/trainers/residual_spectrum.h"
#include "core/trainers/soft_impute.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace representer {

namespace {

constexpr double pathTolerance = 1e-3; // enough to compare errors

} // namespace

double noiseLambda(const RatingData& data, const NuclearOptions& options, const TaskContext& context)
{
    const RatingOffsets biases =
        fitOffsets(data.train, data.users.size(), data.items.size(),
                   options.offsets == OffsetKind::None ? OffsetKind::None : OffsetKind::Biases);
    const RatingProblem problem =
        makeRatingProblem(data.train, data.users.size(), data.items.size(), Loss::Squared, 1, 0, biases);
    std::vector<double> noise = problem.target;
    Random random(1);
    for (double& value : noise)
        value = random.next() >> 63 ? value : -value;
    const double norm = largestSingular(problem, noise, {}, {}, 1, 1e-3, context).values[0];
    return norm > 0 ? norm / static_cast<double>(data.train.size()) : 1;
}

ChosenLambda chooseLambda(const RatingData& data, const NuclearOptions& options, const TaskContext& context)
{
    constexpr double shrink = 0.85;  // from one lambda to the next
    constexpr double improve = 1e-3; // of the validation error that a step must bring
    const double noise = noiseLambda(data, options, context);
    if (data.validation.size() == 0)
        return {noise, {}, ", chosen from the noise level of the ratings"};
    const auto n = static_cast<double>(data.train.size());
    const RatingOffsets offsets =
        fitOffsets(data.train, data.users.size(), data.items.size(), options.offsets);
    NuclearOptions loose = options;
    loose.tolerance = std::max(options.tolerance, pathTolerance);
    loose.maxRank = std::min(options.maxRank, options.chosenRank);
    ChosenLambda best;
    double bestError = std::numeric_limits<double>::infinity();
    std::string reason;
    for (double lambda = noise;; lambda *= shrink) {
        context.checkpoint("Choosing lambda", 0, 0);
        FactorResult result =
            solveNuclear(data.train, data.users.size(), data.items.size(), offsets, n * lambda, loose,
                         context, best.model.users.cols() > 0 ? &best.model : nullptr);
        const bool full = result.model.origin != FactorModel::Origin::NuclearNorm;
        const double error =
            ratingErrors({offsets, result.model.users, result.model.items}, data.validation, data.scale).mae;
        if (best.lambda > 0 && (full || error > (1 - improve) * bestError)) {
            reason = full ? "; a smaller one needs a rank above " + std::to_string(loose.maxRank) : "";
            break;
        }
        best = {lambda, std::move(result.model), {}};
        bestError = error;
        if (full)
            break;
    }
    best.reason =
        ", chosen on the validation part (MAE " + shortText(bestError) + " in training units" + reason + ")";
    return best;
}

std::vector<NuclearPathPoint> nuclearPath(const RatingData& data, const NuclearOptions& options,
                                          double smallest, int points, const TaskContext& context)
{
    checkNuclearOptions(options);
    const std::size_t users = data.users.size();
    const std::size_t items = data.items.size();
    const auto n = static_cast<double>(data.train.size());
    const RatingOffsets offsets = fitOffsets(data.train, users, items, options.offsets);
    const RatingProblem problem = makeRatingProblem(data.train, users, items, Loss::Squared, 1, 0, offsets);
    const double largest = largestSingular(problem, problem.target, {}, {}, 1, 1e-3, context).values[0] / n;
    if (!(smallest > 0) || smallest >= largest || points < 1)
        throw Error(Error::Kind::BadOption,
                    "The path needs at least one point and a smallest lambda between 0 and " +
                        shortText(largest) + ", where the model is zero.");
    NuclearOptions loose = options;
    loose.tolerance = std::max(options.tolerance, pathTolerance);
    std::vector<NuclearPathPoint> path;
    FactorModel previous;
    for (int p = 1; p <= points; ++p) {
        context.checkpoint("Following lambda", p - 1, points);
        const double lambda = largest * std::pow(smallest / largest, static_cast<double>(p) / points);
        FactorResult result = solveNuclear(data.train, users, items, offsets, n * lambda, loose, context,
                                           p > 1 && previous.users.cols() > 0 ? &previous : nullptr);
        const RatingErrors errors =
            ratingErrors({offsets, result.model.users, result.model.items}, data.validation, data.scale);
        const double none = std::numeric_limits<double>::quiet_NaN();
        path.push_back({lambda, static_cast<int>(result.model.users.cols()), result.report.objective,
                        errors.count > 0 ? errors.mae : none, errors.count > 0 ? errors.rmse : none});
        previous = std::move(result.model);
    }
    return path;
}

} // namespace representer
