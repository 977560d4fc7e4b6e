#include "core/data/words.h"

#include <utf8proc.h>

#include <array>
#include <cstdlib>
#include <memory>

namespace representer {

namespace {

// What each ASCII byte becomes inside a word; 0: not part of one.
constexpr std::array<char, 128> asciiFolds = [] {
    std::array<char, 128> folds{};
    for (char c = '0'; c <= '9'; ++c)
        folds[static_cast<std::size_t>(c)] = c;
    for (char c = 'a'; c <= 'z'; ++c) {
        folds[static_cast<std::size_t>(c)] = c;
        folds[static_cast<std::size_t>(c - 'a' + 'A')] = c;
    }
    folds['_'] = '_';
    return folds;
}();

bool wordCategory(utf8proc_int32_t codePoint)
{
    switch (utf8proc_category(codePoint)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
        return true;
    default:
        return false;
    }
}

// Case folded and composed, so that the same word written in two ways is one word.
void fold(std::string_view word, std::string& folded)
{
    utf8proc_uint8_t* mapped = nullptr;
    const auto length = utf8proc_map(
        reinterpret_cast<const utf8proc_uint8_t*>(word.data()), static_cast<utf8proc_ssize_t>(word.size()),
        &mapped, static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD));
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, &std::free);
    if (length >= 0)
        folded.assign(reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(length));
    else
        folded.assign(word);
}

} // namespace

void eachWord(std::string_view text, const FoundWord& found)
{
    std::string word;
    for (std::size_t at = 0; at < text.size();) {
        const auto begin = at;
        std::size_t characters = 0;
        bool ascii = true;
        word.clear();
        while (at < text.size()) {
            const auto byte = static_cast<unsigned char>(text[at]);
            if (byte < 0x80) {
                const char folded = asciiFolds[byte];
                if (folded == 0)
                    break;
                word += folded;
                ++at;
            } else {
                utf8proc_int32_t codePoint = 0;
                const auto length =
                    utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()) + at,
                                     static_cast<utf8proc_ssize_t>(text.size() - at), &codePoint);
                if (length <= 0 || !wordCategory(codePoint))
                    break;
                ascii = false;
                at += static_cast<std::size_t>(length);
            }
            ++characters;
        }
        if (characters >= 2) {
            if (!ascii)
                fold(text.substr(begin, at - begin), word);
            found(word, begin, at - begin);
        }
        // Pass over what ended the word: one byte is enough, a continuation byte ends the next run at once.
        if (at < text.size())
            ++at;
    }
}

} // namespace representer
