#pragma once

#include "core/base/task_context.h"
#include "core/store/workspace.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace representer {

// The options every subcommand takes.
struct CommonOptions {
    std::string workspace; // empty: the default one
    std::string format = "text";
    std::string output;    // empty: standard output
    std::uint64_t seed = 0;
    int threads = 0;
    bool quiet = false;
};

// What a command works with: its options, the workspace and a way to report progress.
class CommandSession {
public:
    explicit CommandSession(const CommonOptions& options);

    const CommonOptions& options() const { return m_options; }
    std::filesystem::path workspacePath() const;
    Workspace openWorkspace(Workspace::Mode mode = Workspace::Mode::OpenExisting) const;
    // Shows a progress bar on a terminal; stops at Ctrl+C.
    const TaskContext& context() const { return m_context; }

private:
    CommonOptions m_options;
    TaskContext m_context;
};

} // namespace representer
