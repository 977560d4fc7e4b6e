#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include <cstdint>
#include <span>
#include <vector>

namespace representer {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
// Factors are read row by row (one user, one item), so their rows are contiguous.
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Eigen 3.4 copies its sparse matrices where others are moved; these hand over their memory.
template<int Order>
class MovableSparse : public Eigen::SparseMatrix<double, Order, std::int32_t> {
    using Base = Eigen::SparseMatrix<double, Order, std::int32_t>;

public:
    using Base::Base;
    using Base::operator=;
    MovableSparse() = default;
    ~MovableSparse() = default;
    MovableSparse(const MovableSparse&) = default;
    MovableSparse& operator=(const MovableSparse&) = default;
    MovableSparse(MovableSparse&& other) noexcept : Base() { Base::swap(other); }
    MovableSparse& operator=(MovableSparse&& other) noexcept
    {
        Base::swap(other);
        return *this;
    }
};
using SparseRows = MovableSparse<Eigen::RowMajor>;
using SparseColumns = MovableSparse<Eigen::ColMajor>;

// One sparse row: ascending column indices and their values, owned by somebody else.
struct SparseRowView {
    std::span<const std::int32_t> columns;
    std::span<const double> values;
};

// Row i of a compressed matrix, without a copy.
inline SparseRowView rowView(const SparseRows& x, Eigen::Index i)
{
    const auto begin = static_cast<std::size_t>(x.outerIndexPtr()[i]);
    const auto count = static_cast<std::size_t>(x.outerIndexPtr()[i + 1]) - begin;
    return {{x.innerIndexPtr() + begin, count}, {x.valuePtr() + begin, count}};
}

// Column j of a compressed matrix: its row indices and values, without a copy.
struct SparseColumnView {
    std::span<const std::int32_t> rows;
    std::span<const double> values;
};

inline SparseColumnView columnView(const SparseColumns& z, Eigen::Index j)
{
    const auto begin = static_cast<std::size_t>(z.outerIndexPtr()[j]);
    const auto count = static_cast<std::size_t>(z.outerIndexPtr()[j + 1]) - begin;
    return {{z.innerIndexPtr() + begin, count}, {z.valuePtr() + begin, count}};
}

// A row, owned: a test document that is not part of a dataset.
struct SparseRow {
    std::vector<std::int32_t> columns;
    std::vector<double> values;
    SparseRowView view() const { return {columns, values}; }
};

} // namespace representer
