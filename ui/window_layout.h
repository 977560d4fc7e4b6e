#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>

class QMainWindow;
class QSettings;

namespace representer {

// Size and splitters of the window, remembered under a version so that an old layout is never forced on a new
// window. Splitters take part by having an objectName; tables remember their columns themselves.
class WindowLayout {
public:
    // Notes the layout the window was built with, to come back to.
    explicit WindowLayout(QMainWindow& window);

    void save(QSettings& settings) const;
    void restore(const QSettings& settings);
    void restoreDefaults(QSettings& settings);

private:
    QMainWindow& m_window;
    QHash<QString, QByteArray> m_defaults;
};

} // namespace representer
