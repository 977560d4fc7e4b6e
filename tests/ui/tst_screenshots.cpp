#include "ui/window_fixture.h"

#include "ui/number_format.h"
#include "ui/pages/deletion/study_form.h"
#include "ui/pages/deletion_page.h"
#include "ui/pages/explain/sample_tables.h"
#include "ui/pages/explain_page.h"
#include "ui/pages/page_list.h"
#include "ui/widgets/data_table.h"

#include <QDir>
#include <QTest>

using namespace representer;

// Draws every page with the example open, light and dark, on a small and a large screen, into the folder
// "screenshots" beside the test program, for people to look at. Checks only that something is drawn.
class TestScreenshots final : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        isolateSettings();
        buildExampleWorkspace(Workspace(fileIn(m_folder, QStringLiteral("examples.rpx"))));
    }

    void pages_data()
    {
        QTest::addColumn<QString>("theme");
        QTest::addColumn<QSize>("size");
        QTest::newRow("light-small") << QStringLiteral("light") << QSize(1366, 768);
        QTest::newRow("dark-small") << QStringLiteral("dark") << QSize(1366, 768);
        QTest::newRow("light-large") << QStringLiteral("light") << QSize(2560, 1440);
        QTest::newRow("dark-large") << QStringLiteral("dark") << QSize(2560, 1440);
    }
    void pages()
    {
        QFETCH(const QString, theme);
        QFETCH(const QSize, size);
        MainWindow window(fileIn(m_folder, QStringLiteral("examples.rpx")));
        window.setTheme(themeFromKey(theme));
        window.resize(size);
        window.show();
        window.showExplanationOfFirstPoint();
        QTRY_VERIFY_WITH_TIMEOUT(window.workbench().explanation(), 60000);
        // Nothing is empty in a picture: a sample is selected, a study is there.
        SampleTables& tables = window.findChild<ExplainPage*>()->tables();
        tables.up().setCurrentIndex(tables.up().model()->index(0, 0));
        auto& deletion = *window.findChild<DeletionPage*>();
        if (!m_studied) {
            window.showPage(PageId::Deletion);
            deletion.form().drawPoints(10);
            deletion.form().setSizes(QStringLiteral("5, 10, 15, 20"));
            deletion.runStudy();
            QTRY_COMPARE_WITH_TIMEOUT(headOf(deletion.shown()).state, std::string("finished"), 120000);
            m_studied = true;
        }
        const QDir folder(QCoreApplication::applicationDirPath() + QStringLiteral("/screenshots"));
        QVERIFY(folder.mkpath(QStringLiteral(".")));
        for (const PageEntry& page : pageList()) {
            window.showPage(page.id);
            QTest::qWait(400); // workers fill the page
            QTRY_VERIFY_WITH_TIMEOUT(window.jobs().idle(), 60000);
            const QImage image = window.renderPage(page.id, size);
            QCOMPARE(image.size(), size * image.devicePixelRatio());
            QVERIFY(image.save(
                folder.filePath(QStringLiteral("%1-%2-%3.png").arg(page.key, theme).arg(size.width()))));
        }
    }

private:
    QTemporaryDir m_folder;
    bool m_studied = false;
};

QTEST_MAIN(TestScreenshots)
#include "tst_screenshots.moc"
