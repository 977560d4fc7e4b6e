#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace representer {

// One line on standard error with stage, bar and time left; only on a terminal, at most ten times a second.
class ProgressBar {
public:
    explicit ProgressBar(bool wanted);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    void show(std::string_view stage, std::int64_t done, std::int64_t total); // any thread

private:
    using Clock = std::chrono::steady_clock;
    std::mutex m_mutex;
    bool m_active;
    bool m_drawn = false;
    std::string m_stage;
    Clock::time_point m_stageStart;
    Clock::time_point m_lastDrawn;
};

} // namespace representer
