#include "core/trainers/mf_als.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/base/random.h"
#include "core/base/stopwatch.h"
#include "core/trainers/rating_metrics.h"

#include <cmath>
#include <limits>

namespace representer {

namespace {

void checkOptions(const RatingData& data, const MfAlsOptions& options)
{
    if (data.train.size() == 0)
        refuse("The dataset has no training ratings; import it with a training part.");
    if (options.dim < 1 || options.dim > 1000)
        refuse("dim must be between 1 and 1000.");
    if (!(options.mu >= 0) || !std::isfinite(options.mu))
        refuse(
            "mu must be above 0 for als (or 0, to choose it on the validation part): without a penalty there "
            "is no unique scale; use the sgd optimizer instead.");
    if (options.mu == 0 && data.validation.size() == 0)
        refuse(
            "mu cannot be chosen: the dataset has no validation part. Import it with --holdout-per-user, or "
            "give mu a value.");
    if (!(options.negatives >= 0 && options.negatives <= 1))
        refuse("negatives must be between 0 and 1, the weight of an observed pair.");
    if (options.loss == Loss::SquaredHinge)
        refuse("Matrix factorisation knows the losses squared and logistic.");
    if (options.loss == Loss::Logistic && !data.scale.binary)
        refuse("The logistic loss needs implicit feedback (0 or 1); import with --binarize, or use the "
               "squared loss.");
    if (!(options.tolerance > 0))
        refuse("tolerance must be above 0.");
}

FactorResult solve(const RatingProblem& problem, FactorModel model, const FactorSolverOptions& options,
                   const TaskContext& context)
{
    const Stopwatch watch;
    FactorSolution solution =
        solveFactors(problem, std::move(model.users), std::move(model.items), options, context);
    model.users = std::move(solution.users);
    model.items = std::move(solution.items);
    FactorResult result{std::move(model), {}, {}};
    result.report.stop = solution.stop;
    result.report.iterations = solution.iterations;
    result.report.objective = solution.objective;
    result.report.optimality = solution.gap;
    result.report.trace = std::move(solution.trace);
    result.report.seconds = watch.seconds();
    if (solution.stop != Stop::Converged)
        result.report.advice =
            "Allow more sweeps, or accept a larger tolerance: one-sided sums miss a score by at most " +
            shortText(solution.gap) + ".";
    return result;
}

// From a large penalty down by a quarter at a time, each solution started from the one before, until the
// error on the validation part rises. Returns the best solution, to a loose tolerance, and sets the problem's
// penalty to its own.
FactorModel choosePenalty(RatingProblem& problem, FactorModel model, const RatingData& data, int maxSweeps,
                          const TaskContext& context)
{
    constexpr double shrink = 0.75;
    constexpr double looseTolerance = 1e-2;
    FactorModel best;
    double bestError = std::numeric_limits<double>::infinity();
    // A mean user with this penalty is shrunk by about a half.
    double penalty = static_cast<double>(data.train.size()) / static_cast<double>(data.users.size()) / 8;
    for (int step = 0; step < 30; ++step, penalty *= shrink) {
        context.checkpoint("Choosing mu", step, 0);
        problem.penalty = model.penalty = penalty;
        model = solve(problem, std::move(model), {.tolerance = looseTolerance, .maxIterations = maxSweeps},
                      context)
                    .model;
        const double error =
            ratingErrors({model.offsets, model.users, model.items}, data.validation, data.scale).mae;
        if (error > bestError)
            break;
        bestError = error;
        best = model;
    }
    problem.penalty = best.penalty;
    return best;
}

} // namespace

FactorResult trainMfAls(const RatingData& data, const MfAlsOptions& options, const TaskContext& context)
{
    checkOptions(data, options);
    const Stopwatch watch;
    const bool centred = options.loss == Loss::Squared && options.negatives == 0;
    FactorModel model;
    model.origin = FactorModel::Origin::PenalisedMf;
    model.loss = options.loss;
    model.penalty = options.mu;
    model.negativesWeight = options.negatives;
    model.offsets = fitOffsets(data.train, data.users.size(), data.items.size(),
                               centred ? options.offsets : OffsetKind::None);
    RatingProblem problem = makeRatingProblem(data.train, data.users.size(), data.items.size(), options.loss,
                                              options.mu, options.negatives, model.offsets);
    Random random(options.seed);
    const auto drawn = [&](std::size_t rows) {
        RowMatrix factors(static_cast<Eigen::Index>(rows), options.dim);
        for (Eigen::Index i = 0; i < factors.size(); ++i)
            factors.data()[i] = random.normal() / std::sqrt(static_cast<double>(options.dim));
        return factors;
    };
    model.items = drawn(data.items.size());
    // A logistic sweep is a step from where the users are; the squared one finds them from the items alone.
    if (options.loss != Loss::Squared)
        model.users = drawn(data.users.size());
    if (options.mu == 0)
        model = choosePenalty(problem, std::move(model), data, options.maxSweeps, context);
    FactorResult result =
        solve(problem, std::move(model), {.tolerance = options.tolerance, .maxIterations = options.maxSweeps},
              context);
    if (options.mu == 0)
        result.notes.push_back("mu " + shortText(result.model.penalty) + ", chosen on the validation part");
    result.report.seconds = watch.seconds();
    return result;
}

FactorResult polishFactors(const RatingPart& part, const FactorModel& start,
                           const FactorSolverOptions& options, const TaskContext& context)
{
    const RatingProblem problem = makeRatingProblem(part, static_cast<std::size_t>(start.users.rows()),
                                                    static_cast<std::size_t>(start.items.rows()), start.loss,
                                                    start.penalty, start.negativesWeight, start.offsets);
    FactorModel model = start;
    model.checkpoints.clear();
    return solve(problem, std::move(model), options, context);
}

} // namespace representer
