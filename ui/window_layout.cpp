#include "ui/window_layout.h"

#include <QHeaderView>
#include <QMainWindow>
#include <QSettings>
#include <QSplitter>

namespace representer {

static constexpr int layoutVersion = 1;

static QString group(const QString& part)
{
    return QStringLiteral("layout/%1/%2").arg(layoutVersion).arg(part);
}

// A header is known by its table: "explain.up.table" keeps its columns' widths and order.
static QString headerKey(const QHeaderView& header)
{
    const QWidget* table = header.parentWidget();
    return table && !table->objectName().isEmpty() && header.orientation() == Qt::Horizontal
               ? group(QStringLiteral("columns/") + table->objectName())
               : QString();
}

void saveLayout(QSettings& settings, const QMainWindow& window)
{
    settings.setValue(group(QStringLiteral("window")), window.saveGeometry());
    for (const QSplitter* splitter : window.findChildren<QSplitter*>())
        if (!splitter->objectName().isEmpty())
            settings.setValue(group(QStringLiteral("splitters/") + splitter->objectName()),
                              splitter->saveState());
    for (const QHeaderView* header : window.findChildren<QHeaderView*>())
        if (const QString key = headerKey(*header); !key.isEmpty() && header->count() > 0)
            settings.setValue(key, header->saveState());
}

void restoreLayout(const QSettings& settings, QMainWindow& window)
{
    window.restoreGeometry(settings.value(group(QStringLiteral("window"))).toByteArray());
    for (QSplitter* splitter : window.findChildren<QSplitter*>()) {
        if (splitter->objectName().isEmpty())
            continue;
        const QVariant state = settings.value(group(QStringLiteral("splitters/") + splitter->objectName()));
        if (state.isValid())
            splitter->restoreState(state.toByteArray());
        splitter->setChildrenCollapsible(false);
    }
    for (QHeaderView* header : window.findChildren<QHeaderView*>())
        if (const QString key = headerKey(*header); !key.isEmpty() && settings.contains(key))
            header->restoreState(settings.value(key).toByteArray());
}

void forgetLayout(QSettings& settings)
{
    settings.remove(QStringLiteral("layout"));
}

} // namespace representer
