#pragma once

#include "core/base/random.h"
#include "core/explainers/explainer.h"
#include "core/studies/deletion_study.h"

#include <Eigen/Cholesky>

#include <thread>

// A world small enough to be known exactly: ridge regression  min |theta|^2 / 2 + C sum_i (f(x_i) - y_i)^2 /
// 2  on generated rows, where every retraining has a closed form.
namespace ridge {

using namespace representer;

struct World {
    Matrix x;      // n x p
    Vector y;      // n
    Matrix points; // m x p
    double C = 0.5;
};

inline World makeWorld(int n = 60, int p = 4, int m = 6, std::uint64_t seed = 7)
{
    Random random(seed);
    World world{Matrix(n, p), Vector(n), Matrix(m, p)};
    const auto fill = [&](Matrix& a) {
        for (Eigen::Index i = 0; i < a.rows(); ++i)
            for (Eigen::Index j = 0; j < a.cols(); ++j)
                a(i, j) = random.normal();
    };
    fill(world.x);
    fill(world.points);
    for (Eigen::Index i = 0; i < n; ++i)
        world.y[i] = world.x.row(i).sum() + random.normal();
    return world;
}

inline Vector solve(const World& world, const std::vector<TrainIndex>& removed)
{
    Vector keep = Vector::Ones(world.x.rows());
    for (const TrainIndex i : removed)
        keep[i.value] = 0;
    const Eigen::Index p = world.x.cols();
    const Matrix gram = Matrix::Identity(p, p) + world.C * world.x.transpose() * keep.asDiagonal() * world.x;
    const Vector right = world.C * world.x.transpose() * keep.asDiagonal() * world.y;
    return gram.llt().solve(right);
}

inline ModelContent model(Vector theta)
{
    SparseLinearModel linear;
    linear.loss = Loss::Squared;
    linear.theta = std::move(theta);
    return linear;
}

inline double score(const World& world, const ModelContent& content, const TestPoint& point)
{
    return world.points.row(std::get<DatasetRow>(point).index)
        .dot(std::get<SparseLinearModel>(content).theta);
}

// Stops short of the optimum on purpose (half way from the warm start), so that a wrong warm start shows in
// the result.
class HalfWayRetrainer final : public Retrainer {
public:
    explicit HalfWayRetrainer(const World& world, bool exact = false)
        : m_world(&world), m_exact(exact), m_original(solve(world, {}))
    {
    }
    ModelContent retrain(const TrainingEdit& edit, const ModelContent* warmStart,
                         const TaskContext& context) const override
    {
        context.throwIfStopped();
        ++retrainings;
        if (delay.count() > 0)
            std::this_thread::sleep_for(delay);
        const Vector optimum = edit.removed.empty() ? m_original : solve(*m_world, edit.removed);
        if (m_exact)
            return model(optimum);
        const Vector& start = warmStart ? std::get<SparseLinearModel>(*warmStart).theta : m_original;
        return model(Vector((start + optimum) / 2));
    }
    bool usesWarmStart() const override { return !m_exact; }
    std::size_t bytesPerWorker() const override { return 1000; }

    mutable std::atomic<int> retrainings{0};
    std::chrono::microseconds delay{0};

private:
    const World* m_world;
    bool m_exact;
    Vector m_original;
};

// The l2 representer, exact for ridge: importance_i = C (y_i - f_i) <x_i, x'>; or seeded noise as "random".
class RidgeExplainer final : public Explainer {
public:
    RidgeExplainer(const World& world, const MethodDescriptor& method) : m_world(&world), m_method(&method)
    {
        m_theta = solve(world, {});
    }
    const MethodDescriptor& method() const override { return *m_method; }
    Explanation explain(const TestPoint& point, const ExplainOptions& options) const override
    {
        const Vector at = m_world->points.row(std::get<DatasetRow>(point).index).transpose();
        const Vector residual = m_world->y - m_world->x * m_theta;
        Random random(options.seed);
        Explanation explanation;
        explanation.prediction = at.dot(m_theta);
        for (Eigen::Index i = 0; i < m_world->x.rows(); ++i) {
            const double global = m_method->id == "random" ? 1 : m_world->C * residual[i];
            const double local = m_method->id == "random" ? random.uniform() : m_world->x.row(i).dot(at);
            explanation.contributions.push_back(
                {{static_cast<std::int32_t>(i)}, Side::Single, global, local, global * local});
        }
        return explanation;
    }
    std::vector<double> selfImportances() const override
    {
        return std::vector<double>(static_cast<std::size_t>(m_world->x.rows()));
    }

private:
    const World* m_world;
    const MethodDescriptor* m_method;
    Vector m_theta;
};

inline constexpr MethodDescriptor l2Method{"l2", "l2", "", "", "", true};
inline constexpr MethodDescriptor randomMethod{"random", "Random", "", "", "", false};

// Everything a study needs, tied together.
struct Laboratory {
    World world = makeWorld();
    ModelContent original = model(solve(world, {}));
    HalfWayRetrainer retrainer{world};
    HalfWayRetrainer exactRetrainer{world, true};
    RidgeExplainer l2{world, l2Method};
    RidgeExplainer random{world, randomMethod};

    DeletionSetup setup(bool exact = false) const
    {
        DeletionSetup s;
        s.original = &original;
        s.retrainer = exact ? &exactRetrainer : &retrainer;
        s.explainer = [this](std::string_view method) -> const Explainer& {
            if (method == "l2")
                return l2;
            if (method == "random")
                return random;
            throw Error(Error::Kind::BadOption, "There is no method " + std::string(method) + ".");
        };
        s.score = [this](const ModelContent& m, const TestPoint& p) { return score(world, m, p); };
        s.trainingSize = world.x.rows();
        return s;
    }
    DeletionPlan plan(std::size_t points = 6) const
    {
        DeletionPlan p;
        p.methods = {"l2", "random"};
        p.sizes = {{3, false}, {5, true}, {6, false}, {10, false}}; // 5 % of 60 is 3 again
        p.trials.emplace_back();
        for (std::size_t i = 0; i < points; ++i)
            p.trials[0].push_back(DatasetRow{Part::Test, static_cast<std::int32_t>(i)});
        p.seed = 11;
        return p;
    }
};

} // namespace ridge
