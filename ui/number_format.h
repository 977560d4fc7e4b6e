#pragma once

#include <QString>

#include <cstdint>
#include <string>
#include <string_view>

namespace representer {

// Every number on screen passes here: four significant digits; the full value belongs in tooltips and on the
// clipboard.
QString numberText(double value);       // 4.212, 1.3e-07
QString signedNumberText(double value); // +0.3521, −1.2 with a true minus sign
QString exactNumberText(double value);  // reads back as the same double
QString countText(std::int64_t count);  // 1 000 209, grouped by thin spaces
// "1 rating", "25 ratings": `one` and `many` say %1 where the count goes.
QString countedText(std::int64_t count, const QString& one, const QString& many);
QString percentText(double fraction);   // 0.8312 -> 83.1 %
QString durationText(double seconds);   // "0.8 s", "3 min", "2 h 5 min"

inline QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace representer
