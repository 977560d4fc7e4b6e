#pragma once

#include "core/base/index_types.h"
#include "core/base/matrix_types.h"
#include "core/models/factor_model.h"
#include "core/models/loss.h"

#include <vector>

namespace representer {

// One dense layer h -> W h + b.
struct DenseLayer {
    Matrix weights; // out x in
    Vector bias;    // out
};

struct TwoTowerWeights {
    RowMatrix userEmbeddings; // users x d
    std::vector<DenseLayer> layers; // ReLU between layers, none after the last
    RowMatrix itemEmbeddings; // items x k, k = width of the last layer
};

// Outputs of the user tower for all users, users x k.
RowMatrix userTowerOutputs(const TwoTowerWeights& weights);

struct TwoTowerCheckpoint {
    int epoch = 0;
    double rate = 0;
    TwoTowerWeights weights;
};

// f(u, i) = offset + <tower(userEmbeddings_u), itemEmbeddings_i>: a multi-layer perceptron on the user side
// (YoutubeNet), plain embeddings on the item side. Dropout acts in training only.
struct TwoTowerModel {
    Loss loss = Loss::Squared;
    double negativesWeight = 0;
    RatingOffsets offsets;
    TwoTowerWeights weights;
    std::vector<TwoTowerCheckpoint> checkpoints; // loaded only when asked for

    // Outputs of the user tower for all users, users x k.
    RowMatrix userOutputs() const;
    double score(UserIndex user, ItemIndex item) const;
};

} // namespace representer
