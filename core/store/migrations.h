#pragma once

#include <cstdint>

namespace SQLite {
class Database;
}

namespace representer {

// "rpx1": marks an SQLite file as a workspace of this program.
inline constexpr std::int32_t kApplicationId = 0x72707831;

// The version of the schema this program writes and the newest it can read.
int schemaVersion();
// Brings the schema up to schemaVersion(), one transaction per step; a failing step leaves the version before
// it.
void migrate(SQLite::Database& database);

} // namespace representer
