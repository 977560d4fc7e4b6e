#pragma once

#include "core/base/matrix_types.h"
#include "core/base/parallel.h"
#include "core/base/task_context.h"
#include "core/trainers/entity_blocks.h"
#include "core/trainers/factor_kernels.h"
#include "core/trainers/rating_problem.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <vector>

namespace representer {

template<class T>
struct FactorPair {
    PackedRows<T> users;
    PackedRows<T> items;
    T dot(const FactorPair& other) const
    {
        return users.cwiseProduct(other.users).sum() + items.cwiseProduct(other.items).sum();
    }
};

// Minimises a rating problem over both factors at once or in turns. Gradients and the objective are in double
// precision, the steps in single: a step needs a good direction, what it reaches is measured exactly.
class FactorNewton {
public:
    FactorNewton(const RatingProblem& problem, const RowMatrix& users, const RowMatrix& items);

    // Each user, then each item minimises the objective with the other side fixed: exactly for the squared
    // loss, by one safeguarded Newton step for the logistic loss.
    void sweepUsers();
    void sweep(const TaskContext& context);
    // Objective, slopes and gradient at the current factors.
    double evaluate();
    // One inexact Newton step with backtracking. False when it cannot lower the objective.
    // `accuracy` is that of the linear system, relative to the gradient.
    bool step(double& objective, double accuracy, const TaskContext& context);
    // See FactorSolution.
    double gap() const;

    // Of the blocks that a step keeps for each user and item.
    static std::size_t blockBytes(std::int64_t entities, Eigen::Index width);

    const FactorPair<double>& at() const { return m_at; }
    const std::vector<double>& slopes() const { return m_slope; }

private:
    using Group = RatingProblem::Group;

    static constexpr std::int64_t grain = 32; // entities per block of parallel work

    template<class Body>
    static void forEach(const Group& group, const Body& body);
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
    // Calls use(entity, block, first place, end of places) with the diagonal block of each entity of `group`,
    //   penalty I + negatives others^T others + sum_p l''_p o_p o_p^T       (its lower triangle, width x
    //   width)
    template<class Use>
    void forEachBlock(const Group& group, const PackedRows<float>& others, const Use& use) const;
    void eliminateUsers(const PackedRows<float>& itemStep, PackedRows<float>& userStep) const;
    void itemRows(const PackedRows<float>& userStep, const PackedRows<float>& itemStep,
                  PackedRows<float>& out) const;
    FactorPair<float> direction(double accuracy, const TaskContext& context);
    static void addGramTerms(float negatives, const PackedRows<float>& at, const PackedRows<float>* step,
                             const PackedRows<float>& other, const PackedRows<float>& otherStep,
                             PackedRows<float>& sum);

    // Of wide factors, in factor_wide_direction.cpp.
    // (c G + B)^-1 for any c >= 0 as X diag(1 / (1 + c values)) X^T: the diagonal block of an entity whose
    // curvatures sum to c, its own Gram replaced by the mean G over all entries of the other side.
    struct MeanBlocks {
        Eigen::MatrixXf vectors;
        Eigen::VectorXf values;
        Eigen::VectorXf weight; // c of each entity
    };
    MeanBlocks meanBlocks(const Group& group, const Group& otherGroup,
                          const PackedRows<double>& others) const;
    void precondition(const FactorPair<float>& in, FactorPair<float>& out) const;
    void hessianTimes(const FactorPair<float>& d, FactorPair<float>& out);
    FactorPair<float> wideDirection(const TaskContext& context);

    const RatingProblem& m_problem;
    Eigen::Index m_width;
    FactorPair<double> m_at;
    FactorPair<double> m_gradient;
    std::vector<double> m_slope;    // l' per entry, by-user order
    std::vector<float> m_curvature; // l'' per entry; empty for the squared loss
    // At the point of the current step, in single precision, for the inner iteration.
    FactorPair<float> m_near;
    std::vector<float> m_userSlope; // by-user order
    std::vector<float> m_itemSlope; // by-item order
    EntityBlocks m_userBlocks;
    EntityBlocks m_itemBlocks;
    MeanBlocks m_userMeans;
    MeanBlocks m_itemMeans;
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
