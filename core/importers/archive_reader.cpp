#include "core/importers/archive_reader.h"

#include "core/base/error.h"
#include "core/base/number_text.h"

#include <archive.h>
#include <archive_entry.h>

namespace representer {

namespace fs = std::filesystem;

namespace {

// A path that leaves the place it would be unpacked to. Nothing is unpacked to disk here, but such an archive
// was made to do harm, and its other members deserve no trust either.
bool leadsOut(std::string_view name)
{
    if (name.starts_with('/') || name.starts_with('\\') || (name.size() > 1 && name[1] == ':'))
        return true;
    for (std::size_t begin = 0; begin <= name.size();) {
        const auto end = std::min(name.find_first_of("/\\", begin), name.size());
        if (name.substr(begin, end - begin) == "..")
            return true;
        begin = end + 1;
    }
    return false;
}

} // namespace

ArchiveReader::ArchiveReader(const fs::path& path, const UnpackLimits& limits, const TaskContext& context)
    : m_path(path), m_limits(limits), m_context(context), m_archive(archive_read_new())
{
    std::error_code ignored;
    m_fileSize = static_cast<std::int64_t>(fs::file_size(path, ignored));
    archive_read_support_filter_gzip(m_archive);
    archive_read_support_filter_bzip2(m_archive);
    archive_read_support_filter_xz(m_archive);
    archive_read_support_format_tar(m_archive);
    archive_read_support_format_zip(m_archive);
    archive_read_support_format_raw(m_archive);
    if (archive_read_open_filename(m_archive, path.c_str(), 1 << 18) != ARCHIVE_OK) {
        const std::string reason =
            archive_error_string(m_archive) ? archive_error_string(m_archive) : "unreadable";
        archive_read_free(m_archive);
        throw Error(Error::Kind::BadFile, Place{path.string()},
                    "cannot be unpacked (" + reason + "): it is cut off or damaged; fetch or pack it again.");
    }
}

ArchiveReader::~ArchiveReader()
{
    archive_read_free(m_archive);
}

bool ArchiveReader::isArchive(const fs::path& path)
{
    ArchiveReader reader(path, {}, {});
    archive_entry* entry = nullptr;
    if (archive_read_next_header(reader.m_archive, &entry) < ARCHIVE_WARN)
        return false;
    return archive_format(reader.m_archive) != ARCHIVE_FORMAT_RAW;
}

std::optional<std::string> ArchiveReader::nextFile()
{
    archive_entry* entry = nullptr;
    for (;;) {
        m_context.checkpoint("Unpacking", archive_filter_bytes(m_archive, -1), m_fileSize);
        const int result = archive_read_next_header(m_archive, &entry);
        if (result == ARCHIVE_EOF)
            return std::nullopt;
        if (result < ARCHIVE_WARN)
            fail();
        const char* given = archive_entry_pathname(entry);
        if (!given)
            given = archive_entry_pathname_utf8(entry);
        const std::string name = given ? given : "unnamed";
        if (leadsOut(name))
            throw Error(
                Error::Kind::BadFile, Place{m_path.string()},
                "its member " + quotedExcerpt(name, 80) +
                    " leads out of the archive, so nothing of it is read; unpack it where it can do no harm, "
                    "look at it, and import the folder.");
        if (archive_entry_filetype(entry) == AE_IFREG)
            return name.starts_with("./") ? name.substr(2) : name;
    }
}

std::string_view ArchiveReader::nextBlock()
{
    const void* data = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    const int result = archive_read_data_block(m_archive, &data, &size, &offset);
    if (result == ARCHIVE_EOF)
        return {};
    if (result < ARCHIVE_WARN)
        fail();
    m_context.checkpoint("Unpacking", archive_filter_bytes(m_archive, -1), m_fileSize);
    m_unpacked += static_cast<std::int64_t>(size);
    if (m_unpacked > m_limits.bytes)
        throw Error(Error::Kind::BadFile, Place{m_path.string()},
                    "unpacks to more than " + std::to_string(m_limits.bytes) + " bytes from " +
                        std::to_string(m_fileSize) +
                        ", as an archive made to fill memory would; if you trust it, raise the limit with "
                        "--expansion-limit BYTES.");
    if (size == 0)
        return nextBlock();
    return {static_cast<const char*>(data), size};
}

void ArchiveReader::fail() const
{
    const char* reason = archive_error_string(m_archive);
    throw Error(Error::Kind::BadFile, Place{m_path.string()},
                "cannot be unpacked to its end (" + std::string(reason ? reason : "damaged data") +
                    "): it is cut off or damaged; fetch or pack it again.");
}

} // namespace representer
