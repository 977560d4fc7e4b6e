#include "core/trainers/factor_solver.h"

#include "core/trainers/factor_newton.h"

#include <algorithm>
#include <utility>

namespace representer {

namespace {

// How accurately a Newton step is to be solved: as well as the last step went, which tells how far the
// quadratic model is right (Eisenstat and Walker), but no better than the tolerance asks for. One step that
// went well far from the end says little about the next.
double stepAccuracy(double gap, double gapBefore, double tolerance, double loose)
{
    constexpr double far = 1e-2;
    if (gap > far)
        return loose;
    const double ratio = gap / gapBefore;
    return std::min(loose, std::max(ratio * ratio, 0.3 * tolerance / gap));
}

} // namespace

FactorSolution solveFactors(const RatingProblem& problem, RowMatrix users, RowMatrix items,
                            const FactorSolverOptions& options, const TaskContext& context)
{
    FactorNewton solver(problem, users, items);
    if (users.rows() == 0)
        solver.sweepUsers();
    FactorSolution result;
    double objective = solver.evaluate();
    constexpr double enough = 0.5; // of the tolerance, because a step does not reach quite what it expects
    int sweepsLeft = options.minSweeps;
    for (;; ++result.iterations) {
        context.checkpoint("Solving for the factors", result.iterations, 0);
        result.trace.push_back(objective);
        context.stepped(objective);
        const double gapBefore = std::exchange(result.gap, solver.gap());
        if (result.gap <= options.tolerance)
            break;
        if (result.iterations >= options.maxIterations) {
            result.stop = Stop::IterationLimit;
            break;
        }
        if (sweepsLeft > 0 || !solver.step(objective,
                                           {.accuracy = stepAccuracy(result.gap, gapBefore, options.tolerance,
                                                                     options.accuracy),
                                            .gap = enough * options.tolerance},
                                           context)) {
            solver.sweep(context);
            const double next = solver.evaluate();
            if (sweepsLeft == 0 && !(next < objective)) {
                result.stop = Stop::Numerical; // neither method can lower the objective any further
                result.gap = solver.gap();
                break;
            }
            objective = next;
            sweepsLeft = std::max(0, sweepsLeft - 1);
        }
    }
    result.objective = objective;
    result.users = solver.at().users.leftCols(items.cols());
    result.items = solver.at().items.leftCols(items.cols());
    result.slopes = solver.slopes();
    return result;
}

} // namespace representer
