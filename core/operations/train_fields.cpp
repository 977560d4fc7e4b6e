#include "core/operations/train_fields.h"

#include "core/base/error.h"
#include "core/base/number_text.h"

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

using Type = TrainField::Type;

TrainField positive(std::string_view key, std::string_view title, std::string_view help, nlohmann::json standard)
{
    return {key, title, help, Type::Number, std::move(standard), {}, 0, false};
}

TrainField atLeast(double lowest, std::string_view key, std::string_view title, std::string_view help,
                   nlohmann::json standard, Type type = Type::Number)
{
    return {key, title, help, type, std::move(standard), {}, lowest, true};
}

TrainField choice(std::string_view key, std::string_view title, std::string_view help,
                  std::vector<std::string_view> choices)
{
    nlohmann::json standard = std::string(choices.front());
    return {key, title, help, Type::Choice, std::move(standard), std::move(choices)};
}

TrainField flag(std::string_view key, std::string_view title, std::string_view help)
{
    return {key, title, help, Type::Flag, false, {}};
}

TrainField onlyWith(std::string_view key, std::vector<std::string_view> choices, TrainField field)
{
    field.onlyWith = key;
    field.onlyWithChoices = std::move(choices);
    return field;
}

// Settings of stochastic training, and of alternating least squares.
TrainField stochastic(TrainField field)
{
    return onlyWith("optimizer", {"sgd", "adam"}, std::move(field));
}
TrainField alternating(TrainField field)
{
    return onlyWith("optimizer", {"als"}, std::move(field));
}

std::vector<TrainField> l1Fields()
{
    return {choice("loss", "Loss", "logistic for classification, squared for the lasso, squared-hinge for a sparse SVM.",
                   {"logistic", "squared", "squared-hinge"}),
            positive("C", "Cost C", "Weight of the losses against the l1 norm; C = 1/(n lambda). Larger fits closer and keeps more words.", nullptr),
            positive("lambda", "Lambda", "Instead of C: weight of the l1 norm against the mean loss.", nullptr),
            flag("intercept", "Intercept", "Fit a constant without penalty. It is shown as its own line and never attributed."),
            flag("scale", "Scale features", "Divide each feature by its largest magnitude; zeros stay zeros. For features of very different size."),
            positive("bias", "Bias feature", "LIBLINEAR's -B: a penalised feature of this value in every sample.", nullptr),
            positive("tolerance", "Tolerance", "Largest relative duality gap and violation of the optimality conditions.", 1e-9),
            atLeast(1, "max-iterations", "Most iterations", "Newton steps before giving up.", 1000, Type::Integer)};
}

std::vector<TrainField> nuclearFields()
{
    return {atLeast(0, "lambda", "Lambda", "Weight of the nuclear norm against the mean loss; 0 chooses it on the validation part, from the noise level of the ratings down.", 0),
            atLeast(1, "max-rank", "Largest rank", "A cap for memory. The rank is found by lambda; when the cap binds the result says so.", 200, Type::Integer),
            choice("offset", "Fixed offset", "Part of every prediction that is never attributed: mean and biases, the mean alone (more is explained, with a larger error), or nothing.", {"biases", "mean", "none"}),
            positive("tolerance", "Tolerance", "Of the certificate: one-sided sums in training units, spectral norm over n lambda - 1.", 1e-5),
            atLeast(1, "max-iterations", "Most iterations", "Sweeps before giving up.", 500, Type::Integer)};
}

std::vector<TrainField> mfFields()
{
    return {choice("optimizer", "Optimizer", "als reaches stationarity, which makes explanations exact; sgd and adam are the usual stochastic training, explained by ranking only.",
                   {"als", "sgd", "adam"}),
            atLeast(1, "dim", "Dimensions", "Length of each user's and item's vector.", 16, Type::Integer),
            atLeast(0, "mu", "Penalty mu", "l2 penalty mu/2 (|U|^2 + |V|^2) against the summed loss; als needs one (4 unless given), 0 lets it choose on the validation part.", nullptr),
            choice("loss", "Loss", "squared for ratings, logistic for implicit feedback.", {"squared", "logistic"}),
            atLeast(0, "negatives", "Weight of negatives", "Implicit feedback: weight of every pair that was not observed, label 0.", 0),
            choice("offset", "Fixed offset", "Part of every prediction that is never attributed: nothing, the mean, or mean and biases.", {"auto", "none", "mean", "biases"}),
            stochastic(atLeast(1, "epochs", "Epochs", "Passes over the ratings (sgd, adam).", 10, Type::Integer)),
            stochastic(positive("rate", "Learning rate", "Step on the mean loss of a batch (sgd, adam).", nullptr)),
            onlyWith("optimizer", {"sgd"}, {"momentum", "Momentum", "Of sgd.", Type::Number, 0.9, {}, 0, true, 0.9999}),
            stochastic(atLeast(1, "batch", "Batch", "Ratings per step (sgd, adam).", 3000, Type::Integer)),
            stochastic(atLeast(0, "checkpoints", "Checkpoints", "How many states of the training to keep for TracIn (sgd, adam).", 10, Type::Integer)),
            alternating(positive("tolerance", "Tolerance", "als: most by which a one-sided sum may miss a score, in training units.", 1e-5)),
            alternating(atLeast(1, "max-iterations", "Most sweeps", "als: sweeps before giving up.", 1000, Type::Integer))};
}

std::vector<TrainField> twoTowerFields()
{
    return {{"hidden", "Tower", "Widths of the user tower's layers, e.g. 64,64,64,64; the last is the dimension of items.", Type::Text, nullptr, {}},
            atLeast(1, "dim", "Dimensions", "Length of the user embedding that enters the tower.", nullptr, Type::Integer),
            {"dropout", "Dropout", "Share of a layer's outputs set to zero while training.", Type::Number, nullptr, {}, 0, true, 0.95},
            choice("loss", "Loss", "squared for ratings, logistic for implicit feedback.", {"squared", "logistic"}),
            atLeast(0, "negatives", "Weight of negatives", "Implicit feedback: weight of every pair that was not observed, label 0.", 0),
            atLeast(1, "epochs", "Epochs", "Passes over the ratings.", nullptr, Type::Integer),
            positive("rate", "Learning rate", "Of Adam.", nullptr),
            atLeast(1, "batch", "Batch", "Ratings per step.", 3000, Type::Integer),
            atLeast(0, "checkpoints", "Checkpoints", "How many states of the training to keep for TracIn.", 5, Type::Integer)};
}

std::vector<TrainField> traceFields()
{
    return {choice("loss", "Loss", "logistic for classification, squared for regression on the labels 0 and 1.", {"logistic", "squared"}),
            atLeast(0, "lambda", "Lambda", "Weight of the nuclear norm against the mean loss; 0 chooses a twentieth of the smallest that gives zero.", 0),
            positive("tolerance", "Tolerance", "Of the certificate: spectral norm of the gradient over lambda - 1, and the fixed-point residual.", 1e-8),
            atLeast(1, "max-iterations", "Most iterations", "Proximal steps before giving up.", 20000, Type::Integer)};
}

std::string rangeSentence(const TrainField& field)
{
    std::string text(field.title);
    text += field.type == Type::Integer ? " must be a whole number" : " must be a number";
    text += field.lowestAllowed ? ", at least " : " above ";
    text += shortText(field.lowest);
    if (field.highest < 1e300)
        text += " and at most " + shortText(field.highest);
    return text + ".";
}

// The problem with a value, or empty.
std::string problemOf(const TrainField& field, const nlohmann::json& value)
{
    if (value.is_null())
        return {};
    switch (field.type) {
    case Type::Flag:
        return value.is_boolean() ? "" : std::string(field.title) + " is either on or off.";
    case Type::Text:
        return value.is_string() ? "" : std::string(field.title) + " must be text.";
    case Type::Choice: {
        if (value.is_string() &&
            std::find(field.choices.begin(), field.choices.end(), value.get<std::string>()) != field.choices.end())
            return {};
        std::string text = std::string(field.title) + " must be one of";
        for (const auto one : field.choices)
            text += " " + std::string(one);
        return text + ".";
    }
    case Type::Integer:
    case Type::Number:
        break;
    }
    if (!value.is_number() || (field.type == Type::Integer && !value.is_number_integer()))
        return rangeSentence(field);
    const double number = value.get<double>();
    const bool low = field.lowestAllowed ? number < field.lowest : number <= field.lowest;
    return low || number > field.highest || !std::isfinite(number) ? rangeSentence(field) : "";
}

} // namespace

const std::vector<TrainField>& trainFields(ModelKind kind)
{
    static const std::vector<TrainField> l1 = l1Fields(), nuclear = nuclearFields(), mf = mfFields(),
                                         twoTower = twoTowerFields(), trace = traceFields();
    switch (kind) {
    case ModelKind::L1: return l1;
    case ModelKind::Nuclear: return nuclear;
    case ModelKind::Mf: return mf;
    case ModelKind::TwoTower: return twoTower;
    case ModelKind::Trace: return trace;
    }
    return l1;
}

std::vector<FieldProblem> checkTrainOptions(ModelKind kind, const nlohmann::json& options)
{
    std::vector<FieldProblem> problems;
    const std::vector<TrainField>& fields = trainFields(kind);
    for (const auto& [key, value] : options.items()) {
        const auto field = std::find_if(fields.begin(), fields.end(), [&](const TrainField& f) { return f.key == key; });
        if (field == fields.end())
            problems.push_back({key, "A model of kind " + std::string(modelKindName(kind)) + " has no setting \"" + key + "\"."});
        else if (const std::string sentence = problemOf(*field, value); !sentence.empty())
            problems.push_back({key, sentence});
    }
    if (kind == ModelKind::L1 && options.contains("C") && options.contains("lambda") && !options["C"].is_null() &&
        !options["lambda"].is_null())
        problems.push_back({"lambda", "Give either C or lambda: C = 1/(n lambda)."});
    return problems;
}

nlohmann::json completeTrainOptions(ModelKind kind, const nlohmann::json& options)
{
    const std::vector<FieldProblem> problems = checkTrainOptions(kind, options);
    if (!problems.empty())
        throw Error(Error::Kind::BadOption, "--" + problems.front().key + ": " + problems.front().sentence);
    nlohmann::json complete = options;
    for (const TrainField& field : trainFields(kind))
        if (!complete.contains(field.key))
            complete[std::string(field.key)] = field.standard;
    return complete;
}

} // namespace representer
