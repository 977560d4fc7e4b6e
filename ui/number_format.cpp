#include "ui/number_format.h"

#include "core/base/number_text.h"

#include <QCoreApplication>

#include <cmath>

namespace representer {

struct NumberFormat {
    Q_DECLARE_TR_FUNCTIONS(NumberFormat)
};

// A true minus sign is as wide as the plus sign, so columns of signed numbers line up.
static QString withTrueMinus(const std::string& text)
{
    QString result = toQString(text);
    if (result.startsWith(QLatin1Char('-')))
        result[0] = QChar(0x2212);
    return result;
}

QString numberText(double value)
{
    return withTrueMinus(shortText(value));
}

QString signedNumberText(double value)
{
    return withTrueMinus(signedText(value));
}

QString exactNumberText(double value)
{
    return toQString(exactText(value));
}

QString countText(std::int64_t count)
{
    QString digits = QString::number(count);
    const qsizetype first = count < 0 ? 1 : 0;
    for (qsizetype at = digits.size() - 3; at > first; at -= 3)
        digits.insert(at, QChar(0x2009));
    return digits;
}

QString countedText(std::int64_t count, const QString& one, const QString& many)
{
    return (count == 1 ? one : many).arg(countText(count));
}

QString percentText(double fraction)
{
    return NumberFormat::tr("%1 %").arg(100 * fraction, 0, 'f', 1);
}

QString durationText(double seconds)
{
    if (seconds < 0.001)
        return NumberFormat::tr("%1 µs").arg(std::lround(seconds * 1e6));
    if (seconds < 1)
        return NumberFormat::tr("%1 ms").arg(std::lround(seconds * 1e3));
    if (seconds < 10)
        return NumberFormat::tr("%1 s").arg(seconds, 0, 'f', 1);
    if (seconds < 90)
        return NumberFormat::tr("%1 s").arg(std::lround(seconds));
    const long minutes = std::lround(seconds / 60);
    if (minutes < 60)
        return NumberFormat::tr("%1 min").arg(minutes);
    return NumberFormat::tr("%1 h %2 min").arg(minutes / 60).arg(minutes % 60);
}

} // namespace representer
