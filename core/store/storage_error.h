#pragma once

#include <filesystem>
#include <string_view>
#include <utility>

#include <SQLiteCpp/Exception.h>
#include <nlohmann/json.hpp>

namespace SQLite {
class Database;
}

namespace representer {

class Workspace;

// What SQLite reported, as a sentence: what was being done, to which file, why it failed, what to do. An
// interrupted statement becomes Cancelled. `systemError` is errno of the failed call, 0 when unknown.
[[noreturn]] void throwStorageError(const std::filesystem::path& path, std::string_view doing,
                                    const SQLite::Exception& exception, int systemError);
[[noreturn]] void throwStorageError(const Workspace& workspace, std::string_view doing,
                                    const SQLite::Exception& exception);
// A column that should hold JSON and does not: the file is damaged.
[[noreturn]] void throwUnreadable(const Workspace& workspace, std::string_view doing,
                                  const nlohmann::json::exception& exception);

// Runs `work`; `doing` begins the sentence of a failure: "Storing the dataset \"films\"".
template<class Work>
decltype(auto) guarded(const Workspace& workspace, std::string_view doing, Work&& work)
{
    try {
        return std::forward<Work>(work)();
    } catch (const SQLite::Exception& exception) {
        throwStorageError(workspace, doing, exception);
    } catch (const nlohmann::json::exception& exception) {
        throwUnreadable(workspace, doing, exception);
    }
}

} // namespace representer
