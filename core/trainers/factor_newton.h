#pragma once

#include "core/base/matrix_types.h"
#include "core/base/parallel_algebra.h"
#include "core/base/task_context.h"
#include "core/trainers/entity_blocks.h"
#include "core/trainers/entry_runs.h"
#include "core/trainers/factor_kernels.h"
#include "core/trainers/flat_modes.h"
#include "core/trainers/rating_problem.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace representer {

template<class T>
struct FactorPair {
    PackedRows<T> users;
    PackedRows<T> items;
    T dot(const FactorPair& other) const
    {
        const auto side = [](const PackedRows<T>& a, const PackedRows<T>& b) {
            return parallelSum(a.rows(), algebraGrain, [&](std::int64_t begin, std::int64_t end) {
                return a.middleRows(begin, end - begin).cwiseProduct(b.middleRows(begin, end - begin)).sum();
            });
        };
        return static_cast<T>(side(users, other.users) + side(items, other.items));
    }
};

// Minimises a rating problem over both factors at once or in turns. Gradients and the objective are in double
// precision, the steps in single: a step needs a good direction, what it reaches is measured exactly.
class FactorNewton {
public:
    // beyond: see FactorSolverOptions.
    FactorNewton(const RatingProblem& problem, const RowMatrix& users, const RowMatrix& items,
                 std::optional<SingularTriplets> beyond = {});

    // Each user, then each item minimises the objective with the other side fixed: exactly for the squared
    // loss, by one safeguarded Newton step for the logistic loss.
    void sweepUsers();
    void sweep(const TaskContext& context);
    // Objective, slopes and gradient at the current factors.
    double evaluate();
    // How well the linear system of a Newton step is to be solved.
    struct StepGoal {
        double accuracy; // relative to the gradient
        double gap;      // enough when the linear model expects no more than this after the step
    };
    // One inexact Newton step with backtracking. False when it cannot lower the objective.
    bool step(double& objective, const StepGoal& goal, const TaskContext& context);
    // See FactorSolution.
    double gap() const { return gapOf(longestRow(m_gradient.users), longestRow(m_gradient.items)); }
    // What the linear model of the last step expected of it.
    double expectedGap() const { return m_expectedGap; }

    // Whether factors of this width are solved without a block of each user and item.
    static bool isWide(Eigen::Index width);
    // Of the blocks that a step keeps for each user and item.
    static std::size_t blockBytes(std::int64_t entities, Eigen::Index width);

    const FactorPair<double>& at() const { return m_at; }
    const std::vector<double>& slopes() const { return m_slope; }

private:
    using Group = RatingProblem::Group;

    static constexpr std::int64_t grain = 32; // entities per block of parallel work

    template<class Body>
    static void forEach(const Group& group, const Body& body);
    template<class Body>
    static void forEachRun(const Group& group, const EntryRuns& runs, const Body& body);
    void sweepSide(const Group& group, const PackedRows<double>& others, PackedRows<double>& rows);
    void updateCurvature(const Group& group, const PackedRows<double>& others, const double* row,
                         std::size_t begin, std::size_t end);
    void newtonRow(const Group& group, const PackedRows<double>& others,
                   const Eigen::LLT<Eigen::Ref<Eigen::MatrixXf>>& factor, std::size_t begin, std::size_t end,
                   Eigen::Ref<Eigen::RowVectorXd> row) const;
    // Position in the by-user order of place p of a group.
    static std::size_t entryOf(const Group& group, std::size_t p)
    {
        return group.entry.empty() ? p : static_cast<std::size_t>(group.entry[p]);
    }
    float curvatureOf(std::size_t e) const;
    // Of a gradient whose longest rows are given.
    double gapOf(double longestUser, double longestItem) const
    {
        return std::max(longestUser * m_longestItem, longestItem * m_longestUser) / m_problem.penalty;
    }
    // Calls use(entity, block, first place, end of places) with the diagonal block of each entity of `group`,
    //   penalty I + negatives others^T others + sum_p l''_p o_p o_p^T       (its lower triangle, width x
    //   width)
    template<class Use>
    void forEachBlock(const Group& group, const PackedRows<float>& others, const Use& use) const;
    void eliminateUsers(const PackedRows<float>& itemStep, PackedRows<float>& userStep) const;
    void itemRows(const PackedRows<float>& userStep, const PackedRows<float>& itemStep,
                  PackedRows<float>& out) const;
    FactorPair<float> direction(const StepGoal& goal, const TaskContext& context);
    static void addGramTerms(float negatives, const PackedRows<float>& at, const PackedRows<float>* step,
                             const PackedRows<float>& other, const PackedRows<float>& otherStep,
                             PackedRows<float>& sum);

    // Of wide factors, in factor_wide_direction.cpp.
    // The diagonal blocks of all entities of a side, each taken as diag(base + c column): c is the sum of an
    // entity's curvatures, column the mean of the other side's squared factors over all entries.
    struct MeanDiagonals {
        Eigen::RowVectorXf base;
        Eigen::RowVectorXf column;
        Eigen::VectorXf weight; // c of each entity
    };
    MeanDiagonals meanDiagonals(const Group& group, const Group& otherGroup,
                                const PackedRows<double>& others) const;
    void orthogonaliseColumns();
    void precondition(const FactorPair<float>& in, FactorPair<float>& out) const;
    void hessianTimes(const FactorPair<float>& d, FactorPair<float>& out);
    FactorPair<float> wideDirection(const StepGoal& goal, const TaskContext& context);

    const RatingProblem& m_problem;
    Eigen::Index m_columns, m_width;  // of the factors, and padded
    EntryRuns m_userRuns, m_itemRuns; // of wide factors
    FactorPair<double> m_at;
    double m_longestUser = 0, m_longestItem = 0; // rows of m_at
    FactorPair<double> m_gradient;
    std::vector<double> m_slope;    // l' per entry, by-user order
    std::vector<float> m_curvature; // l'' per entry; empty for the squared loss
    // At the point of the current step, in single precision, for the inner iteration.
    FactorPair<float> m_near;
    std::vector<float> m_userSlope; // in the order of the users' entries, or of their runs
    std::vector<float> m_itemSlope; // of the items'
    EntityBlocks m_userBlocks;
    EntityBlocks m_itemBlocks;
    MeanDiagonals m_userMeans;
    MeanDiagonals m_itemMeans;
    std::optional<SingularTriplets> m_beyond;
    FlatModes m_flatModes;
    double m_expectedGap = 0;
    std::vector<float> m_product; // l'' df per entry, between the two halves of a Hessian product
};

// body(entity, first place, end of places)
template<class Body>
void FactorNewton::forEach(const Group& group, const Body& body)
{
    parallelBlocks(group.size(), grain, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t a = begin; a < end; ++a)
            body(a, static_cast<std::size_t>(group.begin[static_cast<std::size_t>(a)]),
                 static_cast<std::size_t>(group.begin[static_cast<std::size_t>(a) + 1]));
    });
}

// body(entity, first place, end of places, other entity of each place, entry of each place or null: the place
// itself), over the runs or, without any, the whole entities. An entity may have several runs; they follow
// each other in the same order whatever the number of threads.
template<class Body>
void FactorNewton::forEachRun(const Group& group, const EntryRuns& runs, const Body& body)
{
    if (runs.tiles.empty()) {
        forEach(group, [&](std::int64_t a, std::size_t begin, std::size_t end) {
            body(a, begin, end, group.other.data(), group.entry.empty() ? nullptr : group.entry.data());
        });
        return;
    }
    for (std::size_t t = 0; t + 1 < runs.tiles.size(); ++t) {
        const EntryRuns::Run* first = runs.runs.data() + runs.tiles[t];
        parallelBlocks(runs.tiles[t + 1] - runs.tiles[t], grain, [&](std::int64_t begin, std::int64_t end) {
            for (const EntryRuns::Run* run = first + begin; run < first + end; ++run)
                body(run->entity, static_cast<std::size_t>(run->begin), static_cast<std::size_t>(run->end),
                     runs.other.data(), runs.entry.data());
        });
    }
}

template<class Use>
void FactorNewton::forEachBlock(const Group& group, const PackedRows<float>& others, const Use& use) const
{
    constexpr std::size_t chunk = 64; // rows gathered at a time: they stay in the nearest cache
    Eigen::MatrixXf base =
        static_cast<float>(m_problem.penalty) * Eigen::MatrixXf::Identity(m_width, m_width);
    if (m_problem.negatives > 0)
        base += static_cast<float>(m_problem.negatives) * others.transpose() * others;
    parallelBlocks(group.size(), grain, [&](std::int64_t first, std::int64_t last) {
        PackedRows<float> gathered(static_cast<Eigen::Index>(chunk), m_width);
        Eigen::MatrixXf block;
        for (std::int64_t a = first; a < last; ++a) {
            const auto begin = static_cast<std::size_t>(group.begin[static_cast<std::size_t>(a)]);
            const auto end = static_cast<std::size_t>(group.begin[static_cast<std::size_t>(a) + 1]);
            block = base;
            for (std::size_t p = begin; p < end; p += chunk) {
                const std::size_t count = std::min(chunk, end - p);
                for (std::size_t c = 0; c < count; ++c)
                    gathered.row(static_cast<Eigen::Index>(c)) =
                        std::sqrt(std::max(0.0F, curvatureOf(entryOf(group, p + c)))) *
                        others.row(group.other[p + c]);
                addGram(gathered.data(), static_cast<Eigen::Index>(count), m_width, block.data());
            }
            use(a, block, begin, end);
        }
    });
}

} // namespace representer
