#include "core/trainers/trace_solver.h"

#include <Eigen/SVD>

#include <algorithm>
#include <cmath>
#include <limits>

namespace representer {

namespace {

// Newton steps need an eigendecomposition of this many unknowns at most.
constexpr Eigen::Index largestNewton = 1000;

// prox of threshold |.|_*: singular values moved towards 0 by the threshold.
Matrix shrinkSingularValues(const Matrix& m, double threshold)
{
    const Eigen::JacobiSVD<Matrix> svd(m, Eigen::ComputeThinU | Eigen::ComputeThinV);
    const Vector shrunk = (svd.singularValues().array() - threshold).cwiseMax(0.0);
    const auto rank = static_cast<Eigen::Index>((shrunk.array() > 0).count());
    return svd.matrixU().leftCols(rank) * shrunk.head(rank).asDiagonal() *
           svd.matrixV().leftCols(rank).transpose();
}

Vector singularValues(const Matrix& m)
{
    return Eigen::JacobiSVD<Matrix>(m).singularValues();
}

// What a step of the proximal gradient method at Theta says about Theta.
struct Inspection {
    double certificate = 0;
    double objective = 0;
    Matrix step; // prox(Theta - G/L)
};

Inspection inspect(const TraceProblem& problem, const Matrix& theta, double bound)
{
    const Vector scores = problem.products(theta);
    const Matrix gradient = problem.combination(problem.slopes(scores));
    Inspection result;
    result.step = shrinkSingularValues(theta - gradient / bound, problem.penalty / bound);
    const double excess = std::max(0.0, singularValues(gradient)[0] / problem.penalty - 1);
    result.certificate = std::max(excess, (theta - result.step).norm() * bound / problem.penalty);
    result.objective = problem.lossSum(scores) + problem.penalty * singularValues(theta).sum();
    return result;
}

// Newton's method on  sum l(<A B^T, X>) + penalty/2 (|A|^2 + |B|^2)  from the balanced factors of Theta. At
// its stationary points G B = -penalty A and G^T A = -penalty B: the conditions of the nuclear norm on the
// span of Theta.
Matrix newtonOnFactors(const TraceProblem& problem, const Matrix& theta, const TaskContext& context)
{
    TraceFactors factors = traceFactors(theta);
    if (factors.rank() == 0 || factors.size() > largestNewton)
        return theta;
    const auto stacked = [](const TraceFactors& f) {
        Vector z(f.size());
        z << f.left.reshaped(), f.right.reshaped();
        return z;
    };
    const auto objective = [&](const TraceFactors& f, const Vector& scores) {
        return problem.lossSum(scores) + problem.penalty / 2 * (f.left.squaredNorm() + f.right.squaredNorm());
    };
    Vector scores = problem.products(factors.theta());
    double value = objective(factors, scores);
    double lastNorm = std::numeric_limits<double>::infinity();
    for (int iteration = 0; iteration < 30; ++iteration) {
        context.throwIfStopped();
        const Matrix lossGradient = problem.combination(problem.slopes(scores));
        const Vector gradient = factorGradient(factors, lossGradient) + problem.penalty * stacked(factors);
        // Newton squares the error: once it no longer shrinks, what is left is rounding.
        const double norm = gradient.norm();
        if (iteration > 4 && norm > 0.5 * lastNorm && norm < 1e-9 * problem.penalty)
            break;
        lastNorm = std::min(norm, lastNorm);
        const Vector step = CurvatureInverse(factorHessian(problem, factors, scores), true).solve(gradient);
        bool moved = false;
        for (double length = 1; length > 1e-3 && !moved; length /= 2) {
            TraceFactors next = factors;
            next.left -= length * Eigen::Map<const Matrix>(step.data(), next.left.rows(), next.rank());
            next.right -= length * Eigen::Map<const Matrix>(step.data() + next.left.size(), next.right.rows(),
                                                            next.rank());
            Vector nextScores = problem.products(next.theta());
            const double nextValue = objective(next, nextScores);
            if (nextValue <= value + 1e-13 * std::abs(value)) {
                factors = std::move(next);
                scores = std::move(nextScores);
                value = nextValue;
                moved = true;
            }
        }
        if (!moved)
            break;
    }
    return factors.theta();
}

double largestCurvature(Loss loss)
{
    return loss == Loss::Logistic ? 0.25 : loss == Loss::Squared ? 1.0 : 2.0;
}

} // namespace

double traceCurvatureBound(const TraceProblem& problem)
{
    // Power iteration for |X|_2^2; the margin covers what it has not reached when it stops.
    Matrix direction = Matrix::Ones(problem.rows, problem.columns) +
                       problem.combination(Vector::Ones(problem.y.size())).cwiseAbs();
    double largest = 0;
    for (int iteration = 0; iteration < 200; ++iteration) {
        direction /= direction.norm();
        direction = problem.combination(problem.products(direction));
        const double norm = direction.norm();
        if (norm == 0 || norm - largest <= 1e-4 * norm) {
            largest = std::max(norm, largest);
            break;
        }
        largest = norm;
    }
    return largest > 0 ? 1.05 * largestCurvature(problem.loss) * largest : 1.0;
}

double traceCertificate(const TraceProblem& problem, const Matrix& theta, double curvatureBound)
{
    return inspect(problem, theta, curvatureBound).certificate;
}

TraceSolution solveTrace(const TraceProblem& problem, const Matrix& start, double curvatureBound,
                         double tolerance, int maxIterations, const TaskContext& context)
{
    constexpr int checkEvery = 10;
    TraceSolution solution{start, {}};
    TrainReport& report = solution.report;
    Matrix& theta = solution.theta;
    Matrix ahead = theta; // the point the next step is taken from
    double momentum = 1;
    double nextNewton = 0.1; // certificate below which Newton steps are worth trying

    // True when Theta is good enough; records how good.
    const auto check = [&] {
        const Inspection now = inspect(problem, theta, curvatureBound);
        report.objective = now.objective;
        report.optimality = now.certificate;
        report.trace.push_back(now.objective);
        context.stepped(now.objective);
        return now.certificate <= tolerance;
    };
    bool converged = check();
    for (; !converged && report.iterations < maxIterations; ++report.iterations) {
        const Matrix gradient = problem.combination(problem.slopes(problem.products(ahead)));
        Matrix next =
            shrinkSingularValues(ahead - gradient / curvatureBound, problem.penalty / curvatureBound);
        if ((ahead - next).cwiseProduct(next - theta).sum() > 0)
            momentum = 1;
        const double nextMomentum = (1 + std::sqrt(1 + 4 * momentum * momentum)) / 2;
        ahead = next + (momentum - 1) / nextMomentum * (next - theta);
        momentum = nextMomentum;
        theta = std::move(next);
        if (report.iterations % checkEvery != checkEvery - 1)
            continue;
        context.checkpoint("Training", report.iterations, maxIterations);
        converged = check();
        if (converged || report.optimality > nextNewton)
            continue;
        nextNewton = report.optimality / 10;
        // A last proximal step removes the singular values that Newton took to nearly nothing.
        const Matrix finished =
            inspect(problem, newtonOnFactors(problem, theta, context), curvatureBound).step;
        if (inspect(problem, finished, curvatureBound).certificate < report.optimality) {
            theta = ahead = finished;
            momentum = 1;
            converged = check();
        }
    }
    if (!converged)
        converged = check();
    report.stop = converged ? Stop::Converged : Stop::IterationLimit;
    return solution;
}

} // namespace representer
