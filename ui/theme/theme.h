#pragma once

#include <QPalette>
#include <QString>

namespace representer {

enum class Theme { System, Light, Dark };

QString themeKey(Theme theme); // for settings
Theme themeFromKey(const QString& key);

QPalette lightPalette();
QPalette darkPalette();
// Whether the desktop asked for dark colours when the program started.
bool systemIsDark();
// Style, palette and style sheet of the whole application. Widgets hear of it through PaletteChange.
void applyTheme(Theme theme);

} // namespace representer
