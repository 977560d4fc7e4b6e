#pragma once

class QMainWindow;
class QSettings;
class QWidget;

namespace representer {

// Size, splitters and column widths of a window, remembered under a version so that an old layout is never
// forced on a new window. Widgets take part by having an objectName.
void saveLayout(QSettings& settings, const QMainWindow& window);
void restoreLayout(const QSettings& settings, QMainWindow& window);
void forgetLayout(QSettings& settings);

} // namespace representer
