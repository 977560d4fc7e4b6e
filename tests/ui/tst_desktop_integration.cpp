#include "ui/application_identity.h"
#include "ui/help/help_window.h"

#include <QApplication>
#include <QFile>
#include <QIcon>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

using namespace representer;

namespace {

QString linuxFile(const QString& ending)
{
    return QStringLiteral(SOURCE_DIR "/resources/linux/") + QLatin1String(applicationId) + ending;
}

QString contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString firstCapture(const QString& text, const QString& pattern)
{
    return QRegularExpression(pattern, QRegularExpression::MultilineOption).match(text).captured(1);
}

} // namespace

class TestDesktopIntegration final : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { identifyApplication(); }

    void oneIdEverywhere()
    {
        const QString id = QLatin1String(applicationId);
        QCOMPARE(QGuiApplication::desktopFileName(), id);
        const QString desktop = contentOf(linuxFile(QStringLiteral(".desktop")));
        QCOMPARE(firstCapture(desktop, QStringLiteral("^Icon=(.*)$")), id);
        QCOMPARE(firstCapture(desktop, QStringLiteral("^Exec=(\\S+)")), QStringLiteral("representer"));
        const QString metainfo = contentOf(linuxFile(QStringLiteral(".metainfo.xml")));
        QCOMPARE(firstCapture(metainfo, QStringLiteral("<id>(.*)</id>")), id);
        QCOMPARE(firstCapture(metainfo, QStringLiteral("<launchable type=\"desktop-id\">(.*)</launchable>")),
                 id + QStringLiteral(".desktop"));
        QCOMPARE(firstCapture(metainfo, QStringLiteral("<binary>(.*)</binary>")),
                 QStringLiteral("representer"));
        QVERIFY(contentOf(QStringLiteral(SOURCE_DIR "/resources/CMakeLists.txt")).contains(id));
    }

    void oneMimeTypeEverywhere()
    {
        const QString type = QStringLiteral("application/x-representer-workspace");
        QVERIFY(contentOf(linuxFile(QStringLiteral(".desktop")))
                    .contains(QStringLiteral("MimeType=%1;").arg(type)));
        QVERIFY(contentOf(linuxFile(QStringLiteral(".mime.xml"))).contains(type));
        QVERIFY(contentOf(linuxFile(QStringLiteral(".metainfo.xml"))).contains(type));
    }

    void iconIsDrawn()
    {
        QVERIFY(!QGuiApplication::windowIcon().pixmap(64).isNull());
        QVERIFY(QFile::exists(linuxFile(QStringLiteral(".svg"))));
    }

    void validators_data()
    {
        QTest::addColumn<QString>("tool");
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("desktop entry")
            << QStringLiteral("desktop-file-validate") << QStringList{linuxFile(QStringLiteral(".desktop"))};
        QTest::newRow("metainfo") << QStringLiteral("appstreamcli")
                                  << QStringList{QStringLiteral("validate"), QStringLiteral("--no-net"),
                                                 linuxFile(QStringLiteral(".metainfo.xml"))};
    }
    void validators()
    {
        QFETCH(const QString, tool);
        QFETCH(const QStringList, arguments);
        if (QStandardPaths::findExecutable(tool).isEmpty())
            QSKIP("the validator is not installed");
        QProcess process;
        process.start(tool, arguments);
        QVERIFY(process.waitForFinished());
        QVERIFY2(process.exitCode() == 0, process.readAll().constData());
    }

    void everyHelpTopicHasAPageAndLinksLeadSomewhere()
    {
        for (const HelpWindow::Topic& topic : HelpWindow::topics()) {
            const QString page = contentOf(QStringLiteral(":/help/%1.md").arg(topic.key));
            QVERIFY2(page.startsWith(QStringLiteral("# ")), qPrintable(topic.key));
            static const QRegularExpression link(QStringLiteral("\\]\\(([a-z]+)\\.md\\)"));
            for (auto matches = link.globalMatch(page); matches.hasNext();) {
                const QString target = matches.next().captured(1);
                QVERIFY2(QFile::exists(QStringLiteral(":/help/%1.md").arg(target)), qPrintable(target));
            }
        }
        HelpWindow window;
        window.showTopic(QStringLiteral("methods"));
        QCOMPARE(window.currentTopic(), QStringLiteral("methods"));
    }
};

QTEST_MAIN(TestDesktopIntegration)
#include "tst_desktop_integration.moc"
