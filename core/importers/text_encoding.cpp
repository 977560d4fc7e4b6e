#include "core/importers/text_encoding.h"

#include <simdjson.h>

#include <algorithm>

namespace representer {

std::string repairedText(std::string_view bytes, bool& repaired)
{
    std::string text;
    if (simdjson::validate_utf8(bytes.data(), bytes.size())) {
        text = bytes;
    } else {
        repaired = true;
        text.reserve(bytes.size() + bytes.size() / 8);
        for (const char c : bytes) {
            const auto byte = static_cast<unsigned char>(c);
            if (byte < 0x80) {
                text += c;
            } else {
                text += static_cast<char>(0xc0 | (byte >> 6));
                text += static_cast<char>(0x80 | (byte & 0x3f));
            }
        }
    }
    if (text.find('\0') != std::string::npos) {
        repaired = true;
        std::replace(text.begin(), text.end(), '\0', ' ');
    }
    return text;
}

std::string repairedText(std::string_view bytes)
{
    bool ignored = false;
    return repairedText(bytes, ignored);
}

} // namespace representer
