#include "core/operations/adopt_linear.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/models/linear_design.h"
#include "core/trainers/l1_solver.h"

#include <cmath>
#include <unordered_map>

namespace representer {

namespace {

// A way of reading the file has to fit the training labels this much better to be preferred to the plain one.
constexpr double clearlyBetter = 0.9;

// The weights in the dataset's column order.
Vector alignedWeights(const DocumentData& data, const LinearCoefficients& file,
                      std::vector<std::string>& findings)
{
    const Eigen::Index p = data.featureCount();
    if (!file.weights.allFinite())
        throw Error(
            Error::Kind::BadFile,
            "The model has weights that are not finite numbers (NaN or infinity), so it predicts nothing; "
            "export it again.");
    if (!file.names.empty() && !data.features.empty()) {
        std::unordered_map<std::string_view, Eigen::Index> column;
        for (std::size_t j = 0; j < data.features.size(); ++j)
            column.emplace(data.features[j], static_cast<Eigen::Index>(j));
        Vector weights = Vector::Zero(p);
        for (std::size_t k = 0; k < file.names.size(); ++k) {
            const double weight = file.weights[static_cast<Eigen::Index>(k)];
            if (const auto found = column.find(file.names[k]); found != column.end())
                weights[found->second] = weight;
            else if (weight != 0)
                throw Error(
                    Error::Kind::BadFile,
                    "The model weighs a feature \"" + quotedExcerpt(file.names[k]) +
                        "\" that the dataset does not have; adopt it on the dataset it was trained on.");
        }
        return weights;
    }
    const Eigen::Index count = file.weights.size();
    if (count == p)
        return file.weights;
    Vector weights = Vector::Zero(p);
    // LIBLINEAR counts features up to the last one its own training file uses.
    const bool padded = count < p && file.labels;
    const bool zeroTail = count > p && (file.weights.tail(count - p).array() == 0).all();
    if (!padded && !zeroTail)
        throw Error(Error::Kind::BadFile, "The model has " + std::to_string(count) +
                                              " features but the dataset has " + std::to_string(p) +
                                              "; adopt it on the dataset it was trained on.");
    const Eigen::Index common = std::min(count, p);
    weights.head(common) = file.weights.head(common);
    findings.push_back("The model has " + std::to_string(count) + " features and the dataset " +
                       std::to_string(p) + "; the features that only one of them has count for nothing.");
    return weights;
}

double meanLoss(const DocumentData& data, const SparseLinearModel& model, double shift = 0)
{
    const Vector scores = model.scores(data.train.x);
    double sum = 0;
    for (Eigen::Index i = 0; i < scores.size(); ++i)
        sum += lossValue(model.loss, scores[i] + shift, data.train.labels[static_cast<std::size_t>(i)]);
    return sum / static_cast<double>(std::max<Eigen::Index>(1, scores.size()));
}

void flip(SparseLinearModel& model)
{
    model.theta = -model.theta;
    model.intercept = -model.intercept;
    if (model.bias)
        model.bias->weight = -model.bias->weight;
}

// Weights moved by one column: what a 0-based file read as 1-based, or the reverse, needs.
SparseLinearModel shifted(const SparseLinearModel& model, int by)
{
    SparseLinearModel moved = model;
    const Eigen::Index p = model.theta.size();
    moved.theta.setZero();
    if (by > 0)
        moved.theta.tail(p - 1) = model.theta.head(p - 1);
    else
        moved.theta.head(p - 1) = model.theta.tail(p - 1);
    return moved;
}

// Which label positive weights push up: said by the file, or else by the fit.
void settleSign(const DocumentData& data, const LinearCoefficients& file, SparseLinearModel& model,
                std::vector<std::string>& findings)
{
    if (file.labels) {
        const std::optional<double> zero = parseNumber(data.labelNames[0]),
                                    one = parseNumber(data.labelNames[1]);
        const double up = (*file.labels)[0], down = (*file.labels)[1];
        if (zero && one && up == *one && down == *zero)
            return;
        if (zero && one && up == *zero && down == *one) {
            flip(model);
            findings.push_back("The file lists label " + shortText(up) +
                               " first, so its weights push towards \"" + data.labelNames[0] +
                               "\"; the signs were turned round to push towards \"" + data.labelNames[1] +
                               "\".");
            return;
        }
    }
    const double plain = meanLoss(data, model);
    SparseLinearModel turned = model;
    flip(turned);
    const double other = meanLoss(data, turned);
    if (other < clearlyBetter * plain) {
        model = turned;
        findings.push_back("With the signs as in the file the mean training loss is " + shortText(plain) +
                           ", with all signs turned round " + shortText(other) +
                           ": the two labels were in the other order, and the signs were turned round.");
    } else if (file.labels) {
        findings.push_back("The file's labels are not the dataset's; its first label was taken as \"" +
                           data.labelNames[1] + "\", which fits the training labels better.");
    }
}

void settleShift(const DocumentData& data, SparseLinearModel& model, std::vector<std::string>& findings)
{
    if (model.theta.size() < 2)
        return;
    const double plain = meanLoss(data, model);
    for (const int by : {1, -1}) {
        const SparseLinearModel moved = shifted(model, by);
        const double other = meanLoss(data, moved);
        if (other >= clearlyBetter * plain)
            continue;
        findings.push_back("Moved by one column the weights fit the training labels much better (mean loss " +
                           shortText(other) + " instead of " + shortText(plain) +
                           "): the file counts features from " + (by > 0 ? "1 where 0" : "0 where 1") +
                           " was expected, and they were moved.");
        model = moved;
        return;
    }
}

void lookForIntercept(const DocumentData& data, const SparseLinearModel& model,
                      std::vector<std::string>& findings)
{
    if (model.hasIntercept || model.bias)
        return;
    // The best constant for fixed weights, by Newton's method on one number.
    const Vector scores = model.scores(data.train.x);
    double b = 0;
    for (int step = 0; step < 50; ++step) {
        double slope = 0, curvature = 1e-12;
        for (Eigen::Index i = 0; i < scores.size(); ++i) {
            const double y = data.train.labels[static_cast<std::size_t>(i)];
            slope += lossSlope(model.loss, scores[i] + b, y);
            curvature += lossCurvature(model.loss, scores[i] + b, y);
        }
        b -= std::clamp(slope / curvature, -1.0, 1.0);
    }
    const double plain = meanLoss(data, model), with = meanLoss(data, model, b);
    if (with < clearlyBetter * plain)
        findings.push_back("An intercept of " + shortText(b) + " would lower the mean training loss from " +
                           shortText(plain) + " to " + shortText(with) +
                           "; if the model was trained with one, give it as a second file.");
}

// sign(theta_j) = C q_j on the support at an optimum, q = -sum_i l'_i x_i: the least-squares C.
std::optional<double> stationaryCost(const LinearDesign& design, const Vector& weights, const Vector& q)
{
    double product = 0, square = 0;
    for (Eigen::Index j = 0; j < weights.size(); ++j) {
        if (weights[j] == 0 || design.penalty(j) == 0)
            continue;
        product += (weights[j] > 0 ? 1 : -1) * q[j];
        square += q[j] * q[j];
    }
    if (!(product > 0) || !(square > 0))
        return std::nullopt;
    return product / square;
}

} // namespace

AdoptedLinear adoptLinear(const DocumentData& data, const LinearCoefficients& file,
                          const AdoptLinearOptions& options)
{
    if (options.C && !(*options.C > 0))
        throw Error(Error::Kind::BadOption,
                    "C is " + shortText(*options.C) + ", but it must be a positive number.");
    AdoptedLinear adopted;
    SparseLinearModel& model = adopted.model;
    std::vector<std::string>& findings = adopted.findings;
    model.loss = options.loss.value_or(file.loss.value_or(Loss::Logistic));
    model.theta = alignedWeights(data, file, findings);
    model.hasIntercept = file.intercept.has_value();
    model.intercept = file.intercept.value_or(0.0);
    if (file.biasValue)
        model.bias = SparseLinearModel::BiasFeature{.value = *file.biasValue, .weight = file.biasWeight};
    if (!file.l1)
        findings.emplace_back("The file's solver has an l2 penalty, not an l1 penalty: explanations of this "
                              "model add up only after Polish, "
                              "which makes it another model.");

    const bool zero = (model.theta.array() == 0).all() && !(model.bias && model.bias->weight != 0);
    if (zero) {
        findings.emplace_back("All weights are zero: the model predicts the same for every sample and every "
                              "explanation is empty.");
    } else {
        settleSign(data, file, model, findings);
        settleShift(data, model, findings);
    }
    lookForIntercept(data, model, findings);

    // Optimality of what we have, for the C given or the most fitting one.
    const LinearDesign design =
        makeLinearDesign(data.train.x, model.scale,
                         model.bias ? std::optional(model.bias->value) : std::nullopt, model.hasIntercept);
    L1Problem problem{&design,
                      model.loss,
                      {data.train.labels.begin(), data.train.labels.end()},
                      std::vector<double>(data.train.size(), 1.0)};
    const Vector weights = packWeights(design, model);
    const Vector scores = l1Scores(design, weights);
    Vector gradient;
    l1Gradient(design, lossSlopes(model, scores, data.train.labels), gradient);
    const std::optional<double> fitted = stationaryCost(design, weights, -gradient);
    model.C = options.C.value_or(fitted.value_or(1.0));
    const auto samples = static_cast<double>(data.train.size());
    if (!options.C && fitted)
        findings.push_back(
            "C = " + shortText(model.C) + " (lambda = " + shortText(1 / (model.C * samples)) +
            ") makes the model most nearly stationary, so it was taken as the C it was trained with.");
    if (options.C && fitted && std::abs(*fitted / *options.C - 1) > 0.05)
        findings.push_back("C was given as " + shortText(*options.C) +
                           ", but the model is more nearly stationary at C = " + shortText(*fitted) +
                           (std::abs(*fitted * *options.C * samples - 1) < 0.05
                                ? ": the number given is probably lambda, C is 1 / (n lambda)."
                                : "; check which one it was trained with."));
    problem.cost.assign(data.train.size(), model.C);
    gradient *= model.C;
    const L1Certificate certificate = l1Certificate(problem, weights, scores, gradient);
    model.certificate = certificate.worst();
    adopted.report.objective = certificate.objective;
    adopted.report.optimality = certificate.worst();
    adopted.report.stop = Stop::Converged;
    if (certificate.worst() > 1e-6)
        findings.push_back("The model is not exactly at the optimum (largest violation of its conditions " +
                           shortText(certificate.violation, 2) + ", relative duality gap " +
                           shortText(certificate.gap, 2) +
                           "), so its explanations do not add up exactly; Polish takes it there.");
    return adopted;
}

PolishedLinear polishLinear(const DocumentData& data, const SparseLinearModel& model,
                            const L1Options& options, const TaskContext& context)
{
    L1Result result = polishL1(data.train.x, data.train.labels, model, options, context);
    PolishedLinear polished{std::move(result.model), std::move(result.report), 0, {}};
    const DocumentPart& part = data.test.size() > 0 ? data.test : data.train;
    const Vector change = polished.model.scores(part.x) - model.scores(part.x);
    polished.largestChange = change.size() > 0 ? change.lpNorm<Eigen::Infinity>() : 0.0;
    polished.finding = "Polishing moved no " + std::string(data.test.size() > 0 ? "test" : "training") +
                       " prediction by more than " + shortText(polished.largestChange, 3) + ".";
    return polished;
}

} // namespace representer
