#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

struct sqlite3_blob;
namespace SQLite {
class Database;
}

namespace representer {

// Copies bytes of chunk.bytes straight from SQLite's pages into memory of the caller: no BLOB is built in
// between.
class BlobReader {
public:
    explicit BlobReader(SQLite::Database& database) : m_database(database) {}
    ~BlobReader();
    BlobReader(const BlobReader&) = delete;
    BlobReader& operator=(const BlobReader&) = delete;

    // Bytes `offset` .. of the chunk in row `chunk`. Throws SQLite::Exception, also when the chunk is too
    // short.
    void read(std::int64_t chunk, std::size_t offset, std::span<std::byte> out);

private:
    SQLite::Database& m_database;
    sqlite3_blob* m_blob = nullptr;
};

} // namespace representer
