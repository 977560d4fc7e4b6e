#include "ui/theme/colours.h"

#include <array>

namespace representer {

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < 128;
}

QColor mixed(const QColor& a, const QColor& b, double share)
{
    const auto mix = [share](int x, int y) { return static_cast<int>(x + share * (y - x) + 0.5); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

QColor upColour(const QPalette& palette)
{
    return isDark(palette) ? QColor(0x56, 0xb4, 0xe9) : QColor(0x00, 0x72, 0xb2);
}

QColor downColour(const QPalette& palette)
{
    return isDark(palette) ? QColor(0xf0, 0x8a, 0x45) : QColor(0xd5, 0x5e, 0x00);
}

QColor seriesColour(int index, const QPalette& palette)
{
    static constexpr std::array<QRgb, 7> light{0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7,
                                               0xb87f00, 0x3a9bd6, 0x5b5b5b};
    static constexpr std::array<QRgb, 7> dark{0x56b4e9, 0xf08a45, 0x2fc79b, 0xdb9bc0,
                                              0xe6b33c, 0x8cc8ee, 0xb8b8b8};
    const auto at = static_cast<std::size_t>(index) % light.size();
    return QColor::fromRgb(isDark(palette) ? dark[at] : light[at]);
}

QColor accentColour(const QPalette& palette)
{
    return palette.color(QPalette::Highlight);
}

QColor mutedTextColour(const QPalette& palette)
{
    return mixed(palette.color(QPalette::Text), palette.color(QPalette::Base), 0.36);
}

QColor borderColour(const QPalette& palette)
{
    return mixed(palette.color(QPalette::Window), palette.color(QPalette::Text),
                 isDark(palette) ? 0.16 : 0.13);
}

QColor cardColour(const QPalette& palette)
{
    return palette.color(QPalette::Base);
}

QColor goodColour(const QPalette& palette)
{
    return isDark(palette) ? QColor(0x2f, 0xc7, 0x9b) : QColor(0x00, 0x7d, 0x5b);
}

QColor warningColour(const QPalette& palette)
{
    return isDark(palette) ? QColor(0xe6, 0xb3, 0x3c) : QColor(0x96, 0x63, 0x00);
}

QColor errorColour(const QPalette& palette)
{
    return isDark(palette) ? QColor(0xf2, 0x85, 0x7d) : QColor(0xb3, 0x26, 0x1e);
}

} // namespace representer
