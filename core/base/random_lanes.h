#pragma once

#include "core/base/random.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace representer {

// Several streams side by side, each the one Random::forTask() gives. Every step is the same for all, so the
// states are kept in vectors of the width this machine has.
class RandomLanes {
public:
#if defined(__AVX512F__)
    static constexpr std::size_t lanes = 8;
#elif defined(__AVX2__)
    static constexpr std::size_t lanes = 4;
#else
    static constexpr std::size_t lanes = 2;
#endif
    typedef std::uint64_t Words __attribute__((vector_size(lanes * sizeof(std::uint64_t))));

    RandomLanes(std::uint64_t seed, const std::array<std::uint64_t, lanes>& indices)
    {
        for (std::size_t i = 0; i < lanes; ++i) {
            const auto state = Random::forTask(seed, indices[i]).state();
            for (std::size_t w = 0; w < state.size(); ++w)
                m_state[w][i] = state[w];
        }
    }

    Words next()
    {
        const Words result = rotl(m_state[1] * 5, 7) * 9;
        const Words t = m_state[1] << 17;
        m_state[2] ^= m_state[0];
        m_state[3] ^= m_state[1];
        m_state[1] ^= m_state[2];
        m_state[0] ^= m_state[3];
        m_state[2] ^= t;
        m_state[3] = rotl(m_state[3], 45);
        return result;
    }

private:
    static Words rotl(Words x, int k)
    {
        return (x << k) | (x >> (64 - k));
    }
    Words m_state[4];
};

} // namespace representer
