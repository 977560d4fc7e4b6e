#pragma once

#include "core/data/dataset.h"
#include "core/data/training_edit.h"
#include "core/studies/deletion_study.h"

#include <cstdint>
#include <vector>

namespace representer {

// Wrong labels on purpose: `share` of the training samples, drawn without repeats. Labels are turned; ratings
// are mirrored in the middle of their scale, and a rating in the very middle goes to either end. Throws a
// BadOption sentence for a share that plants nothing or everything, and for implicit feedback.
TrainingEdit plantMistakes(const Dataset& dataset, double share, std::uint64_t seed);

// The dataset with the new labels of an edit in its training part (removals are not applied).
Dataset relabelled(Dataset dataset, const TrainingEdit& edit);

// How badly the model fits each training sample: its loss.
std::vector<double> trainingLosses(const Dataset& dataset, const ModelContent& model,
                                   const ScoreFunction& score, const TaskContext& context = {});

// Samples to look at, most suspect first: by |value| descending, ties by index. For self-importances (how
// much a sample has to hold up its own prediction) and losses alike.
std::vector<TrainIndex> triageOrder(const std::vector<double>& values);

// Share of the planted mistakes found when the first share of the list is inspected, at up to `steps` + 1
// even shares from 0 to 1. Chance is the diagonal, area 0.5.
struct InspectionCurve {
    std::vector<double> inspected;
    std::vector<double> found;
    double area = 0;                    // exact, over every position of the list
    double foundAt(double share) const; // linear between the steps
};
InspectionCurve inspectionCurve(const std::vector<TrainIndex>& order, const std::vector<TrainIndex>& planted,
                                int steps = 100);

} // namespace representer
