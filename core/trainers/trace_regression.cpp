#include "core/trainers/trace_regression.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/base/stopwatch.h"
#include "core/trainers/trace_solver.h"

#include <Eigen/SVD>

#include <cmath>

namespace representer {

namespace {

void checkInput(const MatrixData& data, const TraceOptions& options)
{
    if (data.train.size() == 0)
        throw Error(Error::Kind::BadOption,
                    "The training part is empty; import a dataset with training matrices.");
    if (!std::isfinite(options.lambda) || options.lambda < 0)
        throw Error(Error::Kind::BadOption, "lambda is " + shortText(options.lambda) +
                                                "; give a positive number, or 0 to have one chosen.");
    if (!(options.tolerance > 0))
        throw Error(Error::Kind::BadOption, "The tolerance must be above 0; 1e-8 is usual.");
    if (options.maxIterations < 1)
        throw Error(Error::Kind::BadOption, "The iteration limit must be at least 1.");
    if (data.train.values.cols() != data.rows * data.columns ||
        data.train.values.rows() != static_cast<Eigen::Index>(data.train.size()))
        throw Error(Error::Kind::Numerical, "The training matrices do not have the shape " +
                                                std::to_string(data.rows) + " x " +
                                                std::to_string(data.columns) + "; import the dataset again.");
    if (!data.train.values.allFinite())
        throw Error(
            Error::Kind::Numerical,
            "The training matrices hold values that are not finite; correct the file and import it again.");
}

TraceProblem makeProblem(const MatrixData& data, Loss loss, double penalty)
{
    TraceProblem problem;
    problem.values = &data.train.values;
    problem.rows = data.rows;
    problem.columns = data.columns;
    problem.loss = loss;
    problem.penalty = penalty;
    problem.y.resize(data.train.values.rows());
    for (Eigen::Index i = 0; i < problem.y.size(); ++i)
        problem.y[i] = data.train.labels[static_cast<std::size_t>(i)];
    problem.weight = Vector::Ones(problem.y.size());
    return problem;
}

// |sum_i l'(y_i, 0) X_i|_2
double zeroPenalty(const TraceProblem& problem)
{
    const Matrix gradient = problem.combination(problem.slopes(Vector::Zero(problem.y.size())));
    return Eigen::JacobiSVD<Matrix>(gradient).singularValues()[0];
}

std::string adviceFor(const TrainReport& report, const TraceOptions& options)
{
    if (report.stop == Stop::Converged)
        return {};
    return "The iteration limit of " + std::to_string(options.maxIterations) +
           " was reached with an optimality of " + shortText(report.optimality, 2) +
           "; raise the iteration limit, or lambda.";
}

class TraceRetrainer final : public Retrainer {
public:
    TraceRetrainer(std::shared_ptr<const MatrixData> data, std::shared_ptr<const TraceModel> model,
                   TraceOptions options)
        : m_data(std::move(data)), m_model(std::move(model)), m_options(options),
          m_problem(makeProblem(*m_data, m_model->loss, m_model->penalty)),
          m_bound(traceCurvatureBound(m_problem))
    {
    }

    ModelContent retrain(const TrainingEdit& edit, const ModelContent* warmStart,
                         const TaskContext& context) const override
    {
        TraceModel model = *m_model;
        if (edit.empty())
            return model;
        TraceProblem problem = m_problem;
        for (const TrainIndex index : edit.removed)
            problem.weight[index.value] = 0;
        for (const auto& [index, label] : edit.relabelled)
            problem.y[index.value] = label;
        const auto* near = warmStart != nullptr ? std::get_if<TraceModel>(warmStart) : nullptr;
        TraceSolution solution = solveTrace(problem, near != nullptr ? near->theta : m_model->theta, m_bound,
                                            m_options.tolerance, m_options.maxIterations, context);
        if (solution.report.stop != Stop::Converged)
            throw Error(Error::Kind::Numerical,
                        "Retraining did not converge. " + adviceFor(solution.report, m_options));
        model.theta = std::move(solution.theta);
        model.certificate = solution.report.optimality;
        return model;
    }

    std::size_t bytesPerWorker() const override
    {
        // weights, labels, scores and slopes; the Jacobian of the Newton steps.
        const auto n = static_cast<std::size_t>(m_problem.y.size());
        const auto side = static_cast<std::size_t>(m_problem.rows + m_problem.columns);
        const auto rank = static_cast<std::size_t>(std::min(m_problem.rows, m_problem.columns));
        return sizeof(double) * n * (6 + 2 * side * rank);
    }

private:
    std::shared_ptr<const MatrixData> m_data;
    std::shared_ptr<const TraceModel> m_model;
    TraceOptions m_options;
    TraceProblem m_problem; // reads m_data
    double m_bound = 1;
};

} // namespace

double traceLambdaMax(const MatrixData& data, Loss loss)
{
    TraceOptions options;
    options.loss = loss;
    checkInput(data, options);
    return zeroPenalty(makeProblem(data, loss, 1)) / static_cast<double>(data.train.size());
}

TraceResult trainTrace(const MatrixData& data, const TraceOptions& options, const TaskContext& context)
{
    const Stopwatch watch;
    checkInput(data, options);
    const auto n = static_cast<double>(data.train.size());
    TraceResult result;
    double lambda = options.lambda;
    if (lambda == 0) {
        lambda = traceLambdaMax(data, options.loss) / 20;
        if (lambda == 0)
            throw Error(Error::Kind::BadOption,
                        "No lambda can be chosen: the training matrices do not tell the classes "
                        "apart (their label-weighted sum is zero); give lambda yourself.");
        result.notes.push_back("lambda = " + shortText(lambda) +
                               ": a twentieth of the smallest one whose solution is zero.");
    }
    const TraceProblem problem = makeProblem(data, options.loss, n * lambda);
    TraceSolution solution =
        solveTrace(problem, Matrix::Zero(data.rows, data.columns), traceCurvatureBound(problem),
                   options.tolerance, options.maxIterations, context);
    result.model = {options.loss, problem.penalty, std::move(solution.theta), solution.report.optimality};
    result.report = std::move(solution.report);
    result.report.advice = adviceFor(result.report, options);
    const Eigen::Index rank = traceFactors(result.model.theta).rank();
    result.notes.push_back(rank == 0 ? "The solution is zero: lambda is too large for any matrix to matter."
                                     : "Rank " + std::to_string(rank) + " of at most " +
                                           std::to_string(std::min(data.rows, data.columns)) + ".");
    result.report.seconds = watch.seconds();
    return result;
}

std::unique_ptr<Retrainer> makeTraceRetrainer(std::shared_ptr<const MatrixData> data,
                                              std::shared_ptr<const TraceModel> model, TraceOptions options)
{
    return std::make_unique<TraceRetrainer>(std::move(data), std::move(model), options);
}

} // namespace representer
