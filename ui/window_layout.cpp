#include "ui/window_layout.h"

#include "ui/widgets/data_table.h"

#include <QMainWindow>
#include <QSettings>
#include <QSplitter>

namespace representer {

static constexpr int windowLayoutVersion = 1;

static QString layoutKey(const QString& part)
{
    return QStringLiteral("layout/%1/%2").arg(windowLayoutVersion).arg(part);
}

WindowLayout::WindowLayout(QMainWindow& window) : m_window(window)
{
    for (QSplitter* splitter : window.findChildren<QSplitter*>()) {
        splitter->setChildrenCollapsible(false); // a panel that vanished is never found again
        if (!splitter->objectName().isEmpty())
            m_defaults[splitter->objectName()] = splitter->saveState();
    }
}

void WindowLayout::save(QSettings& settings) const
{
    settings.setValue(layoutKey(QStringLiteral("window")), m_window.saveGeometry());
    for (const QSplitter* splitter : m_window.findChildren<QSplitter*>())
        if (!splitter->objectName().isEmpty() && splitter->isVisible()) // others may never have been laid out
            settings.setValue(layoutKey(QStringLiteral("splitters/") + splitter->objectName()),
                              splitter->saveState());
}

void WindowLayout::restore(const QSettings& settings)
{
    m_window.restoreGeometry(settings.value(layoutKey(QStringLiteral("window"))).toByteArray());
    for (QSplitter* splitter : m_window.findChildren<QSplitter*>()) {
        const QVariant state = settings.value(layoutKey(QStringLiteral("splitters/") + splitter->objectName()));
        if (!splitter->objectName().isEmpty() && state.isValid())
            splitter->restoreState(state.toByteArray());
    }
}

void WindowLayout::restoreDefaults(QSettings& settings)
{
    settings.remove(QStringLiteral("layout"));
    DataTable::restoreDefaults();
    for (QSplitter* splitter : m_window.findChildren<QSplitter*>())
        if (m_defaults.contains(splitter->objectName()))
            splitter->restoreState(m_defaults[splitter->objectName()]);
}

} // namespace representer
