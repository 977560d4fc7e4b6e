#pragma once

#include "core/operations/example_workspace.h"
#include "core/store/workspace.h"
#include "ui/application_identity.h"
#include "ui/main_window.h"

#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <filesystem>

namespace representer {

// Settings of the tests stay out of the user's, and begin empty.
inline void isolateSettings()
{
    QStandardPaths::setTestModeEnabled(true);
    static QTemporaryDir folder;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
    identifyApplication();
    QSettings().clear();
}

inline std::filesystem::path fileIn(const QTemporaryDir& folder, const QString& name)
{
    return folder.filePath(name).toStdString();
}

} // namespace representer
