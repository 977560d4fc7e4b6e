#pragma once

#include <string>
#include <string_view>

namespace representer {

// Valid UTF-8 without NUL bytes whatever comes in: text that is not UTF-8 is taken for latin-1, which has a
// character for every byte, and NUL becomes a space. `repaired` is set when anything had to change, and left
// alone otherwise.
std::string repairedText(std::string_view bytes, bool& repaired);
std::string repairedText(std::string_view bytes);

} // namespace representer
