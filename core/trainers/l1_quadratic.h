#pragma once

#include "core/base/matrix_types.h"
#include "core/base/random.h"
#include "core/trainers/member_columns.h"
#include "core/trainers/support_cholesky.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace representer {

// The quadratic model of the loss on a working set W of columns, with the penalty:
//     q(d) = g^T d + d^T H d / 2 + sum_s penalty_s |w_s + d_s|,    H = Z_W^T diag(curvature) Z_W
// H is kept as a dense matrix in single precision and follows the rows whose curvature changes; gradients are
// double, so that what is imprecise in H costs an iteration and no accuracy. Copyable: a retraining starts
// from the matrix of the original model.
class L1Quadratic {
public:
    L1Quadratic() = default;
    // `room`: members that later calls of extend() may add.
    L1Quadratic(const SparseColumns& z, const std::vector<std::int32_t>& set, std::size_t room);

    // The same as a copy, without a factor and in the memory that is here already.
    void startFrom(const L1Quadratic& other);

    bool empty() const { return m_set.empty(); }
    // Whether minimise() keeps a factor.
    bool factorised() const { return !m_factor.empty(); }
    // The columns of W in the order they were added, of one call the frequent ones first; a position in it is
    // what the other functions call a member.
    const std::vector<std::int32_t>& set() const { return m_set; }
    std::size_t room() const { return static_cast<std::size_t>(m_h.rows()) - m_set.size(); }
    // Adds columns that are not in W yet, not more than room().
    void extend(const SparseColumns& z, const std::vector<std::int32_t>& columns);
    // Brings H up to date in the rows whose curvature differs from the one used by more than `share` of the
    // larger.
    void follow(const Vector& curvature, double share);

    // g, the diagonal of H at the current point, and the penalties, per member; the curvature of each row.
    struct Point {
        const std::vector<double>& gradient;
        const std::vector<double>& curvature;
        const std::vector<double>& penalty;
        const Vector& rowCurvature;
    };
    // Minimises q from d = 0 by coordinate descent and, if `newton`, by Newton steps on the support with a
    // Cholesky factor, which is kept for later calls. Stops when no member violates its optimality condition
    // by more than `goal`, or when that takes too long. `weights` becomes w + d.
    void minimise(const Point& point, double goal, bool newton, Random& random, std::vector<double>& weights);

private:
    // Gradient of the smooth part at d.
    double slope(Eigen::Index s) const { return m_q[s] + static_cast<double>(m_qMove[s]); }
    double violation() const;
    void sweep(const std::vector<std::size_t>& order, double least);
    std::vector<Eigen::Index> support() const;
    Vector descent(const std::vector<Eigen::Index>& members) const;
    bool newtonStep(double goal);
    struct Direction {
        Vector step;            // of each member of the support
        Eigen::VectorXf slopes; // H step, of all members
    };
    Direction newtonDirection(const std::vector<Eigen::Index>& support, const Vector& descent, double goal);
    Vector walk(std::vector<Eigen::Index>& members, Vector step);
    Eigen::VectorXf product(const Eigen::VectorXf& v) const;
    Eigen::VectorXf sparseProduct(const Eigen::VectorXf& v) const;

    void addRow(std::size_t row, float factor, float* h) const;
    void mirror();

    std::vector<std::int32_t> m_set;
    std::vector<std::shared_ptr<const MemberColumns>> m_blocks; // the first set, and what joined it
    Eigen::MatrixXf m_h;                                        // |W| + room on each side
    Vector m_used;                                              // n: the curvature in m_h

    // |W|, in units in which the diagonal of H is the current one: gradient of the smooth part at d = 0, w +
    // d, penalty; and H d, in single precision like H: its rounding is relative to what d changes.
    Vector m_q, m_target, m_penalty;
    Eigen::VectorXf m_qMove;
    Eigen::VectorXf m_unit;         // |W|: these units in those of the weights
    Eigen::VectorXf m_rowCurvature; // n
    SupportCholesky m_factor;
    int m_spent = 0; // iterations of conjugate gradients with it
};

} // namespace representer
