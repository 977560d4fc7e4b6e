#include "ui/workbench/recent_workspaces.h"

#include <QFileInfo>
#include <QSettings>

namespace representer {

static const QString key = QStringLiteral("recentWorkspaces");
static constexpr qsizetype limit = 8;

QStringList recentWorkspaces(const QSettings& settings)
{
    QStringList paths = settings.value(key).toStringList();
    paths.removeIf([](const QString& path) { return !QFileInfo::exists(path); });
    return paths;
}

void rememberWorkspace(QSettings& settings, const QString& path)
{
    QStringList paths = settings.value(key).toStringList();
    paths.removeAll(path);
    paths.prepend(path);
    settings.setValue(key, paths.mid(0, limit));
}

} // namespace representer
