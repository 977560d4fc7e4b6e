#pragma once

#include "core/base/task_context.h"

#include <cstdint>
#include <functional>

namespace representer {

// Hands a piece of work to the thread that called runTasks().
using Post = std::function<void(std::function<void()>)>;

// Runs body(task, context, post) for task = 0 .. count-1 on `workers` fixed threads that take tasks in order.
// Posted closures run one after another on the calling thread, so that a single thread owns what they touch
// (a database connection, a list). Parallel loops inside a body share the thread limit instead of multiplying
// it. Returns when all tasks and closures are done; the first exception of either, or a stop asked of
// `context`, stops the others (their context is cancelled) and is rethrown here. What was posted before a
// stop still runs: finished work is not lost.
void runTasks(
    std::int64_t count, int workers, const TaskContext& context,
    const std::function<void(std::int64_t task, const TaskContext& context, const Post& post)>& body);

} // namespace representer
