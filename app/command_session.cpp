#include "app/command_session.h"

#include "app/progress_bar.h"
#include "core/base/parallel.h"

#include <csignal>
#include <memory>
#include <stop_token>

namespace representer {

namespace {
// Signal handlers may only touch lock-free state; request_stop() of a source without callbacks is an atomic store.
std::stop_source interruption;

extern "C" void onInterrupt(int)
{
    if (interruption.stop_requested())
        std::_Exit(130); // asked twice: leave at once, SQLite recovers on the next open
    interruption.request_stop();
}
} // namespace

CommandSession::CommandSession(const CommonOptions& options) : m_options(options)
{
    setThreadLimit(options.threads);
    std::signal(SIGINT, onInterrupt);
    std::signal(SIGTERM, onInterrupt);
    auto bar = std::make_shared<ProgressBar>(!options.quiet);
    m_context = TaskContext(interruption.get_token(),
                            [bar](std::string_view stage, std::int64_t done, std::int64_t total) {
                                bar->show(stage, done, total);
                            });
}

std::filesystem::path CommandSession::workspacePath() const
{
    return m_options.workspace.empty() ? defaultWorkspacePath() : std::filesystem::path(m_options.workspace);
}

Workspace CommandSession::openWorkspace(Workspace::Mode mode) const
{
    return Workspace(workspacePath(), mode);
}

} // namespace representer
