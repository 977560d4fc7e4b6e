#pragma once

#include "core/base/error.h"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace representer {

// Line and column (from 1) of a byte of `text`. Lines end with \n, \r\n or \r.
Place placeAt(const std::string& file, std::string_view text, std::size_t offset);
// The offending token with its place: throws Error(BadFile).
[[noreturn]] void throwAt(const std::string& file, std::string_view text, std::size_t offset,
                          const std::string& sentence);

// The text after a UTF-8 byte order mark; UTF-16 and UTF-32 are refused with the way to convert them, and an
// empty file with a sentence of its own.
std::string_view requireText(std::string_view text, const std::string& file);

// Cuts the next line off `rest`; false at the end. A last line needs no line end.
bool nextLine(std::string_view& rest, std::string_view& line);
std::string_view trimmed(std::string_view text);

// Reads a decimal number at `at` and returns where it ends; nullptr when there is none or it is not finite.
// Exactly rounded: up to 2^53 times a power of ten within 10^22 one multiplication or division is (Clinger
// 1990), and everything else goes to std::from_chars.
inline const char* readDecimal(const char* at, const char* end, double& value)
{
    static constexpr double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                        1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                        1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const bool negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+'))
        ++at;
    const char* start = at;
    std::uint64_t mantissa = 0;
    const auto digit = [&](const char* p) { return p < end && static_cast<unsigned char>(*p - '0') <= 9; };
    for (; digit(at); ++at)
        mantissa = mantissa * 10 + static_cast<std::uint64_t>(*at - '0');
    auto digits = at - start;
    std::int64_t exponent = 0;
    if (at < end && *at == '.') {
        const char* fraction = ++at;
        for (; digit(at); ++at)
            mantissa = mantissa * 10 + static_cast<std::uint64_t>(*at - '0');
        exponent = fraction - at;
        digits += at - fraction;
    }
    if (digits == 0)
        return nullptr;
    if (at < end && (*at == 'e' || *at == 'E')) {
        const char* p = at + 1;
        const bool minus = p < end && *p == '-';
        if (p < end && (*p == '-' || *p == '+'))
            ++p;
        if (!digit(p))
            return nullptr;
        std::int64_t given = 0;
        for (; digit(p); ++p)
            given = given < 100000 ? given * 10 + (*p - '0') : given;
        exponent += minus ? -given : given;
        at = p;
    }
    if (digits <= 18 && mantissa <= (std::uint64_t{1} << 53) && exponent >= -22 && exponent <= 22) {
        const auto whole = static_cast<double>(mantissa);
        value = exponent < 0 ? whole / powers[-exponent] : whole * powers[exponent];
    } else {
        const auto result = std::from_chars(start, at, value);
        if (result.ec != std::errc() || result.ptr != at || !std::isfinite(value))
            return nullptr;
    }
    if (negative)
        value = -value;
    return at;
}

} // namespace representer
