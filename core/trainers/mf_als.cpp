#include "core/trainers/mf_als.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/base/random.h"
#include "core/base/stopwatch.h"
#include "core/trainers/factor_solver.h"

#include <cmath>

namespace representer {

namespace {

void checkOptions(const RatingData& data, const MfAlsOptions& options)
{
    if (data.train.size() == 0)
        refuse("The dataset has no training ratings; import it with a training part.");
    if (options.dim < 1 || options.dim > 1000)
        refuse("dim must be between 1 and 1000.");
    if (!(options.mu > 0) || !std::isfinite(options.mu))
        refuse("mu must be above 0 for als: without a penalty there is no unique scale; use the sgd "
               "optimizer instead.");
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

FactorResult solve(const RatingProblem& problem, FactorModel model, double tolerance, int maxSweeps,
                   const TaskContext& context)
{
    const Stopwatch watch;
    FactorSolution solution = solveFactors(problem, std::move(model.users), std::move(model.items),
                                           {.tolerance = tolerance, .maxIterations = maxSweeps}, context);
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
    const RatingProblem problem =
        makeRatingProblem(data.train, data.users.size(), data.items.size(), options.loss, options.mu,
                          options.negatives, model.offsets);
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
    FactorResult result = solve(problem, std::move(model), options.tolerance, options.maxSweeps, context);
    result.report.seconds = watch.seconds();
    return result;
}

FactorResult polishFactors(const RatingPart& part, const FactorModel& start, double tolerance, int maxSweeps,
                           const TaskContext& context)
{
    const RatingProblem problem = makeRatingProblem(part, static_cast<std::size_t>(start.users.rows()),
                                                    static_cast<std::size_t>(start.items.rows()), start.loss,
                                                    start.penalty, start.negativesWeight, start.offsets);
    FactorModel model = start;
    model.checkpoints.clear();
    return solve(problem, std::move(model), tolerance, maxSweeps, context);
}

} // namespace representer
