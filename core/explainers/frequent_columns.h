#pragma once

#include "core/base/matrix_types.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace representer {

// The columns of a sparse matrix that have entries in many rows, for sums of a few of them over and over: one
// bit per row says where entries are, in place of their row numbers, and eight rows are added at a time. Only
// for processors that spread entries over the bits of a mask; for others no column counts as frequent. Refers
// to the matrix.
class FrequentColumns {
public:
    FrequentColumns() = default;
    explicit FrequentColumns(const SparseColumns& z);

    bool has(Eigen::Index column) const { return m_place[static_cast<std::size_t>(column)] >= 0; }
    // sums += sum of value * column over the terms (column, value), all of which it has.
    void add(std::span<const std::pair<std::int32_t, double>> terms, Eigen::Ref<Vector> sums) const;

private:
    struct Column {
        const std::uint8_t* mask;
        const double* entries;
    };
    Column column(std::int32_t index) const;
    template<std::size_t Count>
    void addTogether(const std::pair<std::int32_t, double>* terms, Eigen::Ref<Vector> sums) const;

    std::size_t m_bytes = 0;           // of a mask
    std::vector<std::int32_t> m_place; // per column of the matrix: its place among the frequent or -1
    std::vector<std::uint8_t> m_masks; // bytes x frequent
    std::vector<const double*> m_entries;
};

} // namespace representer
