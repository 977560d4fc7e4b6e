#pragma once

#include "core/base/task_context.h"
#include "core/data/rating_data.h"
#include "core/models/train_report.h"
#include "core/models/two_tower_model.h"
#include "core/trainers/retrainer.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace representer {

// Adam on the mean loss of a batch; f(u, i) = offset + <tower(e_u), v_i>. The defaults are the settings for
// MovieLens-1M.
struct TwoTowerOptions {
    int dim = 64; // length of the user embedding
    std::vector<int> hidden{64, 64, 64,
                            64}; // widths of the layers; the last is the length of the item embeddings
    double dropout = 0.2;        // share of a hidden layer's outputs set to 0 in training
    Loss loss = Loss::Squared;
    double negatives =
        0; // implicit feedback: weight of each unobserved pair (label 0); 0: observed pairs only
    double rate = 0.001;
    int batch = 3000;
    int epochs = 20;
    int checkpoints = 5; // states kept for TracIn, evenly spaced, the last epoch among them
    bool mean = false;   // hold the mean rating fixed as an offset
    std::uint64_t seed = 0;
};

// Settings that suit a dataset: those of MovieLens-1M, three layers of 16 and 10 epochs for the many users
// with a few ratings of product reviews, 32 wide with more dropout for a tenth of MovieLens-1M.
struct TwoTowerPreset {
    std::string_view name;
    TwoTowerOptions options;
};
const std::vector<TwoTowerPreset>& twoTowerPresets();

struct TwoTowerResult {
    TwoTowerModel model;
    TrainReport report; // trace: mean training loss of each epoch, dropout included
    std::vector<std::string> notes;
};

// The most pairs (users x items) for which negatives are trained on.
inline constexpr std::int64_t maxTowerPairs = 50'000'000;

// The same result for a seed whatever the number of threads. Throws BadOption for options that make no
// network, Numerical when the training diverges.
TwoTowerResult trainTwoTower(const RatingData& data, const TwoTowerOptions& options,
                             const TaskContext& context = {});

// Repeats the original run (initialisation, batch order, dropout masks) with the removed samples skipped in
// their batches. A removed positive of implicit feedback is skipped, too: it does not become a negative.
std::unique_ptr<Retrainer> makeTwoTowerRetrainer(std::shared_ptr<const RatingData> data,
                                                 std::shared_ptr<const TwoTowerModel> model,
                                                 TwoTowerOptions options);

} // namespace representer
