#pragma once

#include "core/trainers/factor_kernels.h"

#include <Eigen/Core>

#include <cstdint>
#include <vector>

namespace representer {

// Cholesky factors L of one symmetric width x width block per entity. Each is kept as panels of `side`
// columns from the diagonal down, so that half of the memory of the squares is enough and every operation
// runs over whole packs.
class EntityBlocks {
public:
    void resize(std::int64_t entities, Eigen::Index width);
    // Factors the block whose lower triangle is given; it is overwritten. Entities may be set concurrently.
    void set(std::int64_t entity, Eigen::Ref<Eigen::MatrixXf> block);
    // row <- (L L^T)^-1 row
    void solve(std::int64_t entity, float* row) const;

    // Floats per entity.
    static std::int64_t size(Eigen::Index width) { return width * (width + side) / 2; }

private:
    static constexpr Eigen::Index side = Pack<float>::line;

    Eigen::Index m_width = 0;
    std::vector<float> m_factors;
};

} // namespace representer
