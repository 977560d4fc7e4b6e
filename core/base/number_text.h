#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace representer {

// Numbers as text and back, independent of the locale.

// The shortest text that reads back as the same double.
std::string exactText(double value);
// `digits` significant digits, for people: 4.212, 1.3e-07.
std::string shortText(double value, int digits = 4);
// The same with a sign always: +0.3521, -1.2, and "0" for zero.
std::string signedText(double value, int digits = 4);
// The whole text must be a finite decimal number ("1e3" yes; "0x10", "nan", "inf", "1e400", "" no).
std::optional<double> parseNumber(std::string_view text);
std::optional<long long> parseInteger(std::string_view text);

// Text from a file, safe to put into a message: shortened, control characters written as \xNN.
std::string quotedExcerpt(std::string_view text, std::size_t limit = 40);

} // namespace representer
