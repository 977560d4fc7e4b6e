#pragma once

#include "core/explainers/explainer.h"
#include "core/studies/deletion_plan.h"

#include <cstdint>
#include <span>
#include <vector>

namespace representer {

// One sample and what it contributes to a test point, both sides added up when it is on both.
struct RankedSample {
    TrainIndex index;
    double importance = 0;
};

// Importance per training sample, added over the points (one point: the explanation itself), ascending by
// index. Each point has its own random baseline, made from `seed` and the point alone.
std::vector<RankedSample> summedImportances(const Explainer& explainer, std::span<const TestPoint> points,
                                            std::uint64_t seed);

// The samples in the order of removal: for Positive those with importance > 0, largest first; for Negative
// those with importance < 0, most negative first. A method whose signs mean nothing (random) keeps all of
// them. Ties go by index. Samples that push the other way, or not at all, are never removed to fill up to k.
std::vector<RankedSample> removalOrder(std::vector<RankedSample> samples, Sign sign, bool signsMeanSomething);

// True for every method but the random baseline.
bool signsMeanSomething(const MethodDescriptor& method);

// The first k of an order, ascending by index as a TrainingEdit wants them. k <= order.size().
std::vector<TrainIndex> firstOf(std::span<const RankedSample> order, std::size_t k);

} // namespace representer
