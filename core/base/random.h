#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>

namespace representer {

// xoshiro256** (Blackman and Vigna), seeded through splitmix64. Written out because the standard
// distributions differ between libraries, and a seed must mean the same samples everywhere.
class Random {
public:
    explicit Random(std::uint64_t seed)
    {
        for (auto& word : m_state)
            word = splitmix(seed);
    }
    // An independent stream for task number `index` of a job with this seed, so that results do not
    // depend on which thread runs which task.
    static Random forTask(std::uint64_t seed, std::uint64_t index)
    {
        return Random(seed ^ (0x9e3779b97f4a7c15ull * (index + 1)));
    }

    std::uint64_t next()
    {
        const std::uint64_t result = rotl(m_state[1] * 5, 7) * 9;
        const std::uint64_t t = m_state[1] << 17;
        m_state[2] ^= m_state[0];
        m_state[3] ^= m_state[1];
        m_state[1] ^= m_state[2];
        m_state[0] ^= m_state[3];
        m_state[2] ^= t;
        m_state[3] = rotl(m_state[3], 45);
        return result;
    }
    // Uniform in [0, 1).
    double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
    // Uniform in 0 .. bound-1; bound > 0 (Lemire's multiplication; the bias is below 2^-32 for our bounds).
    std::uint64_t below(std::uint64_t bound)
    {
        return static_cast<std::uint64_t>((static_cast<Wide>(next()) * bound) >> 64);
    }
    // Standard normal (Box-Muller, one of the pair).
    double normal()
    {
        const double u = 1.0 - uniform();
        return std::sqrt(-2.0 * std::log(u)) * std::cos(2.0 * std::numbers::pi * uniform());
    }
    template<class Container>
    void shuffle(Container& values)
    {
        for (std::size_t i = values.size(); i > 1; --i)
            std::swap(values[i - 1], values[below(i)]);
    }
    const std::array<std::uint64_t, 4>& state() const { return m_state; }

private:
    __extension__ using Wide = unsigned __int128;
    static std::uint64_t rotl(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
    static std::uint64_t splitmix(std::uint64_t& x)
    {
        std::uint64_t z = (x += 0x9e3779b97f4a7c15ull);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }
    std::array<std::uint64_t, 4> m_state;
};

} // namespace representer
