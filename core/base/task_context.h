#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string_view>

namespace representer {

// How long work talks to whoever started it. Default-constructed it is silent, so tests pass {}.
// Long loops call checkpoint() at least every 50 ms of work.
class TaskContext {
public:
    // total 0 means "unknown". Called on the working thread, possibly from several workers of one task.
    using Report = std::function<void(std::string_view stage, std::int64_t done, std::int64_t total)>;

    // One step of an iterative solver: the objective reached, for a plot that grows while it runs.
    using Step = std::function<void(double objective)>;

    TaskContext() = default;
    TaskContext(std::stop_token stop, Report report, Step step = {})
        : m_stop(std::move(stop)), m_report(std::move(report)), m_step(std::move(step))
    {
    }

    // Throws Cancelled when a stop was asked for, otherwise reports.
    void checkpoint(std::string_view stage, std::int64_t done, std::int64_t total) const
    {
        throwIfStopped();
        if (m_report)
            m_report(stage, done, total);
    }
    void throwIfStopped() const
    {
        if (m_stop.stop_requested())
            throw Cancelled();
    }
    void stepped(double objective) const
    {
        if (m_step)
            m_step(objective);
    }
    const std::stop_token& stopToken() const { return m_stop; }

private:
    std::stop_token m_stop;
    Report m_report;
    Step m_step;
};

} // namespace representer
