#pragma once

#include "core/base/task_context.h"
#include "core/data/training_edit.h"
#include "core/models/model.h"

#include <memory>

namespace representer {

// Trains one model again after an edit of its training part: same objective, same tolerance or the same seed and
// batch order, so that the difference is the edit and nothing else. An empty edit returns the original's parameters
// to the last bit. One object serves several threads: retrain() is const and keeps its scratch to itself.
class Retrainer {
public:
    virtual ~Retrainer() = default;
    // warmStart: a model of a nearby edit (for nested deletions), or null for the original. It may make a convex
    // problem quicker; it never changes what the result is an optimum of.
    virtual ModelContent retrain(const TrainingEdit& edit, const ModelContent* warmStart,
                                 const TaskContext& context) const = 0;
    // False when `warmStart` is ignored (stochastic training repeats its original run).
    virtual bool usesWarmStart() const { return true; }
    // Memory one concurrent retrain() needs beside what is shared.
    virtual std::size_t bytesPerWorker() const = 0;
};

} // namespace representer
