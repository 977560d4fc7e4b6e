#pragma once

#include <QColor>
#include <QIcon>
#include <QPalette>
#include <QString>

namespace representer {

// An icon of resources/icons (name without folder and ending) drawn in the text colours of the palette.
// Ask again after PaletteChange.
QIcon themedIcon(const QString& name, const QPalette& palette);
QPixmap tintedPixmap(const QString& name, const QColor& colour, int size, qreal devicePixelRatio);

} // namespace representer
