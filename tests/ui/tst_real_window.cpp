#include "ui/real_display.h"
#include "ui/window_fixture.h"

#include "ui/dialogs/export_dialog.h"
#include "ui/dialogs/import_dialog.h"
#include "ui/models/roles.h"
#include "ui/pages/deletion_page.h"
#include "ui/pages/explain/explanation_charts.h"
#include "ui/pages/explain/prediction_header.h"
#include "ui/pages/explain/sample_detail.h"
#include "ui/pages/explain/sample_tables.h"
#include "ui/pages/explain_page.h"
#include "ui/pages/start_page.h"
#include "ui/pages/triage_page.h"
#include "ui/plots/plot_view.h"
#include "ui/widgets/data_table.h"

#include <QApplication>
#include <QComboBox>
#include <QDrag>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMimeData>
#include <QMouseEvent>
#include <QProcess>
#include <QPushButton>
#include <QTest>
#include <QToolButton>
#include <QUrl>

using namespace representer;

namespace {

constexpr int patience = 120000;

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// A window of another program would do the same: a file is dragged out of it.
class FileShelf final : public QLabel {
public:
    explicit FileShelf(const QString& path) : QLabel(QStringLiteral("drag me")), m_path(path)
    {
        setWindowFlags(Qt::FramelessWindowHint | Qt::WindowStaysOnTopHint);
        setGeometry(1290, 5, 70, 30);
    }

protected:
    void mouseMoveEvent(QMouseEvent* event) override
    {
        if (!(event->buttons() & Qt::LeftButton))
            return;
        auto* drag = new QDrag(this);
        auto* content = new QMimeData;
        content->setUrls({QUrl::fromLocalFile(m_path)});
        drag->setMimeData(content);
        drag->exec(Qt::CopyAction);
    }

private:
    QString m_path;
};

} // namespace

// The main way through the product once more, in a window on a display with a window manager: every action is
// a real movement of the mouse or a real key.
class TestRealWindow final : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void exampleOpensFromTheStartPage();
    void pointIsChosenWithTheMouse();
    void methodAndSideAreSwitchedByKeyboard();
    void detailAndWhatIf();
    void tableAndFigureAreExported();
    void studyRunsToItsPlot();
    void studyIsCancelled();
    void markIsUndone();
    void fileIsImportedByDragAndDrop();
    void importIsCancelled();
    void keyboardReachesEveryPage();
    void cleanupTestCase();

private:
    void input(const QStringList& arguments)
    {
        QProcess tool;
        tool.start(QStringLiteral("xdotool"), arguments);
        QTRY_VERIFY_WITH_TIMEOUT(tool.state() == QProcess::NotRunning, patience);
        QCOMPARE(tool.exitCode(), 0);
        QTest::qWait(40);
    }
    void moveTo(QWidget* widget, const QPoint& at)
    {
        const QPoint place = widget->mapToGlobal(at);
        input({QStringLiteral("mousemove"), QString::number(place.x()), QString::number(place.y())});
    }
    void click(QWidget* widget, const QPoint& at, int button = 1)
    {
        moveTo(widget, at);
        input({QStringLiteral("click"), QString::number(button)});
    }
    void click(QWidget* widget) { click(widget, widget->rect().center()); }
    void key(const QString& keys) { input({QStringLiteral("key"), keys}); }
    void type(const QString& text)
    {
        input({QStringLiteral("type"), QStringLiteral("--delay"), QStringLiteral("2"), text});
    }
    void clickRow(QAbstractItemView* view, int row)
    {
        const QModelIndex index = view->model()->index(row, 0);
        view->scrollTo(index);
        QRect cell = view->visualRect(index);
        for (int column = 1; cell.isEmpty() && column < view->model()->columnCount(); ++column)
            cell = view->visualRect(view->model()->index(row, column));
        click(view->viewport(), cell.center());
    }
    void goTo(const QString& page)
    {
        click(m_window->findChild<QToolButton*>(QStringLiteral("page.") + page));
    }
    template<class Widget>
    Widget* named(const QString& name) const
    {
        for (Widget* widget : m_window->findChildren<Widget*>())
            if (widget->isVisible() && widget->accessibleName() == name)
                return widget;
        return nullptr;
    }
    QPushButton* button(const QString& text) const
    {
        for (auto* each : m_window->findChildren<QPushButton*>())
            if (each->isVisible() && each->text() == text)
                return each;
        return nullptr;
    }
    void exportTo(const QString& path)
    {
        QTRY_VERIFY(m_window->findChild<ExportDialog*>());
        auto* dialog = m_window->findChild<ExportDialog*>();
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        click(dialog->findChild<QLineEdit*>());
        key(QStringLiteral("ctrl+a"));
        type(path);
        key(QStringLiteral("Return"));
        QTRY_VERIFY_WITH_TIMEOUT(!contentOf(path).isEmpty(), patience);
        QTRY_VERIFY(!m_window->findChild<ExportDialog*>());
        m_window->activateWindow();
    }
    ExplainPage& explain() const { return *m_window->findChild<ExplainPage*>(); }
    Workbench& workbench() const { return m_window->workbench(); }
    std::string method() const
    {
        return workbench().explanation() ? workbench().explanation()->explanation.method : "";
    }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void TestRealWindow::initTestCase()
{
    if (!qEnvironmentVariableIsSet("DISPLAY"))
        QSKIP("Xvfb is missing, so there is no display for a real window");
    QCOMPARE(QGuiApplication::platformName(), QStringLiteral("xcb"));
    isolateSettings();
    m_window = std::make_unique<MainWindow>(fileIn(m_folder, QStringLiteral("real.rpx")));
    m_window->setGeometry(0, 25, 1280, 700);
    m_window->show();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get(), patience));
    QTRY_VERIFY_WITH_TIMEOUT(!workbench().reloading(), patience);
}

void TestRealWindow::exampleOpensFromTheStartPage()
{
    QCOMPARE(m_window->currentPage(), PageId::Start);
    click(m_window->findChild<QPushButton*>(QStringLiteral("start.examples")));
    QTRY_VERIFY_WITH_TIMEOUT(workbench().explanation(), patience);
    QCOMPARE(m_window->currentPage(), PageId::Explain);
}

void TestRealWindow::pointIsChosenWithTheMouse()
{
    auto* items = named<DataTable>(QStringLiteral("Items of this user"));
    QVERIFY(items);
    QTRY_VERIFY(items->model()->rowCount() > 3);
    const auto before = workbench().explanation();
    clickRow(items, 2);
    QTRY_VERIFY_WITH_TIMEOUT(workbench().explanation() != before && workbench().explanation(), patience);
    const auto first = [](DataTable& table) {
        return table.model()->index(0, ExplanationModel::Importance).data(SortRole).toDouble();
    };
    QVERIFY(first(explain().tables().up()) > 0);
    QVERIFY(first(explain().tables().down()) < 0);
    QVERIFY(explain().header().sentence().contains(QStringLiteral("of 5")));
}

void TestRealWindow::methodAndSideAreSwitchedByKeyboard()
{
    const std::string before = method();
    auto* methods = named<QComboBox>(QStringLiteral("Method"));
    key(QStringLiteral("alt+m")); // the label's letter
    QTRY_VERIFY(methods->hasFocus());
    key(QStringLiteral("Down"));
    QTRY_VERIFY_WITH_TIMEOUT(method() != before && !method().empty(), patience);
    key(QStringLiteral("Up"));
    QTRY_COMPARE_WITH_TIMEOUT(method(), before, patience);
    auto* sides = named<QComboBox>(QStringLiteral("Side"));
    key(QStringLiteral("alt+i"));
    QTRY_VERIFY(sides->hasFocus());
    key(QStringLiteral("Down"));
    QTRY_COMPARE(workbench().side(), Side::Item);
    QTRY_COMPARE_WITH_TIMEOUT(workbench().explanation()->explanation.sums.size(), std::size_t(1), patience);
    key(QStringLiteral("Up"));
    QTRY_COMPARE(workbench().side(), Side::Both);
}

void TestRealWindow::detailAndWhatIf()
{
    QTRY_VERIFY(!workbench().explaining());
    clickRow(&explain().tables().up(), 0);
    QTRY_VERIFY(workbench().selectedSample());
    QTRY_VERIFY(!explain().detail().loading());
    QToolButton* whatIf = nullptr;
    for (auto* each : explain().detail().findChildren<QToolButton*>())
        if (each->defaultAction() == explain().whatIfAction())
            whatIf = each;
    click(whatIf);
    const auto answer = [this] {
        for (const QLabel* label : explain().detail().findChildren<QLabel*>())
            if (label->accessibleName() == QStringLiteral("Answer of the what-if"))
                return label->text();
        return QString();
    };
    QTRY_VERIFY_WITH_TIMEOUT(answer().contains(QStringLiteral("after retraining")), patience);
    key(QStringLiteral("ctrl+z"));
    QTRY_VERIFY(answer().isEmpty());
}

void TestRealWindow::tableAndFigureAreExported()
{
    const auto chooseExport = [this](int entry) {
        QToolButton* menuButton = nullptr;
        for (auto* each : explain().header().findChildren<QToolButton*>())
            if (each->menu())
                menuButton = each;
        QVERIFY(menuButton);
        click(menuButton);
        QTRY_VERIFY(QApplication::activePopupWidget());
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        click(menu, menu->actionGeometry(menu->actions().at(entry)).center());
    };
    chooseExport(0);
    const QString table = m_folder.filePath(QStringLiteral("table.csv"));
    exportTo(table);
    const QList<QByteArray> lines = contentOf(table).trimmed().split('\n');
    QVERIFY(lines[0].startsWith("rank,importance"));
    QCOMPARE(lines.size(), explain().tables().shownRows() + 1);
    QVERIFY(contentOf(table + QStringLiteral(".manifest.json")).contains("fingerprint"));

    chooseExport(1);
    const QString figure = m_folder.filePath(QStringLiteral("figure.png"));
    exportTo(figure);
    QVERIFY(contentOf(figure).startsWith("\x89PNG"));
}

void TestRealWindow::studyRunsToItsPlot()
{
    goTo(QStringLiteral("deletion"));
    QCOMPARE(m_window->currentPage(), PageId::Deletion);
    auto* page = m_window->findChild<DeletionPage*>();
    auto* sizes = named<QLineEdit>(QStringLiteral("Sizes"));
    QVERIFY(sizes);
    click(sizes);
    key(QStringLiteral("ctrl+a"));
    type(QStringLiteral("1, 2"));
    click(button(QStringLiteral("Run study")));
    QTRY_COMPARE_WITH_TIMEOUT(page->shown().state, std::string("finished"), patience);
    QVERIFY(!page->curves().series().empty());
}

void TestRealWindow::studyIsCancelled()
{
    auto* page = m_window->findChild<DeletionPage*>();
    auto* sizes = named<QLineEdit>(QStringLiteral("Sizes"));
    click(sizes);
    key(QStringLiteral("ctrl+a"));
    type(QStringLiteral("1, 2, 3, 4, 5, 6, 7, 8, 9, 10"));
    click(button(QStringLiteral("Run study")));
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->jobs().idle(), patience);
    QTRY_VERIFY(button(QStringLiteral("Cancel")));
    click(button(QStringLiteral("Cancel")));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->jobs().idle(), patience);
    QVERIFY(page->shown().state == "paused" || page->shown().state == "finished");
}

void TestRealWindow::markIsUndone()
{
    goTo(QStringLiteral("triage"));
    auto* page = m_window->findChild<TriagePage*>();
    QTRY_VERIFY_WITH_TIMEOUT(page->suspects().rowCount() > 0 && page->table().isVisible(), patience);
    clickRow(&page->table(), 0);
    const std::int32_t sample = page->table().model()->index(0, 0).data(IndexRole).toInt();
    key(QStringLiteral("w"));
    QTRY_COMPARE(page->suspects().mark(sample), std::optional(Verdict::Wrong));
    key(QStringLiteral("ctrl+z"));
    QTRY_VERIFY(!page->suspects().mark(sample));
    key(QStringLiteral("ctrl+shift+z"));
    QTRY_COMPARE(page->suspects().mark(sample), std::optional(Verdict::Wrong));
}

void TestRealWindow::fileIsImportedByDragAndDrop()
{
    const QString path = m_folder.filePath(QStringLiteral("dropped.svm"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    for (int i = 0; i < 60; ++i)
        file.write(i % 2 ? "+1 1:1 3:0.5\n" : "-1 2:1 4:0.5\n");
    file.close();
    FileShelf shelf(path);
    shelf.show();
    QVERIFY(QTest::qWaitForWindowExposed(&shelf));
    const std::size_t before = workbench().datasets().size();
    moveTo(&shelf, shelf.rect().center());
    // One command: while a drag runs, only its own events are looked at.
    QProcess drag;
    drag.start(QStringLiteral("xdotool"),
               {QStringLiteral("mousedown"), QStringLiteral("1"),         QStringLiteral("sleep"),
                QStringLiteral("0.2"),       QStringLiteral("mousemove"), QStringLiteral("1000"),
                QStringLiteral("200"),       QStringLiteral("sleep"),     QStringLiteral("0.2"),
                QStringLiteral("mousemove"), QStringLiteral("700"),       QStringLiteral("400"),
                QStringLiteral("sleep"),     QStringLiteral("0.2"),       QStringLiteral("mousemove"),
                QStringLiteral("690"),       QStringLiteral("395"),       QStringLiteral("sleep"),
                QStringLiteral("0.3"),       QStringLiteral("mouseup"),   QStringLiteral("1")});
    QTRY_VERIFY_WITH_TIMEOUT(drag.state() == QProcess::NotRunning, patience);
    shelf.hide();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->findChild<ImportDialog*>(), patience);
    auto* dialog = m_window->findChild<ImportDialog*>();
    auto* accept = dialog->findChild<QPushButton*>(QStringLiteral("import"));
    QTRY_VERIFY_WITH_TIMEOUT(accept->isEnabled(), patience);
    QVERIFY(QTest::qWaitForWindowActive(dialog));
    click(accept);
    QTRY_COMPARE_WITH_TIMEOUT(workbench().datasets().size(), before + 1, patience);
}

void TestRealWindow::importIsCancelled()
{
    const QString path = m_folder.filePath(QStringLiteral("large.svm"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    for (int i = 0; i < 400000; ++i)
        file.write(i % 2 ? "+1 1:1 3:0.5\n" : "-1 2:1 4:0.5\n");
    file.close();
    const std::size_t before = workbench().datasets().size();
    goTo(QStringLiteral("start"));
    m_window->findChild<StartPage*>()->importFiles({path});
    QTRY_VERIFY_WITH_TIMEOUT(m_window->findChild<ImportDialog*>(), patience);
    auto* dialog = m_window->findChild<ImportDialog*>();
    auto* accept = dialog->findChild<QPushButton*>(QStringLiteral("import"));
    QTRY_VERIFY_WITH_TIMEOUT(accept->isEnabled(), patience);
    QVERIFY(QTest::qWaitForWindowActive(dialog));
    click(accept);
    QTRY_VERIFY(!m_window->jobs().idle());
    QTRY_VERIFY(button(QStringLiteral("Cancel")));
    click(button(QStringLiteral("Cancel")));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->jobs().idle() && !workbench().reloading(), patience);
    QCOMPARE(workbench().datasets().size(), before);
}

void TestRealWindow::keyboardReachesEveryPage()
{
    for (int page = 0; page < 8; ++page) {
        key(QStringLiteral("ctrl+%1").arg(page + 1));
        QTRY_COMPARE(m_window->currentPage(), static_cast<PageId>(page));
    }
    key(QStringLiteral("ctrl+k"));
    type(QStringLiteral("explain"));
    key(QStringLiteral("Return"));
    QTRY_COMPARE(m_window->currentPage(), PageId::Explain);
}

void TestRealWindow::cleanupTestCase()
{
    if (!m_window)
        return;
    key(QStringLiteral("ctrl+q"));
    QTRY_VERIFY(!m_window->isVisible());
    m_window.reset();
}

int main(int argc, char** argv)
{
    qunsetenv("DISPLAY"); // never the desktop of whoever runs the tests
    std::unique_ptr<Companion> server;
    const QByteArray display = startDisplay(server, "1366x768");
    if (display.isEmpty())
        qputenv("QT_QPA_PLATFORM", "offscreen");
    else {
        qputenv("DISPLAY", ":" + display);
        qputenv("QT_QPA_PLATFORM", "xcb");
    }
    std::unique_ptr<Companion> manager;
    if (!display.isEmpty())
        manager = std::make_unique<Companion>(QList<QByteArray>{"openbox"});
    QApplication application(argc, argv);
    TestRealWindow test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_real_window.moc"
