#pragma once

#include <QColor>
#include <QPalette>

namespace representer {

// Colours derived from the palette in force, so that a change of theme reaches everything that paints.
// Up and down, and the series of charts, are from Okabe and Ito's set: distinct for every kind of colour
// vision.
bool isDark(const QPalette& palette);
QColor upColour(const QPalette& palette);   // pushes the score up
QColor downColour(const QPalette& palette); // pushes the score down
QColor seriesColour(int index, const QPalette& palette);
QColor accentColour(const QPalette& palette);
QColor mutedTextColour(const QPalette& palette);
QColor borderColour(const QPalette& palette);
QColor cardColour(const QPalette& palette); // slightly raised surface
QColor goodColour(const QPalette& palette);
QColor warningColour(const QPalette& palette);
QColor errorColour(const QPalette& palette);

// a towards b, share in 0..1.
QColor mixed(const QColor& a, const QColor& b, double share);

} // namespace representer
