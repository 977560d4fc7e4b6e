#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace SQLite {
class Database;
}

namespace representer {

// One SQLite file (*.rpx) with datasets, models, studies and notes. A connection belongs to one thread: each
// job opens its own Workspace on the same path (opening is cheap; WAL lets readers and one writer work side
// by side).
class Workspace {
public:
    enum class Mode {
        OpenOrCreate,
        OpenExisting,
        ReadOnly // nothing is written, not even the -wal file
    };
    explicit Workspace(const std::filesystem::path& path, Mode mode = Mode::OpenOrCreate);
    ~Workspace();
    Workspace(Workspace&&) noexcept;
    Workspace& operator=(Workspace&&) noexcept;

    const std::filesystem::path& path() const { return m_path; }
    bool readOnly() const { return m_readOnly; }
    SQLite::Database& database() const { return *m_database; }

    // Moves the write-ahead log into the file and empties it; called after large writes. Without effect while
    // another connection reads: the log is then emptied later.
    void shrinkLog() const;

    // Integrity: what is damaged, and for each whether it can be rebuilt (and how). Empty: all is well.
    std::vector<std::string> check() const;

private:
    std::filesystem::path m_path;
    bool m_readOnly = false;
    std::unique_ptr<SQLite::Database> m_database;
};

// Where the workspace is when the user names none: the user's data folder (XDG_DATA_HOME or ~/.local/share).
std::filesystem::path defaultWorkspacePath();

} // namespace representer
