#pragma once

#include "core/trainers/factor_kernels.h"

#include <Eigen/Core>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <vector>

#ifdef __AVX__
#include <immintrin.h>
#endif

namespace representer {

// Products with activations, of which rectifiers and dropout leave fewer than half: a set of bits says which,
// and only those are multiplied. Rows are padded to whole lines, as in factor_kernels.h.

// Which entries of each column are not 0: bit r % 64 of word r / 64.
class ColumnBits {
public:
    void resize(Eigen::Index rows, Eigen::Index columns)
    {
        m_words = (rows + 63) / 64;
        m_bits.resize(static_cast<std::size_t>(m_words * columns));
    }
    Eigen::Index words() const { return m_words; }
    std::uint64_t* of(Eigen::Index column) { return m_bits.data() + column * m_words; }
    const std::uint64_t* of(Eigen::Index column) const { return m_bits.data() + column * m_words; }

    void setAll(Eigen::Index rows, Eigen::Index columns)
    {
        resize(rows, columns);
        for (Eigen::Index c = 0; c < columns; ++c)
            for (Eigen::Index w = 0; w < m_words; ++w)
                of(c)[w] = ~std::uint64_t{0} >> std::max<Eigen::Index>(64 * (w + 1) - rows, 0);
    }

private:
    Eigen::Index m_words = 0;
    std::vector<std::uint64_t> m_bits;
};

// Bit i: whether place[i] > 0, for the entries of one pack.
template<class T>
std::uint64_t positiveBits(const T* place)
{
#if defined(__AVX512F__)
    if constexpr (std::is_same_v<T, float>)
        return _mm512_cmp_ps_mask(_mm512_loadu_ps(place), _mm512_setzero_ps(), _CMP_GT_OQ);
#elif defined(__AVX__)
    if constexpr (std::is_same_v<T, float>)
        return static_cast<std::uint64_t>(
            _mm256_movemask_ps(_mm256_cmp_ps(_mm256_loadu_ps(place), _mm256_setzero_ps(), _CMP_GT_OQ)));
#endif
    std::uint64_t bits = 0;
    for (Eigen::Index i = 0; i < Pack<T>::lanes; ++i)
        bits |= std::uint64_t{place[i] > 0} << i;
    return bits;
}

// values: rows, padded; words: one per 64 rows.
template<class T>
void findPositive(const T* values, Eigen::Index rows, std::uint64_t* words)
{
    std::fill(words, words + (rows + 63) / 64, 0);
    for (Eigen::Index r = 0; r < rows; r += Pack<T>::lanes)
        words[r / 64] |= positiveBits(values + r) << (r % 64);
}

// Bit j of word i becomes bit i of word j (Hacker's Delight, 7-3).
inline void transposeBits(std::array<std::uint64_t, 64>& words)
{
    std::uint64_t low = 0x00000000ffffffffull;
    for (std::size_t half = 32; half > 0; half /= 2, low ^= low << half)
        for (std::size_t i = 0; i < 64; i = ((i | half) + 1) & ~half) {
            const std::uint64_t swapped = ((words[i] >> half) ^ words[i | half]) & low;
            words[i] ^= swapped << half;
            words[i | half] ^= swapped;
        }
}

// N packs of  sum over the bits j of weights[j weightStep] columns[j columnStep ..]. Two sums that take
// turns: one alone would wait for its additions.
template<int N, class T>
struct MaskedSum {
    using P = Pack<T>;
    typename P::Lanes even[N] = {}, odd[N] = {};

    void add(std::uint64_t bits, const T* weights, Eigen::Index weightStep, const T* columns,
             Eigen::Index columnStep)
    {
        const auto term = [&](typename P::Lanes(&sum)[N]) {
            const Eigen::Index j = std::countr_zero(bits);
            bits &= bits - 1;
            const T weight = weights[j * weightStep];
            const T* column = columns + j * columnStep;
            for (int v = 0; v < N; ++v)
                sum[v] += weight * P::load(column + v * P::lanes);
        };
        for (int left = std::popcount(bits) / 2; left > 0; --left) {
            term(even);
            term(odd);
        }
        if (bits != 0)
            term(even);
    }
    typename P::Lanes pack(int v) const { return even[v] + odd[v]; }
};

// Calls body(sum, row) for sums that cover the rows in turn, each of as many packs as stay in registers.
template<class T, class Body>
void forMaskedSums(Eigen::Index rows, const Body& body)
{
    constexpr Eigen::Index lanes = Pack<T>::lanes;
    Eigen::Index row = 0;
    for (; row + 4 * lanes <= rows; row += 4 * lanes)
        body(MaskedSum<4, T>(), row);
    for (; row + 2 * lanes <= rows; row += 2 * lanes)
        body(MaskedSum<2, T>(), row);
    for (; row < rows; row += lanes)
        body(MaskedSum<1, T>(), row);
}

// result = finish(matrix x), pack after pack: finish(row, pack).  matrix: rows x n, column-major, rows
// padded; x: n with the bits of what is not 0.
template<class T, class Finish>
void maskedProduct(const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>& matrix, const T* x,
                   const std::uint64_t* bits, T* result, const Finish& finish)
{
    const Eigen::Index rows = matrix.rows();
    forMaskedSums<T>(rows, [&]<int N>(MaskedSum<N, T> sum, Eigen::Index row) {
        for (Eigen::Index j = 0; j < matrix.cols(); j += 64)
            sum.add(bits[j / 64], x + j, 1, matrix.data() + j * rows + row, rows);
        for (int v = 0; v < N; ++v) {
            const Eigen::Index at = row + v * Pack<T>::lanes;
            Pack<T>::store(result + at, finish(at, sum.pack(v)));
        }
    });
}

// Columns that a dense product takes at a time: with two packs of each, the sums stay in registers.
template<class T>
inline constexpr Eigen::Index denseColumns = Pack<T>::bytes == 64 ? 8 : 4;

// N packs, from `row`, of  matrix x  for denseColumns columns.  x: n x columns, result: rows x columns.
template<int N, class T>
void denseBlock(const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>& matrix, Eigen::Index row, const T* x,
                T* result)
{
    using P = Pack<T>;
    const Eigen::Index rows = matrix.rows(), n = matrix.cols();
    typename P::Lanes sums[denseColumns<T>][N] = {};
    for (Eigen::Index j = 0; j < n; ++j) {
        const T* column = matrix.data() + j * rows + row;
        for (Eigen::Index c = 0; c < denseColumns<T>; ++c)
            for (int v = 0; v < N; ++v)
                sums[c][v] += x[c * n + j] * P::load(column + v * P::lanes);
    }
    for (Eigen::Index c = 0; c < denseColumns<T>; ++c)
        for (int v = 0; v < N; ++v)
            P::store(result + c * rows + row + v * P::lanes, sums[c][v]);
}

// result = matrix x for the first `count` columns, where no x is 0; rounded up to denseColumns, which x and
// result must have.  matrix: rows x n, rows padded; x: n x c, result: rows x c.
template<class T>
void denseProduct(const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>& matrix,
                  const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>& x, Eigen::Index count,
                  Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>& result)
{
    constexpr Eigen::Index lanes = Pack<T>::lanes;
    for (Eigen::Index c = 0; c < count; c += denseColumns<T>) {
        Eigen::Index row = 0;
        for (; row + 2 * lanes <= matrix.rows(); row += 2 * lanes)
            denseBlock<2>(matrix, row, x.col(c).data(), result.col(c).data());
        for (; row < matrix.rows(); row += lanes)
            denseBlock<1>(matrix, row, x.col(c).data(), result.col(c).data());
    }
}

// result += a b^T over the first `count` <= 64 columns.  a: m x c, b: n x c with its bits, result: m x n; m,
// n padded. The bits are turned round, so that each column of the result is summed in registers.
template<class T>
void addMaskedOuter(const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>& a,
                    const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>& b, const ColumnBits& bits,
                    Eigen::Index count, Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>& result)
{
    std::array<std::uint64_t, 64> turned{};
    for (Eigen::Index w = 0; w < bits.words(); ++w) {
        turned.fill(0);
        for (Eigen::Index c = 0; c < count; ++c)
            turned[static_cast<std::size_t>(c)] = bits.of(c)[w];
        transposeBits(turned);
        for (Eigen::Index j = 64 * w; j < std::min(64 * (w + 1), b.rows()); ++j) {
            const std::uint64_t columns = turned[static_cast<std::size_t>(j - 64 * w)];
            T* sums = result.col(j).data();
            forMaskedSums<T>(a.rows(), [&]<int N>(MaskedSum<N, T> sum, Eigen::Index row) {
                sum.add(columns, b.data() + j, b.rows(), a.data() + row, a.rows());
                for (int v = 0; v < N; ++v)
                    Pack<T>::add(sums + row + v * Pack<T>::lanes, sum.pack(v));
            });
        }
    }
}

} // namespace representer
