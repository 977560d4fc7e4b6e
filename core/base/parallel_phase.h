#pragma once

#include <cstdint>
#include <functional>
#include <memory>

namespace representer {

// While it lives, the parallel loops of this thread find their helpers awake. For algorithms of many loops of
// less than a millisecond with serial work between them: a thread that went to sleep meanwhile is back only
// when such a loop is over. Helpers that wait keep a core busy for a moment, so a phase is for the length of
// a computation, not of a program. A phase within another does nothing.
class ParallelPhase {
public:
    ParallelPhase();
    ~ParallelPhase();
    ParallelPhase(const ParallelPhase&) = delete;
    ParallelPhase& operator=(const ParallelPhase&) = delete;

    // Runs body(0) .. body(blocks - 1) on the helpers of this thread's phase and on this thread; false where
    // there are none. The first exception of a body stops the loop and is rethrown.
    static bool run(std::int64_t blocks, const std::function<void(std::int64_t)>& body);

private:
    class Helpers;
    static thread_local Helpers* s_helpers; // of the phase this thread is in
    std::unique_ptr<Helpers> m_helpers;
};

} // namespace representer
