#pragma once

#include "core/data/dataset.h"
#include "core/models/model.h"

#include <QString>

#include <optional>

namespace representer {

// What a classifier's score means: the label it chooses and how surely.
struct Decision {
    int label = 0;     // 0 or 1
    double margin = 0; // distance of the score from the border between the labels, in the score's unit
    std::optional<double> probability; // of label 1; logistic loss only

    double probabilityOfLabel() const { return label == 1 ? *probability : 1 - *probability; }
    bool unsure() const;
};

// The border is 0 for logistic and hinge losses, 1/2 for the squared loss on labels 0 and 1.
Decision decide(const Model& model, double score);

// What the user calls label 0 or 1.
QString labelName(const Dataset& dataset, int label);

} // namespace representer
