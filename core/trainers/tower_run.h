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
    using Columns = Eigen::MatrixXf; // rows padded to whole lines, see factor_kernels.h
    // Rate and epsilon of a step, corrected for moments that started at 0.
    struct AdamStep {
        float rate = 0;
        float epsilon = 0;
    };
    // Parameters with Adam's two moments; columns are entities, so that only those of a batch need a step. An
    // entity's values and moments stand one after the other: they are needed together.
    class Adam {
    public:
        Adam() = default;
        explicit Adam(const Columns& start);
        Eigen::Index width() const { return m_columns.rows() / 3; }
        auto values() const { return m_columns.topRows(width()); }
        const float* values(Eigen::Index column) const { return &m_columns(0, column); }
        std::size_t size() const { return static_cast<std::size_t>(m_columns.size()); }
        void prefetch(Eigen::Index column) const { prefetchRow(values(column), m_columns.rows()); }
        void step(Eigen::Index column, const float* gradient, const AdamStep& by);

    private:
        Columns m_columns; // values, first and second moments x entities
    };
    // What one block of users of a batch adds to the gradients.
    struct Block {
        TowerBatch<float> tower;
        std::vector<LayerGradient<float>> gradients; // per layer
        std::vector<std::uint64_t> bits;             // random ones for dropout, user after user
        double loss = 0;
        void start(const std::vector<TowerLayer<float>>& layers);
    };
    // The samples of one user within a batch, which stand by user.
    struct UserRange {
        std::int32_t user = 0;
        std::int32_t begin = 0;
        std::int32_t end = 0;
    };
    struct Sample {
        std::int32_t user = 0;
        std::int32_t item = 0;
        float target = 0; // value minus offset
        float weight = 0;
    };
    enum class State : std::uint8_t { Observed, Unobserved, Removed };

    Sample sample(std::size_t number) const;
    void drawOrder(int number);
    void gather();
    void groupByItem();
    void drawBits(Block& block, std::span<const UserRange> users) const;
    void runUsers(Block& block, std::size_t begin, std::size_t end, float share);
    double score(const float* output, const UserRange& range, float share, float* gradient);
    void descend(std::size_t blocks);
    double step(std::span<const Sample> batch, float share);

    const RatingData& m_data;
    const TwoTowerOptions& m_options;
    RatingOffsets m_offsets;
    bool m_allPairs = false;
    std::vector<State> m_state;      // per sample
    std::vector<float> m_targets;    // per sample: value minus offset
    std::vector<Sample> m_order;     // those of an epoch, batch after batch, by user within each
    std::vector<std::size_t> m_ends; // per batch: where its samples end in m_order, the removed ones left out

    Adam m_users, m_items;                   // d x users, k x items
    std::vector<TowerLayer<float>> m_layers; // values
    std::vector<Adam> m_weights, m_bias;     // their moments; values are kept in m_layers after each step
    std::vector<std::size_t> m_words;        // of random bits before each hidden layer, and in all
    std::uint64_t m_steps = 0;

    // Scratch of a step.
    std::span<const Sample> m_batch;
    std::vector<UserRange> m_ranges;
    std::vector<std::int32_t> m_rangeOf;      // per sample of the batch
    std::vector<float> m_slopes;              // per sample of the batch
    Columns m_outputs;                        // k x users of the batch
    Columns m_userGradients;                  // d x users of the batch
    std::vector<std::int32_t> m_touchedItems; // in order of first appearance
    std::vector<std::int32_t> m_itemEnd;      // per item: end of its samples in m_byItem; 0 outside a step
    std::vector<std::int32_t> m_byItem;       // samples of the batch grouped by item
    std::vector<Block> m_blocks;
};

} // namespace representer
