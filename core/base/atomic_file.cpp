#include "core/base/atomic_file.h"

#include "core/base/error.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>
#include <unistd.h>

namespace representer {

void writeFileAtomically(const std::filesystem::path& path, std::string_view content)
{
    const std::filesystem::path neighbour = path.string() + ".part" + std::to_string(getpid());
    const auto fail = [&](const std::string& reason) {
        std::error_code ignored;
        std::filesystem::remove(neighbour, ignored);
        throw Error(Error::Kind::Storage, "cannot write " + path.string() + ": " + reason +
                    "; choose another place or make room. Nothing was written.");
    };
    errno = 0;
    std::ofstream out(neighbour, std::ios::binary);
    if (!out)
        fail(std::strerror(errno));
    out.write(content.data(), static_cast<std::streamsize>(content.size()));
    out.close();
    if (!out)
        fail(errno != 0 ? std::strerror(errno) : "the write failed");
    std::error_code problem;
    std::filesystem::rename(neighbour, path, problem);
    if (problem)
        fail(problem.message());
}

} // namespace representer
