#pragma once

#include <Eigen/Core>

#include <cstdint>

namespace representer {

// The inner loops over factor rows. Rows are padded with zeros to whole packs of 64 bytes, so that one loop
// serves every width and the compiler needs no fixed sizes; a zero column stays zero in every step below.
template<class T>
struct Pack {
    static constexpr Eigen::Index lanes = 64 / sizeof(T);
    typedef T Lanes __attribute__((vector_size(64), aligned(sizeof(T)), may_alias));

    static const Lanes& at(const T* place) { return *reinterpret_cast<const Lanes*>(place); }
    static Lanes& at(T* place) { return *reinterpret_cast<Lanes*>(place); }
};

inline constexpr Eigen::Index packedWidth(Eigen::Index width)
{
    constexpr Eigen::Index lanes = Pack<float>::lanes;
    return (width + lanes - 1) / lanes * lanes;
}

template<class T>
using PackedRows = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// <a, b> + <c, d>
template<class T>
T dotTwo(const T* a, const T* b, const T* c, const T* d, Eigen::Index width)
{
    using P = Pack<T>;
    alignas(64) T lanes[P::lanes] = {};
    auto& sum = P::at(lanes);
    for (Eigen::Index i = 0; i < width; i += P::lanes)
        sum += P::at(a + i) * P::at(b + i) + P::at(c + i) * P::at(d + i);
    return Eigen::Map<const Eigen::Matrix<T, P::lanes, 1>>(lanes).sum();
}

template<class T>
T dot(const T* a, const T* b, Eigen::Index width)
{
    using P = Pack<T>;
    alignas(64) T lanes[P::lanes] = {};
    auto& sum = P::at(lanes);
    for (Eigen::Index i = 0; i < width; i += P::lanes)
        sum += P::at(a + i) * P::at(b + i);
    return Eigen::Map<const Eigen::Matrix<T, P::lanes, 1>>(lanes).sum();
}

// sum += s a
template<class T>
void addScaled(T* sum, T s, const T* a, Eigen::Index width)
{
    using P = Pack<T>;
    for (Eigen::Index i = 0; i < width; i += P::lanes)
        P::at(sum + i) += s * P::at(a + i);
}

// sum += s a + t b
template<class T>
void addScaled(T* sum, T s, const T* a, T t, const T* b, Eigen::Index width)
{
    using P = Pack<T>;
    for (Eigen::Index i = 0; i < width; i += P::lanes)
        P::at(sum + i) += s * P::at(a + i) + t * P::at(b + i);
}

// Adds rows^T rows to the lower triangle of gram (width x width, column-major), in squares of one pack whose
// sums stay in registers; the squares on the diagonal are filled whole. rows: count x width.
inline void addGram(const float* rows, Eigen::Index count, Eigen::Index width, float* gram)
{
    using P = Pack<float>;
    constexpr Eigen::Index side = P::lanes;
    for (Eigen::Index column = 0; column < width; column += side) {
        for (Eigen::Index row = column; row < width; row += side) {
            P::Lanes sum[side] = {};
            for (Eigen::Index r = 0; r < count; ++r) {
                const float* values = rows + r * width;
                const P::Lanes pack = P::at(values + row);
                for (Eigen::Index c = 0; c < side; ++c)
                    sum[c] += values[column + c] * pack;
            }
            for (Eigen::Index c = 0; c < side; ++c)
                P::at(gram + (column + c) * width + row) += sum[c];
        }
    }
}

} // namespace representer
