#include "core/store/storage_error.h"

#include "core/base/error.h"
#include "core/store/workspace.h"

#include <SQLiteCpp/Database.h>
#include <sqlite3.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace representer {

namespace {

bool meansDiskFull(int code, int systemError)
{
    const bool outOfSpace = systemError == ENOSPC || systemError == EFBIG || systemError == EDQUOT;
    return code == SQLITE_FULL || (code == SQLITE_IOERR && outOfSpace);
}

// Why, and what to do about it.
std::string reason(int code, int systemError, const SQLite::Exception& exception)
{
    if (meansDiskFull(code, systemError))
        return "there is no room left on the disk (or the quota is used up). Nothing was changed; free some "
               "space "
               "and try again.";
    switch (code) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return "another program is writing to it or holds it locked. Nothing was changed; wait until that "
               "has "
               "finished, or close the other window, and try again.";
    case SQLITE_READONLY:
        return "the file or its folder is read-only. Nothing was changed; copy the workspace to a place you "
               "may "
               "write to, or change its permissions.";
    case SQLITE_CORRUPT:
        return "the file is damaged (" + std::string(exception.getErrorStr()) +
               "). Nothing was changed; run `representer check` on it to see what can be rebuilt, and "
               "restore a backup "
               "of the rest.";
    case SQLITE_NOTADB:
        return "the file is not a workspace (it is not an SQLite file, or its beginning is damaged). Name "
               "another file.";
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return "the file cannot be opened" +
               (systemError != 0 ? " (" + std::string(std::strerror(systemError)) + ")" : std::string()) +
               ". Check that its folder exists and that you may read and write there.";
    case SQLITE_IOERR:
        // The reason of a failed commit is lost in its roll-back; what failed is known.
        if (exception.getExtendedErrorCode() == SQLITE_IOERR_WRITE && systemError == 0)
            return "it could not be written: the disk is full, or a limit on the size of files is reached. "
                   "Nothing was changed; free some space and try again.";
        return "reading or writing failed" +
               (systemError != 0 ? " (" + std::string(std::strerror(systemError)) + ")" : std::string()) +
               ". Nothing was changed; check the disk or the network drive it is on.";
    case SQLITE_NOMEM:
        return "there is not enough memory. Nothing was changed; close other programs and try again.";
    default:
        return std::string(exception.getErrorStr()) + ". Nothing was changed.";
    }
}

} // namespace

void throwStorageError(const std::filesystem::path& path, std::string_view doing,
                       const SQLite::Exception& exception, int systemError)
{
    const int code = exception.getErrorCode() & 0xff;
    if (code == SQLITE_INTERRUPT)
        throw Cancelled();
    throw Error(Error::Kind::Storage, std::string(doing) + " failed in the workspace " + path.string() +
                                          ": " + reason(code, systemError, exception));
}

void throwUnreadable(const Workspace& workspace, std::string_view doing,
                     const nlohmann::json::exception& exception)
{
    throwStorageError(workspace.path(), doing, SQLite::Exception(exception.what(), SQLITE_CORRUPT), 0);
}

void throwStorageError(const Workspace& workspace, std::string_view doing, const SQLite::Exception& exception)
{
    // A file opened for reading only reports "attempt to write a readonly database" whatever its permissions.
    throwStorageError(workspace.path(), doing, exception,
                      sqlite3_system_errno(workspace.database().getHandle()));
}

} // namespace representer
