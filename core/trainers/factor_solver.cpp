#include "core/trainers/factor_solver.h"

#include "core/trainers/factor_newton.h"

#include <algorithm>
#include <cmath>

namespace representer {

FactorSolution solveFactors(const RatingProblem& problem, RowMatrix users, RowMatrix items,
                            const FactorSolverOptions& options, const TaskContext& context)
{
    FactorNewton solver(problem, users, items, options.beyond);
    if (users.rows() == 0)
        solver.sweepUsers();
    FactorSolution result;
    double objective = solver.evaluate();
    constexpr double enough = 0.5; // of the tolerance, because a step does not reach quite what it expects
    constexpr double far = 1e-2; // a step that went well before says little about the next
    // Turns of the factors, which only wide ones are kept free of, hold up a finer solution.
    const double finest = FactorNewton::isWide(items.cols()) ? 1e-3 : 2e-2;
    int sweepsLeft = options.minSweeps;
    double accuracy = options.accuracy;
    for (;; ++result.iterations) {
        context.checkpoint("Solving for the factors", result.iterations, 0);
        result.trace.push_back(objective);
        context.stepped(objective);
        result.gap = solver.gap();
        if (result.gap <= options.tolerance)
            break;
        if (result.iterations >= options.maxIterations) {
            result.stop = Stop::IterationLimit;
            break;
        }
        if (sweepsLeft == 0 &&
            solver.step(objective, {.accuracy = accuracy, .gap = enough * options.tolerance}, context)) {
            // A step is worth solving as accurately as its linear model is right (Eisenstat and Walker), which
            // the last one tells, and as single precision can.
            const double gap = solver.gap();
            const double missed = std::abs(gap - solver.expectedGap()) / result.gap;
            accuracy = gap > far ? options.accuracy
                                 : std::min(options.accuracy, std::max(missed * gap / result.gap, finest));
        } else {
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
