#include "core/explainers/frequent_columns.h"

#include <array>
#include <bit>
#include <cassert>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace representer {

namespace {

#ifdef __AVX512F__
constexpr bool spreads = true;
#else
constexpr bool spreads = false;
#endif
constexpr Eigen::Index rowsPerByte = 8;
// Entries in more than this share of the rows make a column frequent.
constexpr double frequentShare = 0.1;
constexpr std::size_t together = 4; // columns per pass over the sums

} // namespace

FrequentColumns::FrequentColumns(const SparseColumns& z)
    : m_bytes(static_cast<std::size_t>((z.rows() + rowsPerByte - 1) / rowsPerByte)),
      m_place(static_cast<std::size_t>(z.cols()), -1)
{
    if (!spreads)
        return;
    for (Eigen::Index s = 0; s < z.cols(); ++s) {
        const SparseColumnView column = columnView(z, s);
        if (static_cast<double>(column.rows.size()) <= frequentShare * static_cast<double>(z.rows()))
            continue;
        m_place[static_cast<std::size_t>(s)] = static_cast<std::int32_t>(m_entries.size());
        m_entries.push_back(column.values.data());
        m_masks.resize(m_masks.size() + m_bytes, 0);
        std::uint8_t* mask = m_masks.data() + m_masks.size() - m_bytes;
        for (const std::int32_t row : column.rows)
            mask[row / rowsPerByte] =
                static_cast<std::uint8_t>(mask[row / rowsPerByte] | (1 << (row % rowsPerByte)));
    }
}

FrequentColumns::Column FrequentColumns::column(std::int32_t index) const
{
    assert(has(index));
    const auto place = static_cast<std::size_t>(m_place[static_cast<std::size_t>(index)]);
    return {m_masks.data() + place * m_bytes, m_entries[place]};
}

template<std::size_t Count>
void FrequentColumns::addTogether([[maybe_unused]] const std::pair<std::int32_t, double>* terms,
                                  [[maybe_unused]] Eigen::Ref<Vector> sums) const
{
#ifdef __AVX512F__
    std::array<Column, Count> columns;
    __m512d factors[Count]; // in no std::array: that would forget how they are aligned
    for (std::size_t c = 0; c < Count; ++c) {
        columns[c] = column(terms[c].first);
        factors[c] = _mm512_set1_pd(terms[c].second);
    }
    const auto addRows = [&](std::size_t byte, __m512d sum) {
        for (std::size_t c = 0; c < Count; ++c) {
            const std::uint8_t mask = columns[c].mask[byte];
            sum = _mm512_fmadd_pd(_mm512_maskz_expandloadu_pd(mask, columns[c].entries), factors[c], sum);
            columns[c].entries += std::popcount(mask);
        }
        return sum;
    };
    double* place = sums.data();
    const std::size_t whole = static_cast<std::size_t>(sums.size() / rowsPerByte);
    for (std::size_t byte = 0; byte < whole; ++byte, place += rowsPerByte)
        _mm512_storeu_pd(place, addRows(byte, _mm512_loadu_pd(place)));
    if (const auto left = static_cast<unsigned>(sums.size() % rowsPerByte); left > 0) {
        const auto rows = static_cast<__mmask8>((1U << left) - 1);
        _mm512_mask_storeu_pd(place, rows, addRows(whole, _mm512_maskz_loadu_pd(rows, place)));
    }
#endif
}

void FrequentColumns::add(std::span<const std::pair<std::int32_t, double>> terms,
                          Eigen::Ref<Vector> sums) const
{
    std::size_t k = 0;
    for (; k + together <= terms.size(); k += together)
        addTogether<together>(terms.data() + k, sums);
    for (; k < terms.size(); ++k)
        addTogether<1>(terms.data() + k, sums);
}

} // namespace representer
