#include "core/trainers/factor_solver.h"

#include "core/trainers/factor_newton.h"

namespace representer {

namespace {

template<int K>
FactorSolution solvePadded(const RatingProblem& problem, const RowMatrix& users, const RowMatrix& items,
                           const FactorSolverOptions& options, const TaskContext& context)
{
    FactorNewton<K> solver(problem, users, items);
    return solver.run(options, context);
}

} // namespace

// Widths are padded with zero columns to the next compiled width: a zero column stays zero in every step, and
// fixed widths let the compiler keep a row in registers.
FactorSolution solveFactors(const RatingProblem& problem, RowMatrix users, RowMatrix items,
                            const FactorSolverOptions& options, const TaskContext& context)
{
    const Eigen::Index k = items.cols();
    const auto solve = [&](auto width) {
        constexpr int K = decltype(width)::value;
        FactorSolution solution = solvePadded<K>(problem, users, items, options, context);
        solution.users.conservativeResize(Eigen::NoChange, k);
        solution.items.conservativeResize(Eigen::NoChange, k);
        return solution;
    };
    if (k <= 8)
        return solve(std::integral_constant<int, 8>());
    if (k <= 16)
        return solve(std::integral_constant<int, 16>());
    if (k <= 32)
        return solve(std::integral_constant<int, 32>());
    return solve(std::integral_constant<int, Eigen::Dynamic>());
}

} // namespace representer
