#include "core/trainers/l1_trainer.h"

#include "core/base/number_text.h"
#include "core/base/parallel_phase.h"
#include "core/base/stopwatch.h"
#include "core/trainers/l1_solver.h"

#include <algorithm>
#include <cmath>
#include <mutex>

namespace representer {

namespace {

void checkInput(const SparseRows& x, const std::vector<std::uint8_t>& labels, const L1Options& options)
{
    if (!(options.C > 0) || !std::isfinite(options.C))
        throw Error(
            Error::Kind::BadOption,
            "C is " + shortText(options.C) +
                ", but it must be a positive number; larger values fit the training data more closely.");
    if (!(options.tolerance > 0))
        throw Error(Error::Kind::BadOption, "The tolerance is " + shortText(options.tolerance) +
                                                ", but it must be positive; 1e-9 is the default.");
    if (options.maxIterations < 1)
        throw Error(Error::Kind::BadOption, "The iteration limit must be at least 1; the default is 1000.");
    if (options.biasFeature && !(std::isfinite(*options.biasFeature) && *options.biasFeature > 0))
        throw Error(Error::Kind::BadOption, "The bias feature must be a positive number; LIBLINEAR uses 1.");
    if (labels.empty())
        throw Error(Error::Kind::BadOption, "The training part is empty: there is nothing to train on.");
    if (x.rows() != static_cast<Eigen::Index>(labels.size()))
        throw Error(Error::Kind::BadOption, "There are " + std::to_string(x.rows()) + " rows but " +
                                                std::to_string(labels.size()) +
                                                " labels; each row needs one.");
    const auto ones = std::count(labels.begin(), labels.end(), std::uint8_t{1});
    if (options.loss != Loss::Squared && options.intercept &&
        (ones == 0 || ones == static_cast<std::ptrdiff_t>(labels.size())))
        throw Error(
            Error::Kind::BadOption,
            "All training samples have the same label, so the best intercept is infinite; choose another "
            "positive class or train without an intercept.");
    for (Eigen::Index k = 0; k < x.nonZeros(); ++k)
        if (!std::isfinite(x.valuePtr()[k]))
            throw Error(
                Error::Kind::Numerical,
                "Feature " + std::to_string(x.innerIndexPtr()[k] + 1) +
                    " has a value that is not a finite number; correct the file and import it again.");
}

L1Problem makeProblem(const LinearDesign& design, const std::vector<std::uint8_t>& labels, Loss loss,
                      double cost)
{
    return {&design, loss, {labels.begin(), labels.end()}, std::vector<double>(labels.size(), cost)};
}

L1SolverOptions solverOptions(const L1Options& options)
{
    return {.tolerance = options.tolerance, .maxIterations = options.maxIterations, .seed = options.seed};
}

std::string adviceFor(const TrainReport& report, const L1Options& options)
{
    switch (report.stop) {
    case Stop::IterationLimit:
        return "The iteration limit of " + std::to_string(options.maxIterations) +
               " was reached with an optimality of " + shortText(report.optimality, 2) +
               "; raise the iteration limit, or lower C.";
    case Stop::Numerical:
        return "Rounding stopped the solver at an optimality of " + shortText(report.optimality, 2) +
               "; scale the features, lower C, or accept it as the tolerance.";
    default:
        return {};
    }
}

// Fills the model's parameters and the certificate from a solution.
void storeSolution(const LinearDesign& design, const L1Solution& solution, SparseLinearModel& model)
{
    unpackWeights(design, solution.weights, model);
    model.certificate = solution.certificate.worst();
}

class L1Retrainer final : public Retrainer {
public:
    L1Retrainer(std::shared_ptr<const DocumentData> data, std::shared_ptr<const SparseLinearModel> model,
                L1Options options)
        : m_data(std::move(data)), m_model(std::move(model)), m_options(std::move(options))
    {
        const DocumentPart& train = m_data->train;
        m_design = makeTrainingDesign(train.x, *m_model);
        m_problem = makeProblem(m_design, train.labels, m_model->loss, m_model->C);
        m_weights = packWeights(m_design, *m_model);
        m_scores = l1Scores(m_design, m_weights);
        m_quadratic = l1QuadraticAt(m_problem, m_weights, m_scores);
        m_frame = *m_model;
        m_frame.theta.resize(0);
    }

    ModelContent retrain(const TrainingEdit& edit, const ModelContent* warmStart,
                         const TaskContext& context) const override
    {
        if (edit.empty())
            return *m_model;
        const ParallelPhase awake; // loops are short and many
        L1Problem problem = m_problem;
        for (const TrainIndex index : edit.removed)
            problem.cost.at(static_cast<std::size_t>(index.value)) = 0;
        for (const auto& [index, label] : edit.relabelled)
            problem.y.at(static_cast<std::size_t>(index.value)) = label;

        const Lease scratch(*this);
        L1WarmStart start{&m_weights, &m_scores, &m_quadratic, scratch.get()};
        Vector nearWeights;
        if (const auto* near = warmStart ? std::get_if<SparseLinearModel>(warmStart) : nullptr) {
            nearWeights = packWeights(m_design, *near);
            start.weights = &nearWeights;
            start.scores = nullptr;
        }
        const L1Solution solution = solveL1(problem, start, solverOptions(m_options), context);
        if (solution.report.stop != Stop::Converged)
            throw Error(Error::Kind::Numerical,
                        "Retraining did not converge. " + adviceFor(solution.report, m_options));
        SparseLinearModel model = m_frame;
        storeSolution(m_design, solution, model);
        return model;
    }

    std::size_t bytesPerWorker() const override
    {
        // weights, gradient, result; scores, slopes, curvatures and line search; the Hessian and its factor.
        const std::size_t side = m_quadratic.set().size() + m_quadratic.room();
        return sizeof(double) * static_cast<std::size_t>(4 * m_design.z.cols() + 10 * m_design.z.rows()) +
               3 * sizeof(float) * side * side;
    }

private:
    // The Hessian of one retraining at a time; its memory goes from one to the next, since touching fresh
    // pages costs more than the copy.
    class Lease {
    public:
        explicit Lease(const L1Retrainer& owner) : m_owner(owner)
        {
            const std::scoped_lock lock(owner.m_mutex);
            if (!owner.m_idle.empty()) {
                m_scratch = std::move(owner.m_idle.back());
                owner.m_idle.pop_back();
            }
            if (!m_scratch)
                m_scratch = std::make_unique<L1Quadratic>();
        }
        ~Lease()
        {
            const std::scoped_lock lock(m_owner.m_mutex);
            m_owner.m_idle.push_back(std::move(m_scratch));
        }
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;
        L1Quadratic* get() const { return m_scratch.get(); }

    private:
        const L1Retrainer& m_owner;
        std::unique_ptr<L1Quadratic> m_scratch;
    };

    std::shared_ptr<const DocumentData> m_data;
    std::shared_ptr<const SparseLinearModel> m_model;
    L1Options m_options;
    LinearDesign m_design;
    L1Problem m_problem; // points to m_design: the object stays where it is
    Vector m_weights, m_scores;
    L1Quadratic m_quadratic;   // at the original model
    SparseLinearModel m_frame; // the original model without its weights
    mutable std::mutex m_mutex;
    mutable std::vector<std::unique_ptr<L1Quadratic>> m_idle;
};

} // namespace

L1Result trainL1(const SparseRows& x, const std::vector<std::uint8_t>& labels, const L1Options& options,
                 const TaskContext& context)
{
    SparseLinearModel model;
    model.loss = options.loss;
    model.C = options.C;
    model.theta = Vector::Zero(x.cols());
    if (options.scale)
        model.scale = largestMagnitudeScale(x);
    if (options.biasFeature)
        model.bias = SparseLinearModel::BiasFeature{.value = *options.biasFeature, .weight = 0};
    model.hasIntercept = options.intercept;
    return polishL1(x, labels, model, options, context);
}

L1Result polishL1(const SparseRows& x, const std::vector<std::uint8_t>& labels,
                  const SparseLinearModel& start, const L1Options& options, const TaskContext& context)
{
    const Stopwatch watch;
    L1Options effective = options;
    effective.loss = start.loss;
    effective.C = start.C;
    effective.intercept = start.hasIntercept;
    checkInput(x, labels, effective);
    const LinearDesign design = makeTrainingDesign(x, start);
    const L1Problem problem = makeProblem(design, labels, start.loss, start.C);
    const Vector weights = packWeights(design, start);
    L1Solution solution = solveL1(problem, {.weights = &weights}, solverOptions(options), context);
    L1Result result{start, std::move(solution.report)};
    storeSolution(design, solution, result.model);
    result.report.advice = adviceFor(result.report, options);
    result.report.seconds = watch.seconds();
    return result;
}

double l1LambdaMax(const SparseRows& x, const std::vector<std::uint8_t>& labels, const L1Options& options)
{
    checkInput(x, labels, options);
    const auto n = static_cast<double>(labels.size());
    const LinearDesign design =
        makeLinearDesign(x, options.scale ? largestMagnitudeScale(x) : Vector(), options.biasFeature, false);
    const L1Problem problem = makeProblem(design, labels, options.loss, 1.0);
    // The score without any feature: 0, or the best constant.
    double f = 0;
    if (options.intercept) {
        const double share =
            static_cast<double>(std::count(labels.begin(), labels.end(), std::uint8_t{1})) / n;
        f = options.loss == Loss::Logistic  ? std::log(share / (1 - share))
            : options.loss == Loss::Squared ? share
                                            : 2 * share - 1;
    }
    Vector slope(x.rows());
    for (Eigen::Index i = 0; i < x.rows(); ++i)
        slope[i] = lossSlope(options.loss, f, problem.y[static_cast<std::size_t>(i)]);
    Vector gradient;
    l1Gradient(design, slope, gradient);
    return gradient.lpNorm<Eigen::Infinity>() / n;
}

std::unique_ptr<Retrainer> makeL1Retrainer(std::shared_ptr<const DocumentData> data,
                                           std::shared_ptr<const SparseLinearModel> model, L1Options options)
{
    return std::make_unique<L1Retrainer>(std::move(data), std::move(model), std::move(options));
}

} // namespace representer
