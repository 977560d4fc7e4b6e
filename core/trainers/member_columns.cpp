#include "core/trainers/member_columns.h"

#include "core/base/parallel.h"
#include "core/trainers/gathered_dot.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace representer {

namespace {

// A column in more than one of so many rows is cheaper with its zeros than with the numbers of its rows.
constexpr std::size_t rowsPerFrequentEntry = 8;
constexpr std::int64_t memberRowGrain = 2048; // rows per parallel block
constexpr Eigen::Index mostFrequent = 64;     // dense columns: sums of so many stay in registers

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
    m_dense.resize(n * static_cast<std::size_t>(m_frequent));
    m_rareStart.resize(n);
    // The rows of a column are ascending: each block of rows finds its own part of every column.
    parallelBlocks(
        static_cast<std::int64_t>(n), memberRowGrain, [&](std::int64_t blockBegin, std::int64_t blockEnd) {
            const auto begin = static_cast<std::size_t>(blockBegin), end = static_cast<std::size_t>(blockEnd);
            const auto width = static_cast<std::size_t>(m_frequent);
            std::fill(m_dense.begin() + static_cast<std::ptrdiff_t>(begin * width),
                      m_dense.begin() + static_cast<std::ptrdiff_t>(end * width), 0.0F);
            std::vector<std::int32_t> next(m_rowStart.begin() + blockBegin, m_rowStart.begin() + blockEnd);
            for (std::size_t s = 0;; ++s) {
                if (s == width) // the frequent ones are done
                    std::copy(next.begin(), next.end(), m_rareStart.begin() + blockBegin);
                if (s == columns.size())
                    break;
                const SparseColumnView column = columnView(z, columns[s]);
                const auto from = std::lower_bound(column.rows.begin(), column.rows.end(), blockBegin);
                for (auto k = static_cast<std::size_t>(from - column.rows.begin());
                     k < column.rows.size() && column.rows[k] < blockEnd; ++k) {
                    const auto row = static_cast<std::size_t>(column.rows[k]);
                    const auto at = static_cast<std::size_t>(next[row - begin]++);
                    const auto value = static_cast<float>(column.values[k]);
                    const std::size_t entry = static_cast<std::size_t>(m_columnStart[s]) + k;
                    m_member[at] = static_cast<std::uint16_t>(first + s);
                    m_value[at] = value;
                    m_row[entry] = column.rows[k];
                    m_columnValue[entry] = value;
                    if (s < width)
                        m_dense[row * width + s] = value;
                }
            }
        });
}

void MemberColumns::addProducts(std::size_t begin, std::size_t end, const float* v, float* products) const
{
    const auto width = static_cast<std::size_t>(m_frequent);
    for (std::size_t i = begin; i < end; ++i) {
        const auto rare = static_cast<std::size_t>(m_rareStart[i]),
                   count = static_cast<std::size_t>(m_rowStart[i + 1]) - rare;
        products[i - begin] += dot(m_dense.data() + i * width, v + m_first, m_frequent) +
                               gatheredDot(std::span<const float>(m_value.data() + rare, count),
                                           std::span<const std::uint16_t>(m_member.data() + rare, count), v);
    }
}

void MemberColumns::addRows(std::size_t begin, std::size_t end, const float* factors, float* h) const
{
    for (std::size_t i = begin; i < end; ++i)
        addRow(i, factors[i - begin], h);
}

} // namespace representer
