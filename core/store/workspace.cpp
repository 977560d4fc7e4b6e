#include "core/store/workspace.h"

#include "core/base/error.h"
#include "core/store/migrations.h"
#include "core/store/storage_error.h"

#include <SQLiteCpp/Database.h>

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

namespace representer {

namespace fs = std::filesystem;

namespace {

constexpr int kBusyMilliseconds = 100; // WriteTransaction goes on waiting, cancellably
// Measured on 100 MB of arrays: 16 KiB pages write 1.3 times as fast as 4 KiB ones and larger pages gain no
// more, while each of the small tables takes at least one page.
constexpr const char* kPageSize = "PRAGMA page_size = 16384";

[[noreturn]] void refuse(const fs::path& path, const std::string& why)
{
    throw Error(Error::Kind::Storage, "The workspace " + path.string() + " cannot be opened: " + why);
}

// Everything that can be told without SQLite, so that each case has its own words and nothing is touched.
void inspect(const fs::path& path)
{
    if (fs::is_directory(path))
        refuse(path,
               "it is a folder. Name a file in it, for example " + (path / "workspace.rpx").string() + ".");
    if (!fs::is_regular_file(path))
        refuse(path, "it is neither a file nor a link to one. Name another file.");
    std::ifstream file(path, std::ios::binary);
    if (!file)
        refuse(path, std::string(std::strerror(errno)) + ". Change its permissions or name another file.");
    constexpr std::string_view magic("SQLite format 3\0", 16);
    char start[magic.size()] = {};
    file.read(start, static_cast<std::streamsize>(magic.size()));
    if (file.gcount() == 0)
        refuse(path, "the file is empty. Delete it, and a new workspace will be made in its place, or name "
                     "another file.");
    if (static_cast<std::size_t>(file.gcount()) < magic.size() ||
        std::string_view(start, magic.size()) != magic)
        refuse(path, "it is not a workspace (it does not begin like an SQLite file). It was left as it is; "
                     "to import it, "
                     "use `representer import`, or name another file.");
}

void checkIdentity(const fs::path& path, SQLite::Database& database)
{
    const int application = database.execAndGet("PRAGMA application_id").getInt();
    if (application != kApplicationId)
        refuse(path, "it is an SQLite file of another program. It was left as it is; name another file.");
    const int version = database.execAndGet("PRAGMA user_version").getInt();
    if (version > schemaVersion())
        refuse(path, "it was written by a newer version of this program (format " + std::to_string(version) +
                         ", this program knows formats up to " + std::to_string(schemaVersion()) +
                         "). It was left as it is; install the newer program.");
}

// Made beside its final name and linked there when complete, so that no moment leaves half a workspace under
// the name.
void create(const fs::path& path)
{
    std::error_code ignored;
    if (path.has_parent_path()) {
        fs::create_directories(path.parent_path(), ignored);
        if (!fs::is_directory(path.parent_path()))
            refuse(path, "its folder " + path.parent_path().string() + " does not exist and cannot be made.");
    }
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    if (::access(folder.c_str(), W_OK) != 0)
        refuse(path, "it does not exist, and its folder " + folder.string() +
                         " is read-only for you. Name a file in a folder you may write to.");
    const fs::path fresh = path.string() + ".new-" + std::to_string(::getpid());
    struct Remove {
        const fs::path& file;
        ~Remove()
        {
            std::error_code none;
            fs::remove(file, none);
        }
    } remove{fresh};
    try {
        fs::remove(fresh, ignored);
        SQLite::Database database(fresh.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        database.exec(kPageSize);
        migrate(database);
        database.exec("PRAGMA journal_mode = WAL");
    } catch (const SQLite::Exception& exception) {
        throwStorageError(path, "Making a new file", exception, errno);
    }
    if (::link(fresh.c_str(), path.c_str()) == 0 || errno == EEXIST)
        return;
    fs::rename(fresh, path); // a file system without hard links
}

bool writable(const fs::path& path)
{
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    return ::access(path.c_str(), W_OK) == 0 && ::access(folder.c_str(), W_OK) == 0;
}

// Percent-encoded, for SQLite's file: names.
std::string uriPath(const fs::path& path)
{
    constexpr char hex[] = "0123456789ABCDEF";
    std::string uri;
    for (const char c : fs::absolute(path).string()) {
        if (c == '?' || c == '#' || c == '%' || static_cast<unsigned char>(c) < 0x20) {
            uri += '%';
            uri += hex[static_cast<unsigned char>(c) >> 4];
            uri += hex[static_cast<unsigned char>(c) & 15];
        } else {
            uri += c;
        }
    }
    return uri;
}

std::unique_ptr<SQLite::Database> openReadOnly(const fs::path& path)
{
    // Without a -wal file there is nothing beside the file itself, and "immutable" keeps SQLite from making
    // one. With one, somebody is writing or was interrupted: its content belongs to the workspace and must be
    // read.
    std::error_code ignored;
    const bool alone = !fs::exists(path.string() + "-wal", ignored);
    return std::make_unique<SQLite::Database>("file:" + uriPath(path) +
                                                  (alone ? "?mode=ro&immutable=1" : "?mode=ro"),
                                              SQLite::OPEN_READONLY | SQLite::OPEN_URI, kBusyMilliseconds);
}

} // namespace

Workspace::Workspace(const fs::path& path, Mode mode) : m_path(path)
{
    if (!fs::exists(path)) {
        if (mode != Mode::OpenOrCreate)
            throw Error(Error::Kind::NotFound,
                        "There is no workspace " + path.string() + ". Check the name.");
        create(path);
    }
    inspect(path);
    m_readOnly = mode == Mode::ReadOnly || !writable(path);
    try {
        m_database = m_readOnly ? openReadOnly(path)
                                : std::make_unique<SQLite::Database>(path.string(), SQLite::OPEN_READWRITE,
                                                                     kBusyMilliseconds);
        checkIdentity(path, *m_database);
        m_database->exec("PRAGMA foreign_keys = ON");
        if (m_readOnly)
            return;
        // Safe against a killed program; only a power cut may lose the last transaction, never the file.
        m_database->exec("PRAGMA synchronous = NORMAL");
        m_database->exec("PRAGMA secure_delete = OFF");
        migrate(*m_database);
    } catch (const SQLite::Exception& exception) {
        throwStorageError(path, "Opening", exception, errno);
    }
}

Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

void Workspace::shrinkLog() const
{
    m_database->tryExec("PRAGMA wal_checkpoint(TRUNCATE)");
}

fs::path defaultWorkspacePath()
{
    const char* data = std::getenv("XDG_DATA_HOME");
    const char* home = std::getenv("HOME");
    // The XDG specification: a relative XDG_DATA_HOME is to be ignored.
    const fs::path base = data != nullptr && fs::path(data).is_absolute()
                              ? fs::path(data)
                              : fs::path(home != nullptr ? home : ".") / ".local" / "share";
    return base / "representer" / "workspace.rpx";
}

} // namespace representer
