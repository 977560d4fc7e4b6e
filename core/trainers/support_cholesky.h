#pragma once

#include <Eigen/Cholesky>

#include <cstdint>
#include <vector>

namespace representer {

// A Cholesky factor, in single precision, of the rows and columns of a matrix that belong to a support, which
// follows the support as members come and go: a new one costs a triangular solution, one that leaves a whole
// one, both far less than a new factor. The matrix is scaled to a diagonal of 1 and gets a small ridge.
// The matrix is handed to each function; where it has changed since, the factor is that of a matrix nearby.
class SupportCholesky {
public:
    // Of the diagonal, added to it: keeps columns that are nearly the same from swinging against each other
    // by rounding alone.
    static constexpr double leastRidge = 1e-5;

    using Support = std::vector<Eigen::Index>; // ascending positions in the matrix

    // Makes it the factor for `support`: from the one at hand where that is nearby, else anew.
    void adapt(const Eigen::MatrixXf& h, const Support& support);
    void renew(const Eigen::MatrixXf& h, const Support& support);
    // Matrix^-1 right on the support that adapt() or renew() was last called with.
    Eigen::VectorXf solve(const Eigen::VectorXf& right) const;
    // Takes the k-th of that support out of it. Returns its column of Matrix^-1 before, over the whole
    // support.
    Eigen::VectorXf withdraw(std::size_t k);
    bool roomToWithdraw() const;
    bool empty() const { return m_members.empty(); }

private:
    Eigen::Index base() const { return m_base.rows(); }
    Eigen::Index added() const { return m_corner.rows(); }
    void append(const Eigen::MatrixXf& h, const std::vector<Eigen::Index>& members);
    void solveAll(Eigen::VectorXf& x) const;
    Eigen::VectorXf solvedUnit(Eigen::Index place) const;
    bool factoriseAbsent();
    void leaveOutAbsent(Eigen::VectorXf& x) const;

    std::vector<Eigen::Index> m_members; // of the factor: the base's, then those added
    Eigen::VectorXf m_scale;             // per member: 1 / sqrt of its diagonal
    // L of the base, and below it the rows of those added:  [L 0; border^T corner]
    Eigen::LLT<Eigen::MatrixXf> m_base;
    Eigen::MatrixXf m_border; // base x added
    Eigen::MatrixXf m_corner; // added x added, lower
    // Members that are not in the support any more: their unit vectors solved for, and the factor of these
    // columns' own rows.
    std::vector<Eigen::Index> m_absent; // places in m_members
    Eigen::MatrixXf m_absentColumns;
    Eigen::LLT<Eigen::MatrixXf> m_absentRows;
    std::vector<Eigen::Index> m_place; // of each member of the support in m_members
};

} // namespace representer
