#include "core/operations/adopt_factors.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/trainers/mf_als.h"
#include "core/trainers/rating_problem.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace representer {

namespace {

// |grad| over |mu (U, V)| below which a penalty found by fitting counts as the one the factors were trained
// with.
constexpr double nearlyStationary = 0.05;

[[noreturn]] void refuseFile(const std::string& sentence)
{
    throw Error(Error::Kind::BadFile, sentence);
}

std::string counted(std::size_t count, const std::string& noun)
{
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

void requireFinite(const FactorTable& table, const std::string& noun)
{
    for (Eigen::Index r = 0; r < table.values.rows(); ++r)
        if (!table.values.row(r).allFinite())
            refuseFile(table.file + ": Row " + std::to_string(r) + " of the " + noun +
                   " factors holds NaN or infinity, so it predicts nothing; export the model again.");
    if (!table.biases.allFinite())
        refuseFile(table.file + ": The " + noun + " biases hold NaN or infinity; export the model again.");
}

// Rows are entities: k x n matrices are turned round when that is the only way they fit.
void settleShape(FactorTable& table, const EntityTable& entities, const std::string& noun,
                 std::vector<std::string>& findings)
{
    const auto expected = static_cast<Eigen::Index>(table.ids.empty() ? entities.size() : table.ids.size());
    if (table.values.rows() != expected && table.values.cols() == expected) {
        table.values = RowMatrix(table.values.transpose());
        findings.push_back("The " + noun + " factors stood transposed (one column per " + noun +
                           ") and were turned round.");
    }
    const std::string shape =
        std::to_string(table.values.rows()) + " x " + std::to_string(table.values.cols());
    if (table.values.rows() != expected)
        refuseFile(table.file + ": The " + noun + " factors are " + shape + ", but " +
               (table.ids.empty() ? "the dataset has " : "there are ids for ") +
               counted(static_cast<std::size_t>(expected), noun) +
               "; give one row each, or the ids of the rows in " + noun + "_ids.txt beside the file.");
    if (table.biases.size() > 0 && table.biases.size() != expected)
        refuseFile(table.file + ": There are " + std::to_string(table.biases.size()) + " " + noun +
               " biases for " + counted(static_cast<std::size_t>(expected), noun) + ".");
}

// The rows in the dataset's order. `rated` counts the training ratings of each entity: only those without any
// may be missing from the files.
void settleOrder(FactorTable& table, const EntityTable& entities, const std::vector<int>& rated,
                 const std::string& noun, std::vector<std::string>& findings)
{
    if (table.ids.empty() || table.ids == entities.ids)
        return;
    std::unordered_map<std::string_view, Eigen::Index> row;
    for (std::size_t r = 0; r < table.ids.size(); ++r)
        if (!row.emplace(table.ids[r], static_cast<Eigen::Index>(r)).second)
            refuseFile(table.file + ": The " + noun + " id \"" + quotedExcerpt(table.ids[r]) +
                   "\" stands there twice.");
    FactorTable ordered = table;
    ordered.values.setZero(static_cast<Eigen::Index>(entities.size()), table.values.cols());
    ordered.biases.setZero(table.biases.size() > 0 ? static_cast<Eigen::Index>(entities.size()) : 0);
    std::size_t matched = 0, cold = 0, missing = 0;
    std::string firstMissing;
    for (std::size_t e = 0; e < entities.size(); ++e) {
        const auto found = row.find(entities.ids[e]);
        if (found != row.end()) {
            ordered.values.row(static_cast<Eigen::Index>(e)) = table.values.row(found->second);
            if (table.biases.size() > 0)
                ordered.biases[static_cast<Eigen::Index>(e)] = table.biases[found->second];
            ++matched;
        } else if (rated[e] == 0) {
            ++cold;
        } else if (missing++ == 0) {
            firstMissing = entities.ids[e];
        }
    }
    // LIBMF counts rows from 0: they are the dataset's ids, or else its order.
    if (missing > 0 && table.counted && table.ids.size() == entities.size()) {
        findings.push_back("The file counts the " + noun +
                           "s from 0; they were taken in the dataset's order.");
        return;
    }
    if (matched == 0)
        refuseFile(table.file + ": None of the " + noun + " ids is one of the dataset's (the file has \"" +
               quotedExcerpt(table.ids.front()) + "\", the dataset \"" + quotedExcerpt(entities.ids.front()) +
               "\"); adopt the model on the dataset it was trained on.");
    if (missing > 0)
        refuseFile(table.file + ": " + counted(missing, noun) + " with training ratings of the dataset's " +
               std::to_string(entities.size()) + " have no row (the first is \"" +
               quotedExcerpt(firstMissing) + "\"); adopt the model on the dataset it was trained on.");
    findings.push_back("The rows of the " + noun +
                       " factors were put into the dataset's order by their ids.");
    if (cold > 0)
        findings.push_back(counted(cold, noun) +
                           " without training ratings have no row; zeros stand for them.");
    if (matched < table.ids.size())
        findings.push_back(counted(table.ids.size() - matched, noun) +
                           " of the file are not in the dataset and were left out.");
    table = std::move(ordered);
}

double trainingError(const RatingPart& part, const FactorModel& model)
{
    double sum = 0;
    for (std::size_t e = 0; e < part.size(); ++e) {
        const double miss = model.score(UserIndex{part.users[e]}, ItemIndex{part.items[e]}) -
                            static_cast<double>(part.values[e]);
        sum += miss * miss;
    }
    return std::sqrt(sum / static_cast<double>(part.size()));
}

// f in stars = middle + half f' in training units, so <U, V> and biases shrink by `half`, and so does the
// penalty:
//   sum (y - f)^2 / 2 + mu/2 |U|^2  =  half^2 (sum (y' - f')^2 / 2 + (mu / half)/2 |U'|^2),  U = sqrt(half)
//   U'
FactorModel inTrainingUnits(FactorModel model, const RatingScale& scale)
{
    const double half = scale.half();
    model.offsets.mean = scale.toTrained(model.offsets.mean);
    model.offsets.users /= half;
    model.offsets.items /= half;
    model.users /= std::sqrt(half);
    model.items /= std::sqrt(half);
    return model;
}

// Which unit the factors predict in, and which constant belongs to them: the reading that fits the training
// ratings best. It must fit better than their mean, or the factors belong to something else. Returns the size
// of a training unit in the files' unit.
double settleUnit(const RatingData& data, const FactorFiles& files, FactorModel& model,
                  std::vector<std::string>& findings)
{
    struct Reading {
        FactorModel model;
        double unit = 1;
        std::string finding;
        double error = 0;
    };
    std::vector<Reading> readings;
    readings.push_back({model, 1, "The factors predict in training units.", 0});
    const double half = data.scale.half();
    const double mean = fitOffsets(data.train, data.users.size(), data.items.size(), OffsetKind::Mean).mean;
    if (!files.trainingUnits) {
        readings.push_back(
            {inTrainingUnits(model, data.scale), half,
             "The factors predict in the ratings' own scale; they were converted to training units "
             "(offset, factors and penalty together, so predictions and optimality stay the same).",
             0});
        if (!files.mean) {
            // Trained on centred ratings; the mean was kept elsewhere.
            const std::string centred =
                "The files give no mean, and the factors fit the ratings less their mean: "
                "the training mean " +
                shortText(data.scale.toUser(mean)) + " was added as a fixed offset";
            FactorModel inUnits = model;
            inUnits.offsets.mean = mean;
            readings.push_back({inUnits, 1, centred + ".", 0});
            FactorModel inStars = model;
            inStars.offsets.mean = data.scale.toUser(mean);
            readings.push_back({inTrainingUnits(inStars, data.scale), half,
                                centred + ", and the factors converted from "
                                          "the ratings' own scale to training units.",
                                0});
        }
    }
    for (Reading& reading : readings)
        reading.error = trainingError(data.train, reading.model);
    const auto best = std::min_element(readings.begin(), readings.end(),
                                       [](const Reading& a, const Reading& b) { return a.error < b.error; });
    FactorModel constant = model;
    constant.offsets = {.mean = mean, .users = {}, .items = {}};
    constant.users.setZero();
    const double baseline = trainingError(data.train, constant);
    if (!(best->error < baseline))
        refuseFile("The factors predict the training ratings with an error (RMSE) of " +
               shortText(best->error * half) + ", which is no better than their mean does (" +
               shortText(baseline * half) +
               "): they belong to another dataset, another order of rows, or lack their biases; give ids "
               "beside the "
               "files.");
    model = best->model;
    if (!files.trainingUnits)
        findings.push_back(best->finding);
    findings.push_back("The factors reproduce the training ratings with an error (RMSE) of " +
                       shortText(best->error * half) + "; their mean alone has " +
                       shortText(baseline * half) + ".");
    return best->unit;
}

// Implicit feedback has only ones to reproduce: what was observed must score above the average pair.
void requireObservedAbove(const RatingData& data, const FactorModel& model)
{
    double observed = 0;
    for (std::size_t e = 0; e < data.train.size(); ++e)
        observed += model.users.row(data.train.users[e]).dot(model.items.row(data.train.items[e]));
    observed /= static_cast<double>(data.train.size());
    const double all = model.users.colwise().mean().dot(model.items.colwise().mean());
    if (!(observed > all))
        refuseFile("The observed pairs score " + shortText(observed) +
               " on average, no higher than all pairs do (" + shortText(all) +
               "): the factors belong to another dataset or another order of rows.");
}

// The pull of the losses on each row: -sum_i l'_ui V_i (and -sum_u l'_ui U_u), which is mu U (mu V) at a
// stationary point.
struct Pull {
    RowMatrix users;
    RowMatrix items;
    double loss = 0;
};

Pull pullOf(const RatingProblem& problem, const FactorModel& model)
{
    Pull pull;
    pull.users = -problem.negatives * model.users * (model.items.transpose() * model.items);
    pull.items = -problem.negatives * model.items * (model.users.transpose() * model.users);
    pull.loss =
        problem.negatives / 2 *
        (model.users.transpose() * model.users).cwiseProduct(model.items.transpose() * model.items).sum();
    for (std::int64_t u = 0; u < problem.byUser.size(); ++u)
        for (auto e = static_cast<std::size_t>(problem.byUser.begin[static_cast<std::size_t>(u)]);
             e < static_cast<std::size_t>(problem.byUser.begin[static_cast<std::size_t>(u) + 1]); ++e) {
            const Eigen::Index i = problem.byUser.other[e];
            const double f = model.users.row(u).dot(model.items.row(i));
            const double slope = problem.slope(f, e);
            pull.users.row(u) -= slope * model.items.row(i);
            pull.items.row(i) -= slope * model.users.row(u);
            pull.loss += problem.weightOf(e) * lossValue(problem.loss, f, problem.target[e]) -
                         problem.negatives * f * f / 2;
        }
    return pull;
}

struct Stationarity {
    double gap = 0;      // most by which a one-sided sum can miss any score, training units
    double mismatch = 0; // |pull - mu (U, V)| / |mu (U, V)|
};

Stationarity stationarityAt(double mu, const Pull& pull, const FactorModel& model)
{
    const RowMatrix users = pull.users - mu * model.users, items = pull.items - mu * model.items;
    const auto longest = [](const RowMatrix& rows) { return rows.rowwise().norm().maxCoeff(); };
    return {std::max(longest(users) * longest(model.items), longest(items) * longest(model.users)) / mu,
            std::sqrt((users.squaredNorm() + items.squaredNorm()) /
                      (model.users.squaredNorm() + model.items.squaredNorm())) /
                mu};
}

// `unit`: what the files' penalty is divided by to be in training units.
void settlePenalty(const RatingData& data, const FactorFiles& files, const AdoptFactorsOptions& options,
                   double unit, AdoptedFactors& adopted)
{
    FactorModel& model = adopted.model;
    std::vector<std::string>& findings = adopted.findings;
    const RatingProblem problem = makeRatingProblem(data.train, data.users.size(), data.items.size(),
                                                    model.loss, 1, model.negativesWeight, model.offsets);
    const Pull pull = pullOf(problem, model);
    const double square = model.users.squaredNorm() + model.items.squaredNorm();
    // The least-squares mu of pull = mu (U, V).
    const double fitted =
        square > 0
            ? (pull.users.cwiseProduct(model.users).sum() + pull.items.cwiseProduct(model.items).sum()) /
                  square
            : 0;
    const std::optional<double> given = options.mu ? options.mu : files.penalty;
    const double mismatch = fitted > 0 ? stationarityAt(fitted, pull, model).mismatch : 1;
    if (given) {
        model.penalty = *given / unit;
        if (*given == 0)
            findings.emplace_back("The model was trained without a penalty, so explanations only rank.");
        if (*given > 0 && fitted > 0 && mismatch < nearlyStationary &&
            std::abs(fitted / model.penalty - 1) > 0.05)
            findings.push_back("mu was given as " + shortText(*given) +
                               ", but the factors are more nearly stationary "
                               "at mu = " +
                               shortText(fitted * unit) + "; check which one they were trained with.");
    } else if (fitted > 0 && mismatch < nearlyStationary) {
        model.penalty = fitted;
        findings.push_back(
            "mu = " + shortText(fitted * unit) +
            " makes the factors most nearly stationary, so it was taken as the penalty they were "
            "trained with.");
    } else if (fitted > 0) {
        findings.push_back("No penalty makes the factors stationary (mu = " + shortText(fitted * unit) +
                           " comes nearest and misses by " + shortText(100 * mismatch, 2) +
                           " %), so explanations only rank; --mu with --polish makes them add up.");
    } else {
        findings.emplace_back(
            "No penalty makes the factors stationary, so explanations only rank; --mu with --polish "
            "makes them add up.");
    }
    adopted.report.stop = Stop::Converged;
    adopted.report.objective = pull.loss + model.penalty / 2 * square;
    if (!(model.penalty > 0))
        return;
    model.origin = FactorModel::Origin::PenalisedMf;
    adopted.report.optimality = stationarityAt(model.penalty, pull, model).gap;
    if (adopted.report.optimality > 1e-4)
        findings.push_back(
            "The factors are not exactly stationary: a one-sided sum may miss a score by up to " +
            shortText(adopted.report.optimality * data.scale.half(), 2) +
            ", so explanations do not add up exactly; Polish takes them there.");
}

// Both sides checked, turned round where they stand transposed and put into the dataset's order.
void settleTables(const RatingData& data, FactorTable& users, FactorTable& items,
                  std::vector<std::string>& findings)
{
    requireFinite(users, "user");
    requireFinite(items, "item");
    settleShape(users, data.users, "user", findings);
    settleShape(items, data.items, "item", findings);
    if (users.values.cols() != items.values.cols())
        refuseFile("The user factors have " + std::to_string(users.values.cols()) +
               " columns and the item factors " + std::to_string(items.values.cols()) +
               ", but their inner products need the same width; check that both come from one model.");
    std::vector<int> userRatings(data.users.size()), itemRatings(data.items.size());
    for (std::size_t e = 0; e < data.train.size(); ++e) {
        ++userRatings[static_cast<std::size_t>(data.train.users[e])];
        ++itemRatings[static_cast<std::size_t>(data.train.items[e])];
    }
    settleOrder(users, data.users, userRatings, "user", findings);
    settleOrder(items, data.items, itemRatings, "item", findings);
}

// Checkpoints in the model's unit: both factors of a score shrink alike.
void addCheckpoints(std::vector<FactorCheckpointFiles> states, double unit, AdoptedFactors& adopted)
{
    if (states.empty())
        return;
    bool rated = true;
    for (FactorCheckpointFiles& state : states) {
        rated = rated && state.rate.has_value();
        if (state.users.values.cols() != adopted.model.users.cols())
            refuseFile(state.users.file + ": The checkpoint has " + std::to_string(state.users.values.cols()) +
                       " columns and the model " + std::to_string(adopted.model.users.cols()) +
                       "; a checkpoint is an earlier state of the same factors.");
        adopted.model.checkpoints.push_back({state.epoch, state.rate.value_or(1.0),
                                             RowMatrix(state.users.values / std::sqrt(unit)),
                                             RowMatrix(state.items.values / std::sqrt(unit))});
    }
    adopted.findings.push_back(counted(states.size(), "checkpoint") + " for TracIn" +
                               (rated ? "." : "; without rate.txt each counts with a learning rate of 1."));
}

} // namespace

AdoptedFactors adoptFactors(const RatingData& data, const FactorFiles& given,
                            const AdoptFactorsOptions& options)
{
    if (options.mu && !(*options.mu > 0 && std::isfinite(*options.mu)))
        throw Error(Error::Kind::BadOption, "mu must be a number above 0.");
    if (data.train.size() == 0)
        throw Error(Error::Kind::BadOption,
                    "The dataset has no training ratings; import it with a training part.");
    AdoptedFactors adopted;
    std::vector<std::string>& findings = adopted.findings;
    FactorFiles files = given;
    bool exchanged = false;
    const auto fits = [](const FactorTable& table, const EntityTable& entities) {
        const auto size = static_cast<Eigen::Index>(entities.size());
        return table.ids.empty() && (table.values.rows() == size || table.values.cols() == size);
    };
    if (!fits(files.users, data.users) && !fits(files.items, data.items) && fits(files.users, data.items) &&
        fits(files.items, data.users)) {
        std::swap(files.users, files.items);
        exchanged = true;
        findings.emplace_back("The item factors were given before the user factors; they were exchanged.");
    }
    for (FactorCheckpointFiles& state : files.checkpoints) {
        if (exchanged)
            std::swap(state.users, state.items);
        if (state.users.ids.empty())
            state.users.ids = files.users.ids;
        if (state.items.ids.empty())
            state.items.ids = files.items.ids;
        std::vector<std::string> asBefore; // what is found in the model holds for its checkpoints
        settleTables(data, state.users, state.items, asBefore);
    }
    settleTables(data, files.users, files.items, findings);

    FactorModel& model = adopted.model;
    model.loss = files.loss;
    model.negativesWeight = files.negatives;
    model.offsets = {files.mean.value_or(0.0), files.users.biases, files.items.biases};
    model.users = std::move(files.users.values);
    model.items = std::move(files.items.values);
    double unit = 1;
    if (data.scale.binary)
        requireObservedAbove(data, model);
    else
        unit = settleUnit(data, files, model, findings);
    settlePenalty(data, files, options, unit, adopted);
    addCheckpoints(std::move(files.checkpoints), unit, adopted);
    return adopted;
}

PolishedFactors polishAdopted(const RatingData& data, const FactorModel& model, const TaskContext& context)
{
    if (!(model.penalty > 0))
        throw Error(Error::Kind::BadOption, "Polishing needs the penalty to go to; give it with --mu.");
    const MfAlsOptions standard;
    FactorResult result = polishFactors(
        data.train, model, {.tolerance = standard.tolerance, .maxIterations = standard.maxSweeps}, context);
    PolishedFactors polished{std::move(result.model), std::move(result.report), 0, 0, {}};
    polished.model.origin = FactorModel::Origin::PenalisedMf;
    const bool tested = data.test.size() > 0;
    const RatingPart& part = tested ? data.test : data.train;
    double sum = 0;
    for (std::size_t e = 0; e < part.size(); ++e) {
        const UserIndex user{part.users[e]};
        const ItemIndex item{part.items[e]};
        const double change =
            data.scale.half() * std::abs(polished.model.score(user, item) - model.score(user, item));
        sum += change;
        polished.largestChange = std::max(polished.largestChange, change);
    }
    polished.meanChange = sum / static_cast<double>(part.size());
    polished.finding = "Polishing moved " + std::string(tested ? "test" : "training") + " predictions by " +
                       shortText(polished.meanChange, 3) + " on average and by at most " +
                       shortText(polished.largestChange, 3) + ".";
    return polished;
}

} // namespace representer
