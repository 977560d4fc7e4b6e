#include "core/trainers/soft_impute.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/base/stopwatch.h"
#include "core/trainers/factor_directions.h"
#include "core/trainers/factor_newton.h"
#include "core/trainers/factor_solver.h"
#include "core/trainers/residual_spectrum.h"

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

// How far to go while directions are still being added: the optimum of those that are there is worth little
// until few are missing.
struct Stage {
    double tolerance;  // of the stationarity gap
    int iterations;    // at most
    int sweeps;        // of narrow factors, before Newton's method
    double accuracy;   // of a Newton step
    double negligible; // length of a direction relative to the longest
    double beyond;     // part of the penalty by which a direction must exceed it to be added
};
constexpr Stage growth{1e-2, 3, 2, 0.05, 1e-3, 1e-3};
constexpr Stage wideGrowth{1e-2, 2, 0, 0.2, 1e-3, 1e-3};
constexpr Stage settling{3e-3, 1, 0, 0.05, 1e-5, 1e-4};
constexpr double lastWideAccuracy = 0.1; // of the first of the last steps: the later ones choose their own
constexpr int firstRank = 40;            // directions sought at once, at least
constexpr int mostRounds = 30; // before the end is tried whatever is missing
constexpr int largestGrowth = 160;

std::string spectrumText(const Vector& values)
{
    std::string text;
    const Eigen::Index shown = std::min<Eigen::Index>(values.size(), 5);
    for (Eigen::Index i = 0; i < shown; ++i)
        text += (i > 0 ? ", " : "") + shortText(values[i]);
    if (values.size() > shown)
        text += ", ... " + shortText(values[values.size() - 1]);
    return text;
}

} // namespace

void checkNuclearOptions(const NuclearOptions& options)
{
    if (!(options.lambda >= 0) || !std::isfinite(options.lambda))
        throw Error(Error::Kind::BadOption, "lambda must be a number above 0 (or absent for the default).");
    if (options.maxRank < 1)
        throw Error(Error::Kind::BadOption, "max-rank must be at least 1.");
    if (!(options.tolerance > 0))
        throw Error(Error::Kind::BadOption, "tolerance must be above 0.");
}

FactorResult solveNuclear(const RatingPart& part, std::size_t users, std::size_t items,
                          const RatingOffsets& offsets, double penalty, const NuclearOptions& options,
                          const TaskContext& context, const FactorModel* warmStart)
{
    const Stopwatch watch;
    const RatingProblem problem = makeRatingProblem(part, users, items, Loss::Squared, penalty, 0, offsets);
    const int cap = std::min({options.maxRank, static_cast<int>(users), static_cast<int>(items)});

    FactorResult result;
    BalancedFactors at{
        RowMatrix(static_cast<Eigen::Index>(users), 0), RowMatrix(static_cast<Eigen::Index>(items), 0), {}};
    if (warmStart != nullptr)
        at = {warmStart->users, warmStart->items, {}};
    std::vector<double> slopes(problem.size());
    for (std::size_t e = 0; e < problem.size(); ++e)
        slopes[e] = -problem.target[e];
    double gap = 0;
    double excess = 0;
    double objective = 0;
    for (const double target : problem.target)
        objective += target * target / 2;
    // A model of the same penalty is one of nearly the same ratings: its rank is right but for a few
    // directions. Those of no length are the doubtful ones, and Newton's method is slow to decide about them:
    // they are cut off and come back at the right length when the certificate asks for them.
    const bool nearby = at.users.cols() > 0 && warmStart->penalty == penalty;
    if (nearby) {
        at = balanceFactors(at.users, at.items);
        dropShort(at, growth.negligible * at.singularValues[0]);
    }
    bool rough = !nearby, settled = false;
    bool growing = true; // the last search found as many directions as it was asked for
    bool many = false;   // even the last of them stood far above the penalty: many more are missing
    // What the last search found and did not add: the factors' flat modes. The few iterations of a growing
    // rank do without, the last ones need many.
    SingularTriplets spare;
    int rankBefore = 0;
    bool capBinds = false;
    for (int round = 0;; ++round) {
        const bool wide = FactorNewton::isWide(at.users.cols());
        const Stage last{options.tolerance,
                         options.maxIterations,
                         nearby && round == 0 && !wide ? growth.sweeps : 0,
                         wide ? lastWideAccuracy : growth.accuracy,
                         0,
                         options.tolerance};
        const Stage stage = !rough ? last : settled ? settling : wide ? wideGrowth : growth;
        if (at.users.cols() > 0) {
            const FactorSolution solution =
                solveFactors(problem, std::move(at.users), std::move(at.items),
                             {.tolerance = std::max(stage.tolerance, options.tolerance),
                              .maxIterations = std::min(stage.iterations, options.maxIterations),
                              .minSweeps = stage.sweeps,
                              .accuracy = stage.accuracy,
                              .beyond = rough || spare.values.size() > 0 ? std::optional(spare)
                                                                         : std::nullopt},
                             context);
            result.report.iterations += solution.iterations;
            result.report.trace.insert(result.report.trace.end(), solution.trace.begin(),
                                       solution.trace.end());
            result.report.stop = solution.stop;
            gap = solution.gap;
            objective = solution.objective;
            slopes = solution.slopes;
            at = balanceFactors(solution.users, solution.items);
            // A direction the optimum does not have shrinks towards zero; cut it off once it is below what
            // counts.
            dropShort(at, std::max(stage.negligible * at.singularValues[0], options.tolerance));
            if (rough && at.users.cols() > 0)
                dropVanishing(at, problem, slopes);
        }
        const int rank = static_cast<int>(at.users.cols());
        if (rough && !settled && round > 0 && rank <= rankBefore) {
            // What was added was cut off again: only a solution nearer to the end can tell.
            rough = wide && !settled;
            settled = true;
            rankBefore = 0;
            spare = {};
            continue;
        }
        rankBefore = rank;
        const int room = std::max(0, cap - rank); // a warm start may be wider
        // Singular values that are not beyond the penalty stand close together and are slow to tell apart, so
        // no more of them are sought than may be needed.
        const int most =
            growing ? std::clamp(wide || many ? 2 * rank : rank, firstRank, largestGrowth) : firstRank;
        const int known = wide ? FlatModes::pairsBeyond(rank) : 0;
        const int wanted = !rough ? 1 : wide ? std::max(most, known) : std::clamp(room, 1, most);
        const Matrix left = unitColumns(at.users), right = unitColumns(at.items);
        const SingularTriplets beyond =
            rough ? leadingSingular(problem, slopes, left, right, wanted, settled ? spare.right : RowMatrix(),
                                    context)
                  : largestSingular(problem, slopes, left, right, wanted, 1e-6, context);
        excess = beyond.values[0] / penalty - 1;
        const auto violating =
            (beyond.values.array() > penalty * (1 + std::max(stage.beyond, options.tolerance))).count();
        growing = violating >= wanted;
        const Eigen::Index added = std::min<Eigen::Index>(violating, room);
        spare = beyond;
        spare.dropFirst(2 * (spare.values.size() - added) > known ? added : spare.values.size());
        many = growing && beyond.values.tail(1)[0] > 2 * penalty;
        capBinds = violating > 0 && room == 0;
        if (!rough && (violating == 0 || room == 0))
            break;
        // Few are missing: wide factors take one step at a time until what is missing and what vanishes is
        // known well, the others go on to the end.
        settled = rough && wide && !growing;
        rough = settled ? gap > std::max(settling.tolerance, options.tolerance) && round < mostRounds
                        : rough && violating > 0 && room > 0;
        if (violating == 0 || room == 0)
            continue;
        addDirections(at, beyond, added, problem, slopes);
        if (!rough && round > 100) {
            result.report.stop = Stop::IterationLimit;
            break;
        }
        context.checkpoint("Growing the rank", rank, 0);
    }

    FactorModel& model = result.model;
    model.origin = capBinds ? FactorModel::Origin::PenalisedMf : FactorModel::Origin::NuclearNorm;
    model.penalty = penalty;
    model.offsets = offsets;
    model.users = std::move(at.users);
    model.items = std::move(at.items);
    result.report.objective = objective;
    result.report.optimality = std::max(gap, capBinds ? 0.0 : excess);
    if (result.report.stop != Stop::Converged)
        result.report.advice = "Allow more iterations, or accept a larger tolerance.";
    result.notes.push_back(
        "rank " + std::to_string(model.users.cols()) +
        (at.singularValues.size() > 0 ? ", singular values " + spectrumText(at.singularValues) : ""));
    if (capBinds)
        result.notes.push_back(
            "The cap of rank " + std::to_string(cap) + " binds (the gradient's spectral norm is " +
            shortText(1 + excess) +
            " times n lambda): this is not the optimum of the nuclear-norm "
            "problem but a stationary point of the factorisation of that width. Raise max-rank.");
    result.report.seconds = watch.seconds();
    return result;
}

FactorResult trainNuclear(const RatingData& data, const NuclearOptions& options, const TaskContext& context,
                          const FactorModel* warmStart)
{
    checkNuclearOptions(options);
    if (data.train.size() == 0)
        throw Error(Error::Kind::BadOption,
                    "The dataset has no training ratings; import it with a training part.");
    const Stopwatch watch;
    ChosenLambda chosen{options.lambda, {}, {}};
    if (!(options.lambda > 0)) {
        chosen = chooseLambda(data, options, context);
        if (chosen.model.users.cols() > 0)
            warmStart = &chosen.model;
    }
    const RatingOffsets offsets =
        fitOffsets(data.train, data.users.size(), data.items.size(), options.offsets);
    FactorResult result =
        solveNuclear(data.train, data.users.size(), data.items.size(), offsets,
                     chosen.lambda * static_cast<double>(data.train.size()), options, context, warmStart);
    result.notes.insert(result.notes.begin(), "lambda " + shortText(chosen.lambda) + " (n lambda " +
                                                  shortText(result.model.penalty) + ")" + chosen.reason);
    result.report.seconds = watch.seconds();
    return result;
}

} // namespace representer
