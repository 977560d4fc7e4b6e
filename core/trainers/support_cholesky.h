#pragma once

#include <Eigen/Cholesky>

#include <cstdint>
#include <span>
#include <vector>

namespace representer {

// A Cholesky factor, in single precision, of the rows and columns of a matrix that belong to a support, which
// follows the support as members come and go: both cost half a triangular solution or less, a new factor some
// hundred. The matrix is scaled to a diagonal of 1 and gets a small ridge. It is handed to each function;
// where it has changed since, the factor is that of a matrix nearby.
class SupportCholesky {
public:
    // Of the diagonal, added to it: keeps columns that are nearly the same from swinging against each other
    // by rounding alone.
    static constexpr double leastRidge = 1e-5;

    using Support = std::vector<Eigen::Index>; // ascending positions in the matrix

    // Makes it the factor for `support`: from the one at hand where that is nearby, else anew.
    void adapt(const Eigen::MatrixXf& h, const Support& support);
    void renew(const Eigen::MatrixXf& h, const Support& support);
    bool empty() const { return m_members.empty(); }

    // All of these are about the support that adapt() or renew() was last called with: places in it.
    // Matrix^-1 right.
    Eigen::VectorXf solve(const Eigen::VectorXf& right) const;
    // Columns of Matrix^-1.  support x places
    Eigen::MatrixXf inverseColumns(const std::vector<Eigen::Index>& places);
    // How many may leave before adapt() makes a new factor.
    std::size_t roomToLeave() const;

private:
    Eigen::Index base() const { return m_base.rows(); }
    Eigen::Index added() const { return m_corner.rows(); }
    Eigen::Index size() const { return base() + added(); }
    void append(const Eigen::MatrixXf& h, const std::vector<Eigen::Index>& members);
    Eigen::MatrixXf halfSolvedUnits(const std::vector<Eigen::Index>& members) const;
    Eigen::MatrixXf halves(const std::vector<Eigen::Index>& members) const;
    bool keepAbsent(const std::vector<Eigen::Index>& members);
    template<class Columns>
    void finishHalf(Columns&& x) const;
    template<class Columns>
    void leaveOutAbsent(Columns&& halves) const;
    template<class Columns>
    void solveOtherHalf(Columns&& x) const;

    std::vector<Eigen::Index> m_members; // of the factor: the base's, then those added
    Eigen::VectorXf m_scale;             // per member: 1 / sqrt of its diagonal
    // The factor F of all members: that of the base, and below it the rows of those added:
    // F = [L 0; border^T corner]
    Eigen::MatrixXf m_base;   // L in its lower triangle
    Eigen::MatrixXf m_border; // base x added
    Eigen::MatrixXf m_corner; // added x added, lower
    // Members that are not in the support any more, as indices of m_members, and V = F^-1 e of each. The
    // inverse without them is  F^-T (I - V (V^T V)^-1 V^T) F^-1.
    std::vector<Eigen::Index> m_absent;
    Eigen::MatrixXf m_absentHalves; // members x at least the absent
    Eigen::LLT<Eigen::MatrixXf> m_absentGram;
    // Members whose columns of the inverse were asked for since adapt(), and F^-1 e of each: they may leave.
    std::vector<Eigen::Index> m_asked;
    Eigen::MatrixXf m_askedHalves;     // members x asked
    std::vector<Eigen::Index> m_place; // of each member of the support in m_members
};

} // namespace representer
