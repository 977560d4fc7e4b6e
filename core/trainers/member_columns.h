#pragma once

#include "core/base/matrix_types.h"
#include "core/trainers/factor_kernels.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace representer {

// Columns of Z that joined a working set together, in single precision and by rows as well as by columns. A
// position in the working set is called a member. Products with them are as fast as memory is, hence the
// short member numbers, and the most frequent columns once more as dense rows.
class MemberColumns {
public:
    static constexpr std::size_t mostMembers = std::size_t{1} << 16;

    // The columns become members `first`, `first` + 1, ...; best with the frequent ones first.
    MemberColumns(const SparseColumns& z, const std::vector<std::int32_t>& columns, std::size_t first);

    std::size_t columns() const { return m_columnStart.size() - 1; }

    // Calls body(row, value) for the entries of a column.
    template<class Body>
    void forColumn(std::size_t column, const Body& body) const
    {
        for (auto e = static_cast<std::size_t>(m_columnStart[column]);
             e < static_cast<std::size_t>(m_columnStart[column + 1]); ++e)
            body(static_cast<std::size_t>(m_row[e]), m_columnValue[e]);
    }
    // The entries of a row.
    std::span<const std::uint16_t> members(std::size_t row) const { return ofRow(m_member, row); }
    std::span<const float> values(std::size_t row) const { return ofRow(m_value, row); }

    // A row in two parts: the frequent columns with their zeros, for members first() and following, and the
    // entries of the others.
    std::size_t first() const { return m_first; }
    std::span<const float> frequentValues(std::size_t row) const
    {
        const auto width = static_cast<std::size_t>(m_frequent);
        return {m_dense.data() + row * width, width};
    }
    std::span<const std::uint16_t> rareMembers(std::size_t row) const { return rareOfRow(m_member, row); }
    std::span<const float> rareValues(std::size_t row) const { return rareOfRow(m_value, row); }

    // h += factor * row of Z.  h: one per member.
    void addRow(std::size_t row, float factor, float* h) const
    {
        const auto width = static_cast<std::size_t>(m_frequent);
        addScaled(h + m_first, factor, m_dense.data() + row * width, m_frequent);
        const std::uint16_t* member = m_member.data();
        const float* value = m_value.data();
        for (std::int32_t k = m_rareStart[row]; k < m_rowStart[row + 1]; ++k)
            h[member[k]] += factor * value[k];
    }

    // products[i] += row begin + i of Z * v, for rows begin .. end.  v: one per member.
    void addProducts(std::size_t begin, std::size_t end, const float* v, float* products) const;
    // h += sum over rows begin .. end of factors[i] * row begin + i of Z.
    void addRows(std::size_t begin, std::size_t end, const float* factors, float* h) const;

private:
    template<class T>
    std::span<const T> ofRow(const std::vector<T>& entries, std::size_t row) const
    {
        return std::span(entries).subspan(static_cast<std::size_t>(m_rowStart[row]),
                                          static_cast<std::size_t>(m_rowStart[row + 1] - m_rowStart[row]));
    }

    template<class T>
    std::span<const T> rareOfRow(const std::vector<T>& entries, std::size_t row) const
    {
        return ofRow(entries, row).subspan(static_cast<std::size_t>(m_rareStart[row] - m_rowStart[row]));
    }

    std::size_t m_first;
    std::vector<std::int32_t> m_rowStart;
    std::vector<std::uint16_t> m_member; // per entry, ascending in a row
    std::vector<float> m_value;
    std::vector<std::int32_t> m_columnStart, m_row;
    std::vector<float> m_columnValue;
    Eigen::Index m_frequent = 0;           // leading columns that also stand as dense rows: whole lines
    std::vector<float> m_dense;            // rows x m_frequent
    std::vector<std::int32_t> m_rareStart; // per row: its first entry of another column
};

} // namespace representer
