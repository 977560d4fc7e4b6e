#pragma once

#include "core/base/task_context.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace representer {

// The bytes of one file: mapped when it lies plainly on disk, in memory when it was unpacked.
class Bytes {
public:
    Bytes() = default;
    explicit Bytes(std::string_view text) { append(text); }
    Bytes(Bytes&& other) noexcept;
    Bytes& operator=(Bytes&& other) noexcept;
    ~Bytes();

    static Bytes map(const std::filesystem::path& path);
    // Only for bytes in memory. Grows by moving pages, so that unpacking never holds the text twice.
    void append(std::string_view text);
    std::string_view view() const { return {m_data, m_size}; }

private:
    void release();
    char* m_data = nullptr;
    std::size_t m_size = 0;
    std::size_t m_capacity = 0; // 0: mapped
};

// How far archives may unfold.
struct UnpackLimits {
    std::int64_t bytes = std::int64_t{8} << 30;
};

enum class SourceKind { File, CompressedFile, Archive, Folder };

// What stands at `path`; throws when nothing does or it cannot be read. Judged by content, not by extension.
SourceKind sourceKind(const std::filesystem::path& path);
inline bool hasMembers(SourceKind kind)
{
    return kind == SourceKind::Archive || kind == SourceKind::Folder;
}

// One file: mapped, or unpacked (.gz .bz2 .xz). An archive with exactly one file counts as that file.
Bytes readFile(const std::filesystem::path& path, const UnpackLimits& limits,
               const TaskContext& context = {});
// At most `size` bytes from the beginning, unpacked.
std::string readBeginning(const std::filesystem::path& path, std::size_t size);

// Paths of files inside a folder or archive, relative, '/' between folders; at most `limit` of them. Hidden
// files are left out. A path that leads out of an archive is refused.
std::vector<std::string> memberNames(const std::filesystem::path& path, std::size_t limit);
// One pass over a folder (in order of names) or archive (in its order): `take` gets every file that `wanted`
// accepts.
void visitMembers(const std::filesystem::path& path, const UnpackLimits& limits,
                  const std::function<bool(const std::string& name)>& wanted,
                  const std::function<void(const std::string& name, Bytes bytes)>& take,
                  const TaskContext& context = {});

} // namespace representer
