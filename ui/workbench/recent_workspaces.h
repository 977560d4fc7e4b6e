#pragma once

#include <QStringList>

class QSettings;

namespace representer {

// The workspaces opened last, newest first; those whose file is gone are left out.
QStringList recentWorkspaces(const QSettings& settings);
void rememberWorkspace(QSettings& settings, const QString& path);

} // namespace representer
