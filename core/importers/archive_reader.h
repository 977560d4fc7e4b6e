#pragma once

#include "core/importers/byte_source.h"

#include <optional>

struct archive;

namespace representer {

// One pass over a compressed file or archive (libarchive): .gz .bz2 .xz, .zip, .tar and compressed .tar.
// A compressed single file is an archive with one member.
class ArchiveReader {
public:
    ArchiveReader(const std::filesystem::path& path, const UnpackLimits& limits, const TaskContext& context);
    ~ArchiveReader();
    ArchiveReader(const ArchiveReader&) = delete;
    ArchiveReader& operator=(const ArchiveReader&) = delete;

    // Whether the compressed file has members, as a .tar.gz does and a .txt.gz does not.
    static bool isArchive(const std::filesystem::path& path);

    // The name of the next file, or nothing at the end. Names that lead out of the archive are refused.
    std::optional<std::string> nextFile();
    // The next piece of the current file; empty at its end. Valid until the next call.
    std::string_view nextBlock();

private:
    [[noreturn]] void fail() const;

    std::filesystem::path m_path;
    UnpackLimits m_limits;
    TaskContext m_context;
    std::int64_t m_fileSize = 0;
    std::int64_t m_unpacked = 0;
    ::archive* m_archive;
};

} // namespace representer
