#include "core/base/number_text.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <array>

namespace representer {

std::string exactText(double value)
{
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

std::string shortText(double value, int digits)
{
    if (value == 0)
        return "0"; // also turns -0 into 0
    std::array<char, 48> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::general, digits).ptr;
    return {buffer.data(), end};
}

std::string signedText(double value, int digits)
{
    return (value > 0 ? "+" : "") + shortText(value, digits);
}

std::optional<double> parseNumber(std::string_view text)
{
    if (!text.empty() && text.front() == '+')
        text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::optional<long long> parseInteger(std::string_view text)
{
    if (!text.empty() && text.front() == '+')
        text.remove_prefix(1);
    long long value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::string quotedExcerpt(std::string_view text, std::size_t limit)
{
    std::string result = "\"";
    for (std::size_t i = 0; i < text.size() && i < limit; ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c < 0x20 || c == 0x7f) {
            std::array<char, 8> code{};
            std::snprintf(code.data(), code.size(), "\\x%02X", static_cast<unsigned>(c));
            result += code.data();
        } else {
            result += text[i];
        }
    }
    return result + (text.size() > limit ? "…\"" : "\"");
}

} // namespace representer
