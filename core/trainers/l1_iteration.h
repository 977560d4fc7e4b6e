#pragma once

#include "core/base/random.h"
#include "core/base/task_context.h"
#include "core/models/support_curvature.h"
#include "core/trainers/l1_quadratic.h"
#include "core/trainers/l1_solver.h"

#include <cstdint>
#include <vector>

namespace representer {

// The solver at work, internal to solveL1(): the point, its working set and the steps on it. run() in
// l1_solver.cpp chooses the sets; solveWorkingSet() and what it calls are in l1_iteration.cpp.
class L1Iteration {
public:
    L1Iteration(const L1Problem& problem, const L1WarmStart& start, const L1SolverOptions& options,
                const TaskContext& context)
        : m_problem(problem), m_design(*problem.design), m_options(options), m_context(context),
          m_random(options.seed), m_given(start.quadratic),
          m_quadratic(start.scratch ? *start.scratch : m_ownQuadratic)
    {
        const Eigen::Index n = m_design.z.rows(), m = m_design.z.cols();
        m_solution.weights = start.weights ? *start.weights : Vector::Zero(m);
        m_solution.scores = start.scores ? *start.scores : l1Scores(m_design, m_solution.weights);
        m_move.resize(n);
    }

    L1Solution run();

private:
    struct RowState {
        Vector slope, curvature; // n: cost l', cost l''
    };
    double evaluateRows(const Vector& scores, RowState& rows) const;
    void evaluate();
    void chooseWorkingSet(std::size_t size);
    double refreshSet();
    void refreshGradient(bool all);
    std::vector<std::int32_t> outsideOfSet(std::vector<std::int32_t> columns) const;
    bool useGivenSet();
    bool takeCandidates();
    bool extendSet(const std::vector<std::int32_t>& columns);
    double penaltySum() const;
    std::vector<std::int32_t> setSupport() const;
    bool descend(double violation, double tolerance);
    bool denseStep(double violation, double tolerance);
    bool search(const std::vector<double>& target);
    Vector setScores(const std::vector<double>& v) const;
    void renewScores();
    void acceptTrial(Vector scores, double loss, double objective);
    enum class Step { None, Partial, Full };
    Step newton(double accuracy);
    Vector newtonDirection(const std::vector<std::int32_t>& support, const Vector& rhs, double accuracy);
    void solveWorkingSet(double tolerance);
    void addColumn(Eigen::Index column, double factor, Vector& scores) const;

    const L1Problem& m_problem;
    const LinearDesign& m_design;
    const L1SolverOptions& m_options;
    const TaskContext& m_context;
    Random m_random;
    const SupportFactor* m_nearby = nullptr;
    SupportFactor m_ownFactor;
    const L1Quadratic* m_given;
    L1Quadratic m_ownQuadratic;
    L1Quadratic& m_quadratic; // of the current set; empty when it is not kept dense

    L1Solution m_solution;
    RowState m_rows, m_trialRows;           // at the scores, and where a search tries
    double m_loss = 0;                      // of all rows at the scores
    Vector m_move;                          // n: scratch of the coordinate descent
    std::vector<std::int32_t> m_candidates; // columns outside the set that may join it
    std::vector<std::int32_t> m_set;        // working set; ascending unless it is dense
    std::vector<double> m_setGradient;      // per member: g_j
    std::vector<double> m_setCurvature;     // per member: H_jj
    std::size_t m_current = 0;              // leading members for which both are those of m_rows
    double m_setViolation = 0;              // largest violation of a member
    double m_outside = 0;                   // largest violation of a member without a weight
    double m_objective = 0;
    int m_iterations = 0;
    double m_ridge = SupportFactor::forSteps; // of small supports' factors
    bool m_stalled = false;
};

} // namespace representer
