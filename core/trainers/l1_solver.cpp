#include "core/trainers/l1_solver.h"

#include "core/base/parallel.h"
#include "core/base/parallel_phase.h"
#include "core/base/stopwatch.h"
#include "core/trainers/l1_iteration.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <span>
#include <utility>

namespace representer {

namespace {

// Working sets of this size keep their Hessian as a dense matrix: smaller ones afford a double precision
// factor at every step, larger ones its memory no longer.
constexpr std::size_t smallestDense = 500, largestDense = 3500;
static_assert(2 * largestDense <= MemberColumns::mostMembers);
// Columns this close to their bound join the set.
constexpr double nearBound = 0.99;
// Of the tolerance: past this there is nothing but rounding.
constexpr double leastShare = 1e-6;
// Columns that were below this part of their bound are looked at again only to certify a solution.
constexpr double farFromBound = 0.7;
// A warm start solves its own working set to this violation before it looks at the other columns.
constexpr double firstLook = 0.2;
constexpr std::int64_t lookGrain = 256; // columns looked at per parallel block

} // namespace

// The support, the intercept, and the columns with the largest gradients up to `size` members.
void L1Iteration::chooseWorkingSet(std::size_t size)
{
    m_set.clear();
    m_current = 0;
    std::vector<std::int32_t> others;
    for (Eigen::Index j = 0; j < m_design.z.cols(); ++j) {
        if (m_solution.weights[j] != 0 || m_design.penalty(j) == 0)
            m_set.push_back(static_cast<std::int32_t>(j));
        else if (std::abs(m_solution.gradient[j]) > 0.8)
            others.push_back(static_cast<std::int32_t>(j));
    }
    const std::size_t room = size > m_set.size() ? size - m_set.size() : 0;
    if (others.size() > room) {
        const auto larger = [this](std::int32_t a, std::int32_t b) {
            const double ga = std::abs(m_solution.gradient[a]), gb = std::abs(m_solution.gradient[b]);
            return ga != gb ? ga > gb : a < b;
        };
        std::nth_element(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(room), others.end(),
                         larger);
        others.resize(room);
    }
    m_set.insert(m_set.end(), others.begin(), others.end());
    std::sort(m_set.begin(), m_set.end());
}

// Those of `columns` that are not in the set.
std::vector<std::int32_t> L1Iteration::outsideOfSet(std::vector<std::int32_t> columns) const
{
    std::vector<bool> member(static_cast<std::size_t>(m_design.z.cols()), false);
    for (const std::int32_t j : m_set)
        member[static_cast<std::size_t>(j)] = true;
    std::erase_if(columns, [&](std::int32_t j) { return member[static_cast<std::size_t>(j)]; });
    return columns;
}

// The dense set given with a warm start, and the support; false when there is none or no room.
bool L1Iteration::useGivenSet()
{
    m_quadratic.startFrom(m_given ? *m_given : L1Quadratic());
    m_set = m_quadratic.set();
    if (extendSet(outsideOfSet(l1Support(m_design, m_solution.weights))))
        return true;
    m_quadratic = L1Quadratic();
    m_set.clear();
    return false;
}

// Moves the candidates near their bound to a dense set; false when there is none or no room.
bool L1Iteration::takeCandidates()
{
    const auto far = [this](std::int32_t j) { return std::abs(m_solution.gradient[j]) <= nearBound; };
    std::vector<std::int32_t> near;
    std::copy_if(m_candidates.begin(), m_candidates.end(), std::back_inserter(near), std::not_fn(far));
    if (!extendSet(near))
        return false;
    std::erase_if(m_candidates, std::not_fn(far));
    return true;
}

// Adds columns to a dense set; false when there is none or no room.
bool L1Iteration::extendSet(const std::vector<std::int32_t>& columns)
{
    if (m_quadratic.empty() || columns.size() > m_quadratic.room())
        return false;
    m_quadratic.extend(m_design.z, columns);
    m_set = m_quadratic.set();
    return true;
}

// Gradient of all columns, or of the candidates only.
void L1Iteration::refreshGradient(bool all)
{
    if (all) {
        l1Gradient(m_design, m_rows.slope, m_solution.gradient);
        m_candidates.clear();
        for (Eigen::Index j = 0; j < m_solution.gradient.size(); ++j)
            if (std::abs(m_solution.gradient[j]) > farFromBound)
                m_candidates.push_back(static_cast<std::int32_t>(j));
        m_candidates = outsideOfSet(std::move(m_candidates));
        return;
    }
    parallelBlocks(
        static_cast<std::int64_t>(m_candidates.size()), lookGrain, [&](std::int64_t begin, std::int64_t end) {
            for (const std::int32_t j :
                 std::span(m_candidates)
                     .subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)))
                m_solution.gradient[j] = columnProduct(m_design.z, j, m_rows.slope);
        });
}

L1Solution L1Iteration::run()
{
    const Stopwatch watch;
    TrainReport& report = m_solution.report;
    const std::size_t columns = static_cast<std::size_t>(m_design.z.cols());
    std::size_t size = 0;
    double inner = 0;
    double share = 0.25; // of the tolerance, that the last sets are solved to
    evaluate();
    if (useGivenSet())
        solveWorkingSet(std::max(firstLook, m_options.tolerance));
    bool all = true; // else a look at the candidates is enough for now
    for (int round = 0;; ++round) {
        refreshGradient(all);
        const bool atLimit = m_iterations >= m_options.maxIterations;
        if (all && (m_setViolation <= m_options.tolerance || atLimit || m_stalled)) {
            m_solution.certificate =
                l1Certificate(m_problem, m_solution.weights, m_solution.scores, m_solution.gradient);
            const bool done = m_solution.certificate.worst() <= m_options.tolerance;
            if (done || atLimit || (m_stalled && round > 0 && inner <= m_options.tolerance)) {
                report.stop = done ? Stop::Converged : (atLimit ? Stop::IterationLimit : Stop::Numerical);
                break;
            }
        }
        double outside = 0; // largest violation of a column that is not in the set
        for (const std::int32_t j : m_candidates)
            if (m_solution.weights[j] == 0 && m_design.penalty(j) != 0) // the first set is empty
                outside = std::max(outside, std::abs(m_solution.gradient[j]) - 1);
        if (!takeCandidates()) {
            if (!all) {
                all = true;
                continue;
            }
            const std::size_t support = l1Support(m_design, m_solution.weights).size();
            size = std::max({size, std::size_t{256}, support + support / 3});
            chooseWorkingSet(size);
            m_candidates = outsideOfSet(std::move(m_candidates));
            const bool dense = m_set.size() >= smallestDense && m_set.size() <= largestDense;
            m_quadratic = dense ? L1Quadratic(m_design.z, m_set, m_set.size() / 5) : L1Quadratic();
            if (dense)
                m_set = m_quadratic.set(); // in its order
        }
        // Early sets are left as soon as they are no longer the problem; the last one is solved to the end.
        const double least = share * m_options.tolerance;
        inner = m_set.size() == columns || outside < 1e-3 ? least : std::max(least, 0.1 * outside);
        const int before = m_iterations;
        solveWorkingSet(inner);
        // The gap weighs what an intercept leaves by the magnitude of the data: then the set needs more.
        if (all && m_iterations == before) {
            share /= 10;
            m_stalled = share < leastShare;
        }
        all = inner == least || m_stalled || m_iterations >= m_options.maxIterations;
        if (all)
            renewScores(); // the certificate must not depend on the rounding of the steps
    }
    report.iterations = m_iterations;
    report.objective = m_solution.certificate.objective;
    report.optimality = m_solution.certificate.worst();
    report.seconds = watch.seconds();
    return std::move(m_solution);
}

L1Solution solveL1(const L1Problem& problem, const L1WarmStart& start, const L1SolverOptions& options,
                   const TaskContext& context)
{
    const ParallelPhase awake; // loops are short and many
    return L1Iteration(problem, start, options, context).run();
}

L1Quadratic l1QuadraticAt(const L1Problem& problem, const Vector& weights, const Vector& scores)
{
    const LinearDesign& design = *problem.design;
    Vector slope(scores.size()), gradient;
    for (Eigen::Index i = 0; i < scores.size(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        slope[i] = problem.cost[at] * lossSlope(problem.loss, scores[i], problem.y[at]);
    }
    l1Gradient(design, slope, gradient);
    std::vector<std::int32_t> set;
    for (Eigen::Index j = 0; j < gradient.size(); ++j)
        if (weights[j] != 0 || design.penalty(j) == 0 || std::abs(gradient[j]) > nearBound)
            set.push_back(static_cast<std::int32_t>(j));
    if (set.size() < smallestDense || set.size() > largestDense)
        return {};
    L1Quadratic quadratic(design.z, set, set.size() / 4);
    quadratic.follow(l1RowCurvature(problem, scores), 0);
    return quadratic;
}

} // namespace representer
