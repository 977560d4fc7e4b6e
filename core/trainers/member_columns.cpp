#include "core/trainers/member_columns.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace representer {

namespace {

// A column in more than one of so many rows is cheaper with its zeros than with the numbers of its rows.
constexpr std::size_t rowsPerFrequentEntry = 8;
constexpr Eigen::Index mostFrequent = 64; // dense columns: sums of so many stay in registers

// <values, v at the members>, entries begin .. end.
float gatheredDot(const float* values, const std::uint16_t* members, std::int32_t begin, std::int32_t end,
                  const float* v)
{
    float a = 0, b = 0, c = 0, d = 0; // one sum alone would wait for itself
    std::int32_t k = begin;
    for (; k + 4 <= end; k += 4) {
        a += values[k] * v[members[k]];
        b += values[k + 1] * v[members[k + 1]];
        c += values[k + 2] * v[members[k + 2]];
        d += values[k + 3] * v[members[k + 3]];
    }
    for (; k < end; ++k)
        a += values[k] * v[members[k]];
    return (a + b) + (c + d);
}

} // namespace

MemberColumns::MemberColumns(const SparseColumns& z, const std::vector<std::int32_t>& columns,
                             std::size_t first)
    : m_first(first)
{
    assert(first + columns.size() <= mostMembers);
    const auto n = static_cast<std::size_t>(z.rows());
    m_rowStart.assign(n + 1, 0);
    m_columnStart.assign(1, 0);
    Eigen::Index frequent = 0;
    for (const std::int32_t j : columns) {
        const SparseColumnView column = columnView(z, j);
        m_columnStart.push_back(m_columnStart.back() + static_cast<std::int32_t>(column.rows.size()));
        for (const std::int32_t i : column.rows)
            ++m_rowStart[static_cast<std::size_t>(i) + 1];
        frequent += column.rows.size() * rowsPerFrequentEntry > n ? 1 : 0;
    }
    std::partial_sum(m_rowStart.begin(), m_rowStart.end(), m_rowStart.begin());
    m_frequent = std::min(packedWidth<float>(frequent), mostFrequent);
    if (static_cast<std::size_t>(m_frequent) > columns.size())
        m_frequent = 0;
    const auto entries = static_cast<std::size_t>(m_rowStart[n]);
    m_member.resize(entries);
    m_value.resize(entries);
    m_row.resize(entries);
    m_columnValue.resize(entries);
    m_dense.assign(n * static_cast<std::size_t>(m_frequent), 0.0F);
    std::vector<std::int32_t> next(m_rowStart.begin(), m_rowStart.end() - 1);
    m_rareStart = next;
    for (std::size_t s = 0, e = 0; s < columns.size(); ++s) {
        if (s == static_cast<std::size_t>(m_frequent))
            m_rareStart = next;
        const SparseColumnView column = columnView(z, columns[s]);
        for (std::size_t k = 0; k < column.rows.size(); ++k, ++e) {
            const auto row = static_cast<std::size_t>(column.rows[k]);
            const auto at = static_cast<std::size_t>(next[row]++);
            const auto value = static_cast<float>(column.values[k]);
            m_member[at] = static_cast<std::uint16_t>(first + s);
            m_value[at] = value;
            m_row[e] = column.rows[k];
            m_columnValue[e] = value;
            if (s < static_cast<std::size_t>(m_frequent))
                m_dense[row * static_cast<std::size_t>(m_frequent) + s] = value;
        }
    }
}

void MemberColumns::addProducts(std::size_t begin, std::size_t end, const float* v, float* products) const
{
    const auto width = static_cast<std::size_t>(m_frequent);
    for (std::size_t i = begin; i < end; ++i)
        products[i - begin] +=
            dot(m_dense.data() + i * width, v + m_first, m_frequent) +
            gatheredDot(m_value.data(), m_member.data(), m_rareStart[i], m_rowStart[i + 1], v);
}

void MemberColumns::addRows(std::size_t begin, std::size_t end, const float* factors, float* h) const
{
    for (std::size_t i = begin; i < end; ++i)
        addRow(i, factors[i - begin], h);
}

} // namespace representer
