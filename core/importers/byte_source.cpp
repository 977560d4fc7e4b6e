#include "core/importers/byte_source.h"

#include "core/base/error.h"
#include "core/importers/archive_reader.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <new>
#include <utility>

namespace representer {

namespace fs = std::filesystem;

Bytes::Bytes(Bytes&& other) noexcept
    : m_data(std::exchange(other.m_data, nullptr)), m_size(std::exchange(other.m_size, 0)),
      m_capacity(std::exchange(other.m_capacity, 0))
{
}

Bytes& Bytes::operator=(Bytes&& other) noexcept
{
    if (this != &other) {
        release();
        m_data = std::exchange(other.m_data, nullptr);
        m_size = std::exchange(other.m_size, 0);
        m_capacity = std::exchange(other.m_capacity, 0);
    }
    return *this;
}

Bytes::~Bytes()
{
    release();
}

void Bytes::release()
{
    if (m_capacity > 0)
        std::free(m_data);
    else if (m_data)
        ::munmap(m_data, m_size);
    m_data = nullptr;
}

Bytes Bytes::map(const fs::path& path)
{
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status {};
    if (file < 0 || ::fstat(file, &status) != 0) {
        const std::string reason = std::strerror(errno);
        if (file >= 0)
            ::close(file);
        throw Error(Error::Kind::BadFile, Place{path.string()},
                    "cannot be opened (" + reason + "); check its permissions.");
    }
    Bytes bytes;
    bytes.m_size = static_cast<std::size_t>(status.st_size);
    if (bytes.m_size > 0) {
        void* data = ::mmap(nullptr, bytes.m_size, PROT_READ, MAP_PRIVATE, file, 0);
        const std::string reason = std::strerror(errno);
        ::close(file);
        if (data == MAP_FAILED) {
            bytes.m_size = 0;
            throw Error(Error::Kind::BadFile, Place{path.string()}, "cannot be read (" + reason + ").");
        }
        bytes.m_data = static_cast<char*>(data);
        ::madvise(data, bytes.m_size, MADV_SEQUENTIAL);
    } else {
        ::close(file);
    }
    return bytes;
}

void Bytes::append(std::string_view text)
{
    if (m_size + text.size() > m_capacity) {
        const std::size_t capacity =
            std::max({m_size + text.size(), m_capacity + m_capacity / 2, std::size_t{4096}});
        auto* data = static_cast<char*>(std::realloc(m_data, capacity));
        if (!data)
            throw std::bad_alloc();
        m_data = data;
        m_capacity = capacity;
    }
    if (!text.empty())
        std::memcpy(m_data + m_size, text.data(), text.size());
    m_size += text.size();
}

namespace {

bool hidden(const fs::path& path)
{
    return path.filename().string().starts_with('.');
}

// Files below a folder in order of their names. Broken links and what may not be read are left out.
std::vector<std::string> folderNames(const fs::path& folder)
{
    std::vector<std::string> names;
    std::error_code failure;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, failure);
    if (failure)
        throw Error(Error::Kind::BadFile, Place{folder.string()},
                    "the folder cannot be listed (" + failure.message() + "); check its permissions.");
    for (; entry != fs::recursive_directory_iterator(); entry.increment(failure)) {
        if (failure)
            break;
        std::error_code ignored;
        if (hidden(entry->path())) {
            if (entry->is_directory(ignored))
                entry.disable_recursion_pending();
        } else if (entry->is_regular_file(ignored)) {
            names.push_back(entry->path().lexically_relative(folder).generic_string());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

bool hiddenMember(const std::string& name)
{
    return name.starts_with('.') ? !name.starts_with("./") : name.find("/.") != std::string::npos;
}

Bytes unpackRest(ArchiveReader& archive)
{
    Bytes bytes;
    for (auto block = archive.nextBlock(); !block.empty(); block = archive.nextBlock())
        bytes.append(block);
    return bytes;
}

} // namespace

SourceKind sourceKind(const fs::path& path)
{
    std::error_code failure;
    const auto status = fs::status(path, failure);
    if (!fs::exists(status))
        throw Error(Error::Kind::BadFile, Place{path.string()},
                    "there is no such file or folder; check the path.");
    if (fs::is_directory(status))
        return SourceKind::Folder;
    if (!fs::is_regular_file(status))
        throw Error(Error::Kind::BadFile, Place{path.string()},
                    "is neither a file nor a folder; write its content to a file first.");
    std::string start(512, '\0');
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw Error(Error::Kind::BadFile, Place{path.string()}, "cannot be opened; check its permissions.");
    file.read(start.data(), static_cast<std::streamsize>(start.size()));
    start.resize(static_cast<std::size_t>(file.gcount()));
    const std::string_view head = start;
    if (head.starts_with("PK\x03\x04") || head.starts_with("PK\x05\x06") ||
        (head.size() > 262 && head.substr(257, 5) == "ustar"))
        return SourceKind::Archive;
    if (head.starts_with("\x1f\x8b") || head.starts_with("BZh") ||
        head.starts_with(std::string_view("\xfd"
                                          "7zXZ\0",
                                          6)))
        return ArchiveReader::isArchive(path) ? SourceKind::Archive : SourceKind::CompressedFile;
    return SourceKind::File;
}

Bytes readFile(const fs::path& path, const UnpackLimits& limits, const TaskContext& context)
{
    const auto kind = sourceKind(path);
    if (kind == SourceKind::Folder)
        throw Error(Error::Kind::BadFile, Place{path.string()},
                    "is a folder where a file is meant; name the file inside it.");
    if (kind == SourceKind::File)
        return Bytes::map(path);
    ArchiveReader archive(path, limits, context);
    Bytes bytes;
    std::string found;
    while (auto name = archive.nextFile()) {
        if (hiddenMember(*name))
            continue;
        if (!found.empty())
            throw Error(Error::Kind::BadFile, Place{path.string()},
                        "holds several files (" + found + ", " + *name +
                            ", ...) where one is meant; unpack it and name the file.");
        found = *name;
        bytes = unpackRest(archive);
    }
    return bytes;
}

std::string readBeginning(const fs::path& path, std::size_t size)
{
    std::string start;
    const auto kind = sourceKind(path);
    if (kind == SourceKind::Folder)
        throw Error(Error::Kind::BadFile, Place{path.string()}, "is a folder where a file is meant.");
    if (kind == SourceKind::File) {
        start.resize(size);
        std::ifstream file(path, std::ios::binary);
        file.read(start.data(), static_cast<std::streamsize>(size));
        start.resize(static_cast<std::size_t>(file.gcount()));
        return start;
    }
    ArchiveReader archive(path, {}, {});
    if (archive.nextFile())
        for (auto block = archive.nextBlock(); !block.empty() && start.size() < size;
             block = archive.nextBlock())
            start.append(block.substr(0, size - start.size()));
    return start;
}

std::vector<std::string> memberNames(const fs::path& path, std::size_t limit)
{
    std::vector<std::string> names;
    if (sourceKind(path) == SourceKind::Folder) {
        names = folderNames(path);
        names.resize(std::min(names.size(), limit));
        return names;
    }
    ArchiveReader archive(path, {}, {});
    while (names.size() < limit) {
        auto name = archive.nextFile();
        if (!name)
            break;
        if (!hiddenMember(*name))
            names.push_back(std::move(*name));
    }
    return names;
}

void visitMembers(const fs::path& path, const UnpackLimits& limits,
                  const std::function<bool(const std::string&)>& wanted,
                  const std::function<void(const std::string&, Bytes)>& take, const TaskContext& context)
{
    if (sourceKind(path) == SourceKind::Folder) {
        const auto names = folderNames(path);
        for (std::size_t i = 0; i < names.size(); ++i) {
            context.checkpoint("Reading files", static_cast<std::int64_t>(i),
                               static_cast<std::int64_t>(names.size()));
            if (wanted(names[i]))
                take(names[i], Bytes::map(path / names[i]));
        }
        return;
    }
    ArchiveReader archive(path, limits, context);
    while (auto name = archive.nextFile())
        if (!hiddenMember(*name) && wanted(*name))
            take(*name, unpackRest(archive));
}

} // namespace representer
