#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace representer {

// Calls found(word, begin, length) for every word of UTF-8 text: a run of at least two letters, digits, marks
// or underscores, case folded and composed, with the bytes it came from. Bytes that are not UTF-8 separate
// words. The view `word` lives until the next call.
using FoundWord = std::function<void(std::string_view word, std::size_t begin, std::size_t length)>;
void eachWord(std::string_view text, const FoundWord& found);

} // namespace representer
