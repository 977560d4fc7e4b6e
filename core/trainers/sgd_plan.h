#pragma once

#include "core/data/rating_data.h"
#include "core/trainers/rating_problem.h"

#include <Eigen/Core>

#include <cstdint>
#include <span>
#include <vector>

namespace representer {

struct MfSgdOptions;

// One rating as a batch sees it.
struct SgdSample {
    std::int32_t user = 0;
    std::int32_t item = 0;
    float target = 0; // training units, the fixed offsets taken off
};

// Everything random of one training: the start and the batches of each epoch. Made once, shared by all
// retrainings. Batches hold copies of their ratings, so that an epoch reads memory in one direction; inside a
// batch they stand in the order of the training part, so that those of a user are together.
class SgdPlan {
public:
    using RowMatrixF = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

    SgdPlan(const RatingData& data, const MfSgdOptions& options);

    const RowMatrixF& users() const { return m_users; }
    const RowMatrixF& items() const { return m_items; }
    const RatingOffsets& offsets() const { return m_offsets; }
    // The ratings of an epoch, batch after batch. `scratch` holds them when the plan is too large to keep.
    std::span<const SgdSample> epoch(int number, std::vector<SgdSample>& scratch) const;

private:
    std::vector<SgdSample> drawEpoch(int number) const;

    std::uint64_t m_seed;
    std::size_t m_batch;
    RatingOffsets m_offsets;
    RowMatrixF m_users;
    RowMatrixF m_items;
    std::vector<SgdSample> m_samples;             // order of the training part
    std::vector<std::vector<SgdSample>> m_epochs; // empty: drawn again for each use
};

} // namespace representer
