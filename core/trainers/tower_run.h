#pragma once

#include "core/data/training_edit.h"
#include "core/trainers/tower_batch.h"
#include "core/trainers/two_tower_trainer.h"

#include <cstdint>
#include <span>
#include <vector>

namespace representer {

// One stochastic training of a two-tower network, in single precision: steps are noisy far above its
// rounding.
class TowerRun {
public:
    TowerRun(const RatingData& data, const TwoTowerOptions& options, const TrainingEdit& edit);

    // One pass over the samples; returns the mean loss. Throws Error::Numerical when it is not finite.
    double epoch(int number, const TaskContext& context);
    TwoTowerWeights weights() const;
    const RatingOffsets& offsets() const { return m_offsets; }
    std::size_t bytes() const;

private:
    using Columns = Eigen::MatrixXf;
    struct Layer {
        Columns weights;
        Eigen::VectorXf bias;
    };
    // Rate and epsilon of a step, corrected for moments that started at 0.
    struct AdamStep {
        float rate = 0;
        float epsilon = 0;
    };
    // Parameters with Adam's two moments; columns are entities, so that only those of a batch need a step.
    struct Adam {
        Columns values, first, second;
        explicit Adam(Columns start);
        Adam() = default;
        template<class Gradient>
        void step(Eigen::Index column, const Gradient& gradient, const AdamStep& by);
    };
    // What one block of users of a batch adds to the gradients.
    struct Block {
        TowerBatch<Layer> tower;
        std::vector<Columns> weights;
        std::vector<Eigen::VectorXf> bias;
        double loss = 0;
    };
    // The samples of one user within a batch: positions in its sorted sample list.
    struct UserRange {
        std::int32_t user = 0;
        std::int32_t begin = 0;
        std::int32_t end = 0;
    };
    enum class Sample : std::uint8_t { Observed, Unobserved, Removed };

    std::int32_t userOf(std::int32_t sample) const;
    std::int32_t itemOf(std::int32_t sample) const;
    void gather(std::span<const std::int32_t> batch);
    void runBlock(Block& block, std::size_t begin, std::size_t end, float share);
    void descend(std::size_t blocks);
    double step(std::span<const std::int32_t> batch);

    const RatingData& m_data;
    const TwoTowerOptions& m_options;
    RatingOffsets m_offsets;
    bool m_allPairs = false;
    std::vector<Sample> m_state;  // per sample
    std::vector<float> m_targets; // per sample: value minus offset
    std::vector<std::int32_t> m_order;

    Adam m_users, m_items;               // d x users, k x items
    std::vector<Layer> m_layers;         // values
    std::vector<Adam> m_weights, m_bias; // their moments; values are kept in m_layers after each step
    std::uint64_t m_steps = 0;

    // Scratch of a step.
    std::vector<std::int32_t> m_samples, m_batchItems, m_touchedItems;
    std::vector<UserRange> m_ranges;
    std::vector<float> m_batchTargets, m_slopes; // per sample of the batch
    Columns m_outputs;           // k x users of the batch
    Columns m_userGradients;     // d x users of the batch
    Columns m_itemGradients;     // k x items, zero outside a step
    std::vector<std::uint8_t> m_itemSeen;
    std::vector<Block> m_blocks;
};

} // namespace representer
