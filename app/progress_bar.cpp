#include "app/progress_bar.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <unistd.h>

namespace representer {

namespace {
std::string durationText(double seconds)
{
    const auto s = static_cast<long>(seconds + 0.5);
    if (s < 60)
        return std::to_string(s) + " s";
    if (s < 3600)
        return std::to_string(s / 60) + " min " + std::to_string(s % 60) + " s";
    return std::to_string(s / 3600) + " h " + std::to_string(s % 3600 / 60) + " min";
}
} // namespace

ProgressBar::ProgressBar(bool wanted) : m_active(wanted && isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar()
{
    if (m_drawn)
        std::fputs("\r\033[K", stderr);
}

void ProgressBar::show(std::string_view stage, std::int64_t done, std::int64_t total)
{
    if (!m_active)
        return;
    const std::lock_guard lock(m_mutex);
    const auto now = Clock::now();
    if (stage != m_stage) {
        m_stage = stage;
        m_stageStart = now;
    } else if (now - m_lastDrawn < std::chrono::milliseconds(100)) {
        return;
    }
    m_lastDrawn = now;
    m_drawn = true;
    std::string line = "\r\033[K" + m_stage;
    if (total > 0) {
        const double share = std::clamp(static_cast<double>(done) / static_cast<double>(total), 0.0, 1.0);
        const auto filled = static_cast<std::size_t>(share * 24);
        line += " [" + std::string(filled, '#') + std::string(24 - filled, '.') + "] " + std::to_string(done) + "/" +
                std::to_string(total);
        const double spent = std::chrono::duration<double>(now - m_stageStart).count();
        if (share > 0.02 && spent > 1)
            line += ", " + durationText(spent / share - spent) + " left";
    }
    std::fputs(line.c_str(), stderr);
    std::fflush(stderr);
}

} // namespace representer
