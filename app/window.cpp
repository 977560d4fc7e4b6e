#include "app/window.h"

#include "app/example.h"

#include "core/base/error.h"
#include "core/store/workspace.h"
#include "ui/main_window.h"

#include <QApplication>
#include <QImage>
#include <QTimer>

#include <iostream>

namespace representer {

namespace {

void nameApplication()
{
    QApplication::setOrganizationName(QStringLiteral("Representer Explorer"));
    QApplication::setApplicationName(QStringLiteral("representer"));
    QApplication::setApplicationDisplayName(QStringLiteral("Representer Explorer"));
    QApplication::setApplicationVersion(QStringLiteral(REPRESENTER_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("io.github.representer_explorer.RepresenterExplorer"));
}

bool hasDisplay()
{
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
           qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

} // namespace

int runWindow(int argc, char** argv)
{
    if (!hasDisplay()) {
        std::cerr << "representer: there is no display for a window. Use the command line (representer --help), or\n"
                     "representer example --picture FILE.png to see the window as a picture.\n";
        return 1;
    }
    QApplication application(argc, argv);
    nameApplication();
    try {
        const std::filesystem::path path = argc > 1 ? std::filesystem::path(argv[1]) : defaultWorkspacePath();
        if (argc <= 1)
            ensureExampleWorkspace(path);
        MainWindow window(path);
        window.show();
        window.showExplanationOfFirstPoint();
        return QApplication::exec();
    } catch (const Error& error) {
        std::cerr << "representer: " << error.what() << '\n';
        return 1;
    }
}

void drawWindow(const std::filesystem::path& workspace, const std::filesystem::path& picture)
{
    if (!hasDisplay())
        qputenv("QT_QPA_PLATFORM", "offscreen");
    char name[] = "representer";
    char* arguments[] = {name, nullptr};
    int count = 1;
    QApplication application(count, arguments);
    nameApplication();
    MainWindow window(workspace);
    // Drawn as soon as the explanation is there; the timer is for a workspace that has nothing to explain.
    QObject::connect(&window.workbench(), &Workbench::explanationChanged, &window, [&] {
        if (window.workbench().explanation())
            QTimer::singleShot(400, &application, &QApplication::quit); // charts replot on the next event round
    });
    QTimer::singleShot(20000, &application, &QApplication::quit);
    window.showExplanationOfFirstPoint();
    QApplication::exec();
    const QImage image = window.renderPage(PageId::Explain, QSize(1366, 768));
    if (!image.save(QString::fromStdString(picture.string())))
        throw Error(Error::Kind::Storage, "cannot write the picture " + picture.string() + "; choose another place.");
}

} // namespace representer
