#include "ui/window_fixture.h"

#include "ui/dialogs/import_dialog.h"
#include "ui/help/help_window.h"
#include "ui/pages/page.h"
#include "ui/pages/page_list.h"
#include "ui/search/search_popup.h"
#include "ui/theme/colours.h"
#include "ui/widgets/message_bar.h"

#include <QAction>
#include <QFile>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <optional>
#include <set>

using namespace representer;

namespace {

constexpr int patience = 60000;

void writeFile(const QString& path, const QByteArray& content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
}

QByteArray libsvmRows(int rows)
{
    QByteArray text;
    for (int i = 0; i < rows; ++i)
        text += i % 2 ? "+1 1:1 3:0." + QByteArray::number(i % 9 + 1) + "\n"
                      : "-1 2:1 4:0." + QByteArray::number(i % 7 + 1) + "\n";
    return text;
}

void dropOn(MainWindow& window, const QString& path)
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    // A drop reaches only the widget that accepted the drag before.
    QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &drop);
}

ImportDialog* importDialog(MainWindow& window)
{
    return window.findChild<ImportDialog*>();
}

QPushButton* importButton(ImportDialog& dialog)
{
    return dialog.findChild<QPushButton*>(QStringLiteral("import"));
}

} // namespace

class TestMainWindow final : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { isolateSettings(); }
    void init() { QSettings().clear(); }

    void emptyWorkspaceInvites()
    {
        MainWindow window(fileIn(m_folder, QStringLiteral("empty.rpx")));
        window.show();
        QTRY_VERIFY_WITH_TIMEOUT(!window.workbench().reloading(), patience);
        QCOMPARE(window.currentPage(), PageId::Start);
        QVERIFY(window.findChild<QPushButton*>(QStringLiteral("start.examples"))->isVisible());
        for (int page = 0; page < 8; ++page)
            window.showPage(static_cast<PageId>(page)); // every page says something without data
    }

    void fileIsImportedByDropAndSeenOnTheDataPage()
    {
        const QString path = m_folder.filePath(QStringLiteral("rows.svm"));
        writeFile(path, libsvmRows(60));
        MainWindow window(fileIn(m_folder, QStringLiteral("drop.rpx")));
        window.show();
        dropOn(window, path);
        QTRY_VERIFY(importDialog(window));
        QTRY_VERIFY_WITH_TIMEOUT(importButton(*importDialog(window))->isEnabled(), patience);
        QVERIFY(importDialog(window)->findChild<QTableView*>(QStringLiteral("preview"))->model()->rowCount() >
                0);
        QTest::mouseClick(importButton(*importDialog(window)), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(window.workbench().datasets().size(), std::size_t(1), patience);
        QCOMPARE(window.workbench().datasets().front().name, std::string("rows"));
        QTRY_COMPARE(window.currentPage(), PageId::Data);
        auto* table = window.findChild<QTableView*>(QStringLiteral("data.samples"));
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 48, patience); // a fifth is the test part
    }

    void rubbishIsRefusedWithASentence()
    {
        const QString path = m_folder.filePath(QStringLiteral("rubbish.bin"));
        writeFile(path, QByteArray("\x00\x01\xff rubbish", 12));
        MainWindow window(fileIn(m_folder, QStringLiteral("rubbish.rpx")));
        window.show();
        dropOn(window, path);
        QTRY_VERIFY(importDialog(window));
        QSignalSpy previewed(importDialog(window), &ImportDialog::previewed);
        QVERIFY(previewed.count() > 0 || previewed.wait(patience));
        QVERIFY(!importButton(*importDialog(window))->isEnabled());
    }

    void cancelledImportLeavesNothing()
    {
        const QString path = m_folder.filePath(QStringLiteral("large.svm"));
        writeFile(path, libsvmRows(150000));
        MainWindow window(fileIn(m_folder, QStringLiteral("cancel.rpx")));
        window.show();
        dropOn(window, path);
        QTRY_VERIFY(importDialog(window));
        QTRY_VERIFY_WITH_TIMEOUT(importButton(*importDialog(window))->isEnabled(), patience);
        QTest::mouseClick(importButton(*importDialog(window)), Qt::LeftButton);
        QTRY_VERIFY(!window.jobs().jobs().empty());
        window.jobs().cancelAll();
        QTRY_VERIFY_WITH_TIMEOUT(window.jobs().jobs().empty() && !window.workbench().reloading(), patience);
        QVERIFY(window.workbench().datasets().empty());
    }

    void themeIsSwitchedAndRemembered()
    {
        {
            MainWindow window(fileIn(m_folder, QStringLiteral("theme.rpx")));
            window.setTheme(Theme::Dark);
            QVERIFY(isDark(QApplication::palette()));
            window.setTheme(Theme::Light);
            QVERIFY(!isDark(QApplication::palette()));
            window.setTheme(Theme::Dark);
        }
        applyTheme(Theme::Light);
        const MainWindow window(fileIn(m_folder, QStringLiteral("theme.rpx")));
        QVERIFY(isDark(QApplication::palette()));
    }

    void searchFindsPagesAndCommands()
    {
        MainWindow window(fileIn(m_folder, QStringLiteral("search.rpx")));
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        auto* box = window.findChild<QLineEdit*>(QStringLiteral("search"));
        QTest::keyClicks(box, QStringLiteral("hubs"));
        auto* popup = window.findChild<SearchPopup*>();
        QVERIFY(popup->isVisible());
        QCOMPARE(popup->results().front().title, QStringLiteral("Hubs"));
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(window.currentPage(), PageId::Hubs);
        QVERIFY(!popup->isVisible());
        QTest::keyClicks(box, QStringLiteral("dark"));
        QVERIFY(!popup->results().empty());
        QTest::keyClick(box, Qt::Key_Return);
        QVERIFY(isDark(QApplication::palette()));
        window.setTheme(Theme::Light);
    }

    void helpIsAboutThePageOnScreen()
    {
        MainWindow window(fileIn(m_folder, QStringLiteral("help.rpx")));
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window)); // shortcuts belong to the active window
        window.showPage(PageId::Data);
        QTest::keyClick(&window, Qt::Key_F1);
        QTRY_VERIFY(window.findChild<HelpWindow*>());
        QCOMPARE(window.findChild<HelpWindow*>()->currentTopic(), QStringLiteral("data"));
        for (const Page* page : window.findChildren<Page*>()) {
            window.findChild<HelpWindow*>()->showTopic(page->helpTopic());
            QCOMPARE(window.findChild<HelpWindow*>()->currentTopic(), page->helpTopic());
        }
    }

    void tabReachesEveryControl_data()
    {
        QTest::addColumn<int>("page");
        for (const PageEntry& entry : pageList())
            QTest::newRow(qPrintable(entry.key)) << static_cast<int>(entry.id);
    }
    void tabReachesEveryControl()
    {
        QFETCH(const int, page);
        if (!m_examples) {
            m_examples = fileIn(m_folder, QStringLiteral("keyboard.rpx"));
            buildExampleWorkspace(Workspace(*m_examples));
        }
        MainWindow window(*m_examples);
        window.resize(1366, 768);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.showExplanationOfFirstPoint();
        QTRY_VERIFY_WITH_TIMEOUT(window.workbench().explanation(), patience);
        window.showPage(static_cast<PageId>(page));
        QTest::qWait(300);
        QTRY_VERIFY_WITH_TIMEOUT(window.jobs().idle(), patience);
        std::set<const QWidget*> reached;
        for (int step = 0; step < 400 && window.focusWidget() && reached.insert(window.focusWidget()).second;
             ++step)
            QTest::keyClick(window.focusWidget(), Qt::Key_Tab);
        const QWidget* shown = window.findChildren<Page*>()[page];
        for (const QWidget* control : shown->findChildren<QWidget*>()) {
            const bool wanted = control->inherits("QAbstractButton") || control->inherits("QComboBox") ||
                                control->inherits("QLineEdit") || control->inherits("QAbstractItemView") ||
                                control->inherits("QAbstractSpinBox") || control->inherits("QTabBar") ||
                                control->inherits("QPlainTextEdit") ||
                                control->inherits("representer::PlotView");
            const bool part = control->parentWidget()->inherits("QAbstractSpinBox") ||
                              control->parentWidget()->inherits("QComboBox") ||
                              control->parentWidget()->inherits("QLineEdit") ||
                              control->inherits("QHeaderView") ||
                              control->parentWidget()->inherits("QAbstractItemView") ||
                              control->parentWidget()->inherits("QTabBar");
            if (!wanted || part || !control->isVisible() || !control->isEnabled())
                continue;
            QVERIFY2(reached.contains(control),
                     qPrintable(QStringLiteral("%1 \"%2\" %3")
                                    .arg(QString::fromLatin1(control->metaObject()->className()),
                                         control->accessibleName(), control->property("text").toString())));
        }
    }

    void menuItemsThatOpenDialogsSaySo()
    {
        const MainWindow window(fileIn(m_folder, QStringLiteral("menus.rpx")));
        for (const QAction* menu : window.menuBar()->actions())
            for (const QAction* action : menu->menu()->actions())
                if (action->text().contains(QStringLiteral("Open")))
                    QVERIFY2(action->text().endsWith(QStringLiteral("...")), qPrintable(action->text()));
    }

    void iconOnlyButtonsHaveNames()
    {
        const MainWindow window(fileIn(m_folder, QStringLiteral("names.rpx")));
        for (const QToolButton* button : window.findChildren<QToolButton*>())
            if (button->text().isEmpty() && !button->objectName().startsWith(QStringLiteral("qt_")) &&
                !button->parent()->inherits("QLineEdit") && !button->parent()->inherits("QTabBar"))
                QVERIFY2(!button->accessibleName().isEmpty(), qPrintable(button->toolTip()));
    }

    void unwritableWorkspaceIsReported()
    {
        MainWindow window("/proc/nowhere/workspace.rpx");
        window.show();
        const auto told = [&] {
            for (const MessageBar* bar : window.findChildren<MessageBar*>())
                if (!bar->text().isEmpty())
                    return true;
            return false;
        };
        QTRY_VERIFY_WITH_TIMEOUT(told(), patience);
    }

private:
    QTemporaryDir m_folder;
    std::optional<std::filesystem::path> m_examples;
};

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
