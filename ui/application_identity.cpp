#include "ui/application_identity.h"

#include <QApplication>
#include <QIcon>

// Resources of a static library are not registered by themselves; the macro must stand outside any namespace.
static void registerResources()
{
    Q_INIT_RESOURCE(ui);
}

namespace representer {

void identifyApplication()
{
    registerResources();
    QCoreApplication::setOrganizationName(QStringLiteral("representer"));
    QCoreApplication::setApplicationName(QStringLiteral("representer"));
    QGuiApplication::setApplicationDisplayName(
        QCoreApplication::translate("Application", "Representer Explorer"));
    QGuiApplication::setDesktopFileName(QString::fromLatin1(applicationId));
    QGuiApplication::setWindowIcon(
        QIcon(QStringLiteral(":/linux/%1.svg").arg(QString::fromLatin1(applicationId))));
}

} // namespace representer
