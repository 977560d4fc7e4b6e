#pragma once

#include <filesystem>
#include <string_view>

namespace representer {

// Writes a file whole or not at all: into a neighbour first, then renamed over the target. Throws Storage with the
// reason (no permission, disk full, ...).
void writeFileAtomically(const std::filesystem::path& path, std::string_view content);

} // namespace representer
