#pragma once

#include "core/base/matrix_types.h"
#include "core/base/task_context.h"
#include "core/trainers/factor_kernels.h"
#include "core/trainers/rating_problem.h"

#include <Eigen/Cholesky>

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
    bool step(double& objective, const TaskContext& context);
    // See FactorSolution.
    double gap() const;

    const FactorPair<double>& at() const { return m_at; }
    const std::vector<double>& slopes() const { return m_slope; }

private:
    using Group = RatingProblem::Group;

    // (c G + B)^-1 for any c >= 0 as X diag(1 / (1 + c values)) X^T: the diagonal block of an entity whose
    // curvatures sum to c, its own Gram replaced by the mean G over all entries of the other side.
    struct MeanBlocks {
        Eigen::MatrixXf vectors;
        Eigen::VectorXf values;
        Eigen::VectorXf weight; // c of each entity
    };

    void sweepSide(const Group& group, const PackedRows<double>& others, PackedRows<double>& rows);
    void updateCurvature(const Group& group, const PackedRows<double>& others, const double* row,
                         std::size_t begin, std::size_t end);
    void newtonRow(const Group& group, const PackedRows<double>& others,
                   const Eigen::LLT<Eigen::MatrixXf>& factor, std::size_t begin, std::size_t end,
                   Eigen::Ref<Eigen::RowVectorXd> row) const;
    // Position in the by-user order of place p of a group.
    static std::size_t entryOf(const Group& group, std::size_t p)
    {
        return group.entry.empty() ? p : static_cast<std::size_t>(group.entry[p]);
    }
    float curvatureOf(std::size_t e) const;
    MeanBlocks meanBlocks(const Group& group, const Group& otherGroup,
                          const PackedRows<double>& others) const;
    void precondition(const FactorPair<float>& in, FactorPair<float>& out) const;
    void hessianTimes(const FactorPair<float>& d, FactorPair<float>& out);
    FactorPair<float> direction(const TaskContext& context);

    const RatingProblem& m_problem;
    Eigen::Index m_width;
    FactorPair<double> m_at;
    FactorPair<double> m_gradient;
    std::vector<double> m_slope;    // l' per entry, by-user order
    std::vector<float> m_curvature; // l'' per entry; empty for the squared loss
    FactorPair<float> m_near;       // m_at in single precision, for the inner iteration
    std::vector<float> m_nearSlope;
    std::vector<float> m_product; // l'' df of the last Hessian product
    MeanBlocks m_userBlocks;
    MeanBlocks m_itemBlocks;
};

} // namespace representer
