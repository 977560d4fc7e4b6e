#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace representer {

// Which of the user's classes are label 1, and what the two labels are called.
struct ClassGrouping {
    std::map<std::string, std::uint8_t> labels; // class -> 0 or 1
    std::array<std::string, 2> labelNames;
};

// True when `name` fits `pattern`, in which * stands for any run of characters.
bool matchesPattern(std::string_view pattern, std::string_view name);

// classes: in order, the later of two being the positive one; patterns: those of --positive, possibly none.
// Throws when the patterns leave one side empty, when there is only one class, or when there are more than
// two and no pattern says which are positive.
ClassGrouping groupClasses(const std::vector<std::string>& classes, const std::vector<std::string>& patterns,
                           const std::string& source);

// The distinct names: by value when all are numbers, otherwise by letters.
std::vector<std::string> distinctClasses(const std::vector<std::string>& names);

// "a, b, c and 7 more", for messages.
std::string listed(const std::vector<std::string>& names, std::size_t limit = 20);

} // namespace representer
