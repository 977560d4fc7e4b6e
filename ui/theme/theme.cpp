#include "ui/theme/theme.h"

#include "ui/theme/colours.h"
#include "ui/theme/style_sheet.h"

#include <QApplication>
#include <QStyle>
#include <QStyleFactory>
#include <QToolTip>

namespace representer {

QString themeKey(Theme theme)
{
    switch (theme) {
    case Theme::System:
        return QStringLiteral("system");
    case Theme::Light:
        return QStringLiteral("light");
    case Theme::Dark:
        return QStringLiteral("dark");
    }
    return {};
}

Theme themeFromKey(const QString& key)
{
    return key == QStringLiteral("light")  ? Theme::Light
           : key == QStringLiteral("dark") ? Theme::Dark
                                           : Theme::System;
}

namespace {

struct Tones {
    QRgb window, base, alternate, text, accent, onAccent, link, tip;
};

QPalette paletteOf(const Tones& tones)
{
    const QColor window = QColor::fromRgb(tones.window);
    const QColor base = QColor::fromRgb(tones.base);
    const QColor text = QColor::fromRgb(tones.text);
    QPalette palette(window);
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::WindowText, text);
    palette.setColor(QPalette::Base, base);
    palette.setColor(QPalette::AlternateBase, QColor::fromRgb(tones.alternate));
    palette.setColor(QPalette::Text, text);
    palette.setColor(QPalette::Button, base);
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::BrightText, QColor::fromRgb(tones.onAccent));
    palette.setColor(QPalette::Highlight, QColor::fromRgb(tones.accent));
    palette.setColor(QPalette::HighlightedText, QColor::fromRgb(tones.onAccent));
    palette.setColor(QPalette::Link, QColor::fromRgb(tones.link));
    palette.setColor(QPalette::LinkVisited, QColor::fromRgb(tones.link));
    palette.setColor(QPalette::ToolTipBase, QColor::fromRgb(tones.tip));
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::PlaceholderText, mixed(text, base, 0.45));
    palette.setColor(QPalette::Mid, mixed(window, text, 0.25));
    palette.setColor(QPalette::Midlight, mixed(window, text, 0.08));
    palette.setColor(QPalette::Dark, mixed(window, text, 0.35));
    palette.setColor(QPalette::Light, mixed(window, QColor(Qt::white), 0.2));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, mixed(text, window, 0.55));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, mixed(window, text, 0.2));
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, mixed(text, window, 0.4));
    return palette;
}

} // namespace

QPalette lightPalette()
{
    return paletteOf({.window = 0xf4f5f7,
                      .base = 0xffffff,
                      .alternate = 0xf7f8fa,
                      .text = 0x1d2330,
                      .accent = 0x2f5fd0,
                      .onAccent = 0xffffff,
                      .link = 0x2450b8,
                      .tip = 0xffffff});
}

QPalette darkPalette()
{
    return paletteOf({.window = 0x1a1d23,
                      .base = 0x22262e,
                      .alternate = 0x272b34,
                      .text = 0xe4e7ec,
                      .accent = 0x4a7ae8,
                      .onAccent = 0xffffff,
                      .link = 0x8fb1ff,
                      .tip = 0x2d323c});
}

bool systemIsDark()
{
    // The style's own palette before any theme of ours was applied is what the desktop asked for.
    static const bool dark = isDark(QApplication::palette());
    return dark;
}

void applyTheme(Theme theme)
{
    const bool dark = theme == Theme::Dark || (theme == Theme::System && systemIsDark());
    const QPalette palette = dark ? darkPalette() : lightPalette();
    if (!QApplication::style() || QApplication::style()->objectName() != QStringLiteral("fusion"))
        QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
    qApp->setStyleSheet(styleSheetFor(palette));
}

} // namespace representer
