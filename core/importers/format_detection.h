#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace representer {

// The format of a file by its first bytes; empty when none fits.
std::string formatOfContent(std::string_view beginning);
// The format of a folder or archive by the names in it; empty when none fits.
std::string formatOfMembers(const std::vector<std::string>& names);
// The one file of data in a folder or archive that holds nothing but it and notes like README; empty when
// there are more.
std::string onlyDataFile(const std::vector<std::string>& names);

} // namespace representer
