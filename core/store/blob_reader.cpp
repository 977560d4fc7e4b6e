#include "core/store/blob_reader.h"

#include <SQLiteCpp/Database.h>
#include <sqlite3.h>

namespace representer {

BlobReader::~BlobReader()
{
    sqlite3_blob_close(m_blob);
}

void BlobReader::read(std::int64_t chunk, std::size_t offset, std::span<std::byte> out)
{
    sqlite3* handle = m_database.getHandle();
    const int opened = m_blob == nullptr
                           ? sqlite3_blob_open(handle, "main", "chunk", "bytes", chunk, 0, &m_blob)
                           : sqlite3_blob_reopen(m_blob, chunk);
    if (opened != SQLITE_OK)
        throw SQLite::Exception(handle, opened);
    if (static_cast<std::size_t>(sqlite3_blob_bytes(m_blob)) < offset + out.size())
        throw SQLite::Exception("a part of an array is shorter than it should be", SQLITE_CORRUPT);
    const int done =
        sqlite3_blob_read(m_blob, out.data(), static_cast<int>(out.size()), static_cast<int>(offset));
    if (done != SQLITE_OK)
        throw SQLite::Exception(handle, done);
}

} // namespace representer
