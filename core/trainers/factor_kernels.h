#pragma once

#include <Eigen/Core>

#include <cstdint>

namespace representer {

// The inner loops over factor rows. Rows are padded with zeros to whole lines of 64 bytes, so that one loop
// serves every width and the compiler needs no fixed sizes; a zero column stays zero in every step below. A
// line is one, two or four of this machine's vectors: wider ones than it has would be taken apart in memory.
template<class T>
struct Pack {
#if defined(__AVX512F__)
    static constexpr Eigen::Index bytes = 64;
#elif defined(__AVX__)
    static constexpr Eigen::Index bytes = 32;
#else
    static constexpr Eigen::Index bytes = 16;
#endif
    static constexpr Eigen::Index lanes = bytes / static_cast<Eigen::Index>(sizeof(T));
    static constexpr Eigen::Index line = 64 / static_cast<Eigen::Index>(sizeof(T));
    static constexpr Eigen::Index perLine = line / lanes;
    typedef T Lanes __attribute__((vector_size(bytes), aligned(sizeof(T)), may_alias));

    static Lanes load(const T* place)
    {
        return *reinterpret_cast<const Lanes*>(place);
    }
    static void store(T* place, Lanes value)
    {
        *reinterpret_cast<Lanes*>(place) = value;
    }
    static void add(T* place, Lanes value)
    {
        *reinterpret_cast<Lanes*>(place) += value;
    }
    static T sum(const Lanes (&parts)[perLine])
    {
        alignas(64) T values[line];
        for (Eigen::Index c = 0; c < perLine; ++c)
            *reinterpret_cast<Lanes*>(values + c * lanes) = parts[c];
        return Eigen::Map<const Eigen::Matrix<T, line, 1>>(values).sum();
    }
};

template<class T = float>
constexpr Eigen::Index packedWidth(Eigen::Index width)
{
    constexpr Eigen::Index line = Pack<T>::line;
    return (width + line - 1) / line * line;
}

template<class T>
using PackedRows = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Asks for a row that is needed soon: which one follows which is in the data, no processor can guess it.
template<class T>
void prefetchRow(const T* row, Eigen::Index width)
{
    for (Eigen::Index i = 0; i < width; i += Pack<T>::line)
        __builtin_prefetch(row + i);
}
inline constexpr std::size_t prefetchDistance = 4; // entries

// <a, b> + <c, d>
template<class T>
T dotTwo(const T* a, const T* b, const T* c, const T* d, Eigen::Index width)
{
    using P = Pack<T>;
    typename P::Lanes sum[P::perLine] = {};
    for (Eigen::Index i = 0; i < width; i += P::line)
        for (Eigen::Index v = 0; v < P::perLine; ++v) {
            const Eigen::Index at = i + v * P::lanes;
            sum[v] += P::load(a + at) * P::load(b + at) + P::load(c + at) * P::load(d + at);
        }
    return P::sum(sum);
}

template<class T>
T dot(const T* a, const T* b, Eigen::Index width)
{
    using P = Pack<T>;
    typename P::Lanes sum[P::perLine] = {};
    for (Eigen::Index i = 0; i < width; i += P::line)
        for (Eigen::Index v = 0; v < P::perLine; ++v)
            sum[v] += P::load(a + i + v * P::lanes) * P::load(b + i + v * P::lanes);
    return P::sum(sum);
}

// sum += s a
template<class T>
void addScaled(T* sum, T s, const T* a, Eigen::Index width)
{
    using P = Pack<T>;
    for (Eigen::Index i = 0; i < width; i += P::lanes)
        P::add(sum + i, s * P::load(a + i));
}

// sum += s a + t b
template<class T>
void addScaled(T* sum, T s, const T* a, T t, const T* b, Eigen::Index width)
{
    using P = Pack<T>;
    for (Eigen::Index i = 0; i < width; i += P::lanes)
        P::add(sum + i, s * P::load(a + i) + t * P::load(b + i));
}

// Several rows at once against the same one, which is then read once for all of them.
// out_k = <a, b_k>
template<int count, class T>
void dotEach(const T* a, const T* const (&b)[count], Eigen::Index width, T (&out)[count])
{
    using P = Pack<T>;
    typename P::Lanes sum[count][P::perLine] = {};
    for (Eigen::Index i = 0; i < width; i += P::line)
        for (Eigen::Index v = 0; v < P::perLine; ++v) {
            const typename P::Lanes pack = P::load(a + i + v * P::lanes);
            for (int k = 0; k < count; ++k)
                sum[k][v] += pack * P::load(b[k] + i + v * P::lanes);
        }
    for (int k = 0; k < count; ++k)
        out[k] = P::sum(sum[k]);
}

// out_k = <a, b_k> + <c, d_k>
template<int count, class T>
void dotTwoEach(const T* a, const T* const (&b)[count], const T* c, const T* const (&d)[count],
                Eigen::Index width, T (&out)[count])
{
    using P = Pack<T>;
    typename P::Lanes sum[count][P::perLine] = {};
    for (Eigen::Index i = 0; i < width; i += P::line)
        for (Eigen::Index v = 0; v < P::perLine; ++v) {
            const Eigen::Index at = i + v * P::lanes;
            const typename P::Lanes first = P::load(a + at), second = P::load(c + at);
            for (int k = 0; k < count; ++k)
                sum[k][v] += first * P::load(b[k] + at) + second * P::load(d[k] + at);
        }
    for (int k = 0; k < count; ++k)
        out[k] = P::sum(sum[k]);
}

// sum += sum_k s_k a_k
template<int count, class T>
void addScaledEach(T* sum, const T (&s)[count], const T* const (&a)[count], Eigen::Index width)
{
    using P = Pack<T>;
    for (Eigen::Index i = 0; i < width; i += P::lanes) {
        typename P::Lanes pack = P::load(sum + i);
        for (int k = 0; k < count; ++k)
            pack += s[k] * P::load(a[k] + i);
        P::store(sum + i, pack);
    }
}

// sum += sum_k s_k a_k + t_k b_k
template<int count, class T>
void addScaledEach(T* sum, const T (&s)[count], const T* const (&a)[count], const T (&t)[count],
                   const T* const (&b)[count], Eigen::Index width)
{
    using P = Pack<T>;
    for (Eigen::Index i = 0; i < width; i += P::lanes) {
        typename P::Lanes pack = P::load(sum + i);
        for (int k = 0; k < count; ++k)
            pack += s[k] * P::load(a[k] + i) + t[k] * P::load(b[k] + i);
        P::store(sum + i, pack);
    }
}

// Calls body.operator()<count>(place) so that the places begin..end are taken four at a time, the last ones
// singly.
template<class Body>
void inFours(std::size_t begin, std::size_t end, const Body& body)
{
    for (; begin + 4 <= end; begin += 4)
        body.template operator()<4>(begin);
    for (; begin < end; ++begin)
        body.template operator()<1>(begin);
}

// A row that many scaled rows are added to: in registers when its width is known here (fixed > 0), in memory
// otherwise.
template<Eigen::Index fixed>
class RowSum {
    using P = Pack<float>;

public:
    RowSum(float* place, Eigen::Index width) : m_place(place), m_width(width)
    {
        for (Eigen::Index v = 0; v < packs; ++v)
            m_sum[v] = P::load(place + v * P::lanes);
    }
    // sum += s a + t b
    void add(float s, const float* a, float t, const float* b)
    {
        if constexpr (fixed > 0)
            for (Eigen::Index v = 0; v < packs; ++v)
                m_sum[v] += s * P::load(a + v * P::lanes) + t * P::load(b + v * P::lanes);
        else
            addScaled(m_place, s, a, t, b, m_width);
    }
    void store() const
    {
        for (Eigen::Index v = 0; v < packs; ++v)
            *reinterpret_cast<typename P::Lanes*>(m_place + v * P::lanes) = m_sum[v];
    }

private:
    static constexpr Eigen::Index packs = fixed / P::lanes;

    float* m_place;
    Eigen::Index m_width;
    typename P::Lanes m_sum[packs > 0 ? packs : 1];
};

// Calls body.operator()<fixed>(): fixed is the width when it is one of the common narrow ones, else 0.
template<class Body>
void withWidth(Eigen::Index width, const Body& body)
{
    constexpr Eigen::Index line = Pack<float>::line;
    if (width == line)
        body.template operator()<line>();
    else if (width == 2 * line)
        body.template operator()<2 * line>();
    else
        body.template operator()<0>();
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
                const P::Lanes pack = P::load(values + row);
                for (Eigen::Index c = 0; c < side; ++c)
                    sum[c] += values[column + c] * pack;
            }
            for (Eigen::Index c = 0; c < side; ++c)
                P::add(gram + (column + c) * width + row, sum[c]);
        }
    }
}

} // namespace representer
