#pragma once

#include "core/data/dataset.h"
#include "core/studies/deletion_study.h"

#include <cstddef>
#include <optional>
#include <string>

namespace representer {

// What a retraining does to all predictions of the test part.
struct Impact {
    std::size_t points = 0;
    std::optional<std::size_t> changedClass; // classifiers: predictions that changed sides
    double meanChange = 0;                   // mean |after - before|, training units (logits)
    double largestChange = 0;
    std::string metric; // "accuracy", or "mae" in the user's unit
    double metricBefore = 0;
    double metricAfter = 0;
};

Impact impactOnTestPart(const Dataset& dataset, const ModelContent& before, const ModelContent& after,
                        const ScoreFunction& score, const TaskContext& context = {});

} // namespace representer
