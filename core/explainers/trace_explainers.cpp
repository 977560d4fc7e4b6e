#include "core/explainers/trace_explainers.h"

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/explainers/contribution_order.h"
#include "core/models/trace_problem.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace representer {

namespace {

// Residuals and certificates up to this share of the prediction count as rounding.
constexpr double traceExactness = 1e-6;

struct TracePoint {
    Matrix x; // d1 x d2
    std::optional<double> label;
    bool training = false;
    std::uint64_t key = 0; // names the point for seeds
};

// What the methods share: every importance is global_i * <X_i, D>, where the direction D depends on the test
// matrix.
class TraceExplainer : public Explainer {
public:
    TraceExplainer(std::shared_ptr<const MatrixData> data, std::shared_ptr<const TraceModel> model)
        : m_data(std::move(data)), m_model(std::move(model))
    {
        if (m_model->theta.rows() != m_data->rows || m_model->theta.cols() != m_data->columns)
            throw Error(Error::Kind::BadOption,
                        "The model is made for " + std::to_string(m_model->theta.rows()) + " x " +
                            std::to_string(m_model->theta.cols()) + " matrices, the dataset has " +
                            std::to_string(m_data->rows) + " x " + std::to_string(m_data->columns) +
                            "; open the dataset that the model was trained on.");
        m_problem.values = &m_data->train.values;
        m_problem.rows = m_data->rows;
        m_problem.columns = m_data->columns;
        m_problem.loss = m_model->loss;
        m_problem.penalty = m_model->penalty;
        m_problem.y.resize(m_data->train.values.rows());
        for (Eigen::Index i = 0; i < m_problem.y.size(); ++i)
            m_problem.y[i] = m_data->train.labels[static_cast<std::size_t>(i)];
        m_problem.weight = Vector::Ones(m_problem.y.size());
        m_scores = m_problem.products(m_model->theta);
        m_global = -m_problem.slopes(m_scores);
    }

    Explanation explain(const TestPoint& point, const ExplainOptions& options) const final;

    std::vector<double> selfImportances() const override
    {
        std::vector<double> result(m_data->train.size());
        const Side side = sided() ? Side::Both : Side::Single;
        parallelBlocks(m_global.size(), 64, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i) {
                const Matrix x = sample(m_data->train, i);
                result[static_cast<std::size_t>(i)] = m_global[i] * direction(x, side).cwiseProduct(x).sum();
            }
        });
        return result;
    }

protected:
    // D with local_i = <X_i, D>.
    virtual Matrix direction(const Matrix& x, Side side) const = 0;
    // Globals and locals of all samples.
    virtual void factors(const TracePoint& point, Side side, std::uint64_t, Vector& global,
                         Vector& local) const
    {
        global = m_global;
        local = m_problem.products(direction(point.x, side));
    }
    // Whether there are two sides, each of which sums to the prediction at an optimum.
    virtual bool sided() const { return false; }

    const TraceModel& model() const { return *m_model; }
    const TraceProblem& problem() const { return m_problem; }
    const Vector& trainingScores() const { return m_scores; }
    Vector m_global; // -l'_i, or what the method makes of it

private:
    Matrix sample(const MatrixPart& part, Eigen::Index i) const
    {
        return Eigen::Map<const RowMatrix>(part.values.row(i).data(), m_data->rows, m_data->columns);
    }
    TracePoint find(const TestPoint& point) const;
    SideSum sumOf(Side side, double sum, double prediction) const
    {
        return {.side = side, .sum = sum, .residual = sum - prediction, .samples = m_data->train.size()};
    }
    void addNotes(const TracePoint& point, Explanation& explanation) const;

    std::shared_ptr<const MatrixData> m_data;
    std::shared_ptr<const TraceModel> m_model;
    TraceProblem m_problem; // reads m_data
    Vector m_scores;
};

TracePoint TraceExplainer::find(const TestPoint& point) const
{
    TracePoint found;
    if (const auto* row = std::get_if<DatasetRow>(&point)) {
        const MatrixPart& part = m_data->part(row->part);
        if (row->index < 0 || static_cast<std::size_t>(row->index) >= part.size())
            throw Error(Error::Kind::BadOption, "There is no sample " + std::to_string(row->index) +
                                                    " in the " + std::string(partName(row->part)) +
                                                    " part, which has " + std::to_string(part.size()) +
                                                    " (they count from 0).");
        found.x = sample(part, row->index);
        found.label = part.labels[static_cast<std::size_t>(row->index)];
        found.training = row->part == Part::Train;
        found.key = (static_cast<std::uint64_t>(row->part) << 32) | static_cast<std::uint32_t>(row->index);
        return found;
    }
    const auto* free = std::get_if<FreeRow>(&point);
    if (free == nullptr)
        throw Error(Error::Kind::BadOption,
                    "A model of matrices explains a matrix, not a user and an item; name a sample.");
    found.x = Matrix::Zero(m_data->rows, m_data->columns);
    for (std::size_t k = 0; k < free->row.columns.size(); ++k) {
        const std::int32_t place = free->row.columns[k];
        if (place < 0 || place >= found.x.size())
            throw Error(Error::Kind::BadOption,
                        "The matrix has a value at position " + std::to_string(place) +
                            ", but the model's matrices have " + std::to_string(found.x.size()) +
                            " values (they count from 0).");
        found.x(place / m_data->columns, place % m_data->columns) = free->row.values[k];
        found.key = (found.key ^ std::bit_cast<std::uint64_t>(free->row.values[k])) * 0x100000001b3ull +
                    static_cast<std::uint64_t>(place);
    }
    return found;
}

Explanation TraceExplainer::explain(const TestPoint& point, const ExplainOptions& options) const
{
    const TracePoint found = find(point);
    const Side side = !sided() ? Side::Single : options.side == Side::Single ? Side::Both : options.side;
    Explanation explanation;
    explanation.method = std::string(method().id);
    explanation.point = point;
    explanation.prediction = m_model->theta.cwiseProduct(found.x).sum();
    explanation.actual = found.label;
    explanation.candidates = m_data->train.size();

    Vector global, local;
    factors(found, side, options.seed, global, local);
    const Vector importance = global.cwiseProduct(local);
    if (side == Side::Both) {
        const double column = m_global.dot(m_problem.products(direction(found.x, Side::Item)));
        explanation.sums.push_back(sumOf(Side::Item, column, explanation.prediction));
        explanation.sums.push_back(sumOf(Side::User, 2 * importance.sum() - column, explanation.prediction));
    } else {
        explanation.sums.push_back(sumOf(side, importance.sum(), explanation.prediction));
    }
    const double allowed = traceExactness * std::max(1.0, std::abs(explanation.prediction));
    explanation.exact = sided() && m_model->certificate <= traceExactness &&
                        std::all_of(explanation.sums.begin(), explanation.sums.end(),
                                    [&](const SideSum& sum) { return std::abs(sum.residual) <= allowed; });
    explanation.unit = !explanation.exact ? "ranking" : m_model->loss == Loss::Logistic ? "logits" : "score";
    explanation.contributions.reserve(explanation.candidates);
    for (Eigen::Index i = 0; i < importance.size(); ++i)
        explanation.contributions.push_back({.index = {static_cast<std::int32_t>(i)},
                                             .side = side == Side::Both ? Side::Single : side,
                                             .global = global[i],
                                             .local = local[i],
                                             .importance = importance[i]});
    orderContributions(explanation.contributions, options.top);
    addNotes(found, explanation);
    return explanation;
}

void TraceExplainer::addNotes(const TracePoint& point, Explanation& explanation) const
{
    if (m_model->theta.isZero(0))
        explanation.notes.emplace_back(
            "The model is zero, so no training sample has a share in any prediction; train with a "
            "smaller lambda.");
    if (point.training)
        explanation.notes.emplace_back("This is a training sample explained with itself left in: its own "
                                       "importance is part of the list.");
    if (sided() && !explanation.exact)
        explanation.notes.emplace_back(
            "The model is not at the optimum of its training problem, so the importances do not "
            "add up to the prediction; train it to a smaller tolerance.");
}

// importance_i = a_i <X_i, T X'>, a_i = -l'_i / penalty; T X' = U S U^T X' (column side) or X' V S V^T (row
// side).
// The test matrix as the model sees it: U S U^T X', X' V S V^T, or the mean of both.
Matrix throughModel(const Matrix& columnSide, const Matrix& rowSide, const Matrix& x, Side side)
{
    if (side == Side::Item)
        return columnSide * x;
    if (side == Side::User)
        return x * rowSide;
    return (columnSide * x + x * rowSide) / 2;
}

class HighDimTrace final : public TraceExplainer {
public:
    HighDimTrace(std::shared_ptr<const MatrixData> data, std::shared_ptr<const TraceModel> model)
        : TraceExplainer(std::move(data), std::move(model))
    {
        const TraceFactors factors = traceFactors(this->model().theta);
        m_columnSide.noalias() = factors.left * factors.left.transpose();
        m_rowSide.noalias() = factors.right * factors.right.transpose();
        m_global /= this->model().penalty;
    }
    static const MethodDescriptor& descriptor()
    {
        static const MethodDescriptor method{
            .id = "high-dim",
            .name = "High-dimensional representer",
            .summary =
                "The prediction split over the training matrices, compared in the space the model uses",
            .formula =
                "-l'(y_i, f(X_i)) / (n lambda) * <X_i, U S U^T X'> (columns) or <X_i, X' V S V^T> (rows)",
            .promise = "exact: each side's importances sum to the prediction",
            .predictsSize = false};
        return method;
    }
    const MethodDescriptor& method() const override { return descriptor(); }

protected:
    bool sided() const override { return true; }
    Matrix direction(const Matrix& x, Side side) const override
    {
        return throughModel(m_columnSide, m_rowSide, x, side);
    }

private:
    Matrix m_columnSide; // U S U^T, d1 x d1
    Matrix m_rowSide;    // V S V^T, d2 x d2
};

// importance_i = -l'_i <X_i, X'>
class L2Trace final : public TraceExplainer {
public:
    using TraceExplainer::TraceExplainer;
    static const MethodDescriptor& descriptor()
    {
        static const MethodDescriptor method{
            .id = "l2",
            .name = "l2 representer",
            .summary = "Similar training matrices, weighted by how much the model still wants to move them",
            .formula = "-l'(y_i, f(X_i)) * <X_i, X'>",
            .promise = "ranking only",
            .predictsSize = false};
        return method;
    }
    const MethodDescriptor& method() const override { return descriptor(); }

protected:
    Matrix direction(const Matrix& x, Side) const override { return x; }
};

// importance_i = -l'_i g_i^T H^-1 g', g the gradients of the two scores by the factors of Theta and H the
// Hessian of the problem there: the first-order change when sample i leaves and the rank stays.
class InfluenceTrace final : public TraceExplainer {
public:
    InfluenceTrace(std::shared_ptr<const MatrixData> data, std::shared_ptr<const TraceModel> model)
        : TraceExplainer(std::move(data), std::move(model)), m_factors(traceFactors(this->model().theta)),
          m_inverse(factorHessian(problem(), m_factors, trainingScores()), false)
    {
    }
    static const MethodDescriptor& descriptor()
    {
        static const MethodDescriptor method{
            .id = "influence",
            .name = "Influence function",
            .summary = "First-order estimate of how the score changes when a training matrix is left out and "
                       "the model "
                       "retrained",
            .formula = "-l'(y_i, f(X_i)) * g_i^T H^-1 g', gradients and Hessian by the factors of the model",
            .promise = "ranking only; each value estimates one removal, they do not sum to the prediction",
            .predictsSize = true};
        return method;
    }
    const MethodDescriptor& method() const override { return descriptor(); }

protected:
    Matrix direction(const Matrix& x, Side) const override
    {
        if (m_factors.rank() == 0)
            return Matrix::Zero(x.rows(), x.cols());
        return factorDirection(m_factors, m_inverse.solve(factorGradient(m_factors, x)));
    }

private:
    TraceFactors m_factors;
    CurvatureInverse m_inverse;
};

// Uniform in [-1, 1], the same for the same seed and point.
class RandomTrace final : public TraceExplainer {
public:
    using TraceExplainer::TraceExplainer;
    static const MethodDescriptor& descriptor()
    {
        static const MethodDescriptor method{
            .id = "random",
            .name = "Random",
            .summary = "Seeded random importances: the baseline every method must beat",
            .formula = "uniform in [-1, 1]",
            .promise = "ranking only",
            .predictsSize = false};
        return method;
    }
    const MethodDescriptor& method() const override { return descriptor(); }
    std::vector<double> selfImportances() const override
    {
        Vector global, local;
        factors({}, Side::Single, 0, global, local);
        return {global.begin(), global.end()};
    }

protected:
    Matrix direction(const Matrix& x, Side) const override { return Matrix::Zero(x.rows(), x.cols()); }
    void factors(const TracePoint& point, Side, std::uint64_t seed, Vector& global,
                 Vector& local) const override
    {
        Random random = Random::forTask(seed, point.key);
        global.resize(m_global.size());
        for (double& value : global)
            value = 2 * random.uniform() - 1;
        local = Vector::Ones(global.size());
    }
};

} // namespace

const std::vector<MethodDescriptor>& traceMethods()
{
    static const std::vector<MethodDescriptor> methods{HighDimTrace::descriptor(), L2Trace::descriptor(),
                                                       InfluenceTrace::descriptor(),
                                                       RandomTrace::descriptor()};
    return methods;
}

Matrix traceDirection(const TraceModel& model, const Matrix& x, Side side)
{
    const TraceFactors factors = traceFactors(model.theta);
    return throughModel(factors.left * factors.left.transpose(), factors.right * factors.right.transpose(), x, side);
}

std::unique_ptr<Explainer> makeTraceExplainer(std::string_view method, std::shared_ptr<const MatrixData> data,
                                              std::shared_ptr<const TraceModel> model,
                                              const TaskContext& context)
{
    context.checkpoint("Preparing explanations", 0, 0);
    if (method == HighDimTrace::descriptor().id)
        return std::make_unique<HighDimTrace>(std::move(data), std::move(model));
    if (method == L2Trace::descriptor().id)
        return std::make_unique<L2Trace>(std::move(data), std::move(model));
    if (method == InfluenceTrace::descriptor().id)
        return std::make_unique<InfluenceTrace>(std::move(data), std::move(model));
    if (method == RandomTrace::descriptor().id)
        return std::make_unique<RandomTrace>(std::move(data), std::move(model));
    std::string known;
    for (const MethodDescriptor& descriptor : traceMethods())
        known += (known.empty() ? "" : ", ") + std::string(descriptor.id);
    throw Error(Error::Kind::BadOption, "A trace regression has no method \"" + std::string(method) +
                                            "\"; choose one of " + known + ".");
}

} // namespace representer
