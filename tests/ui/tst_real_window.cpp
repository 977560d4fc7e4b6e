#include "ui/real_display.h"
#include "ui/window_fixture.h"

#include "ui/dialogs/export_dialog.h"
#include "ui/models/roles.h"
#include "ui/pages/explain/explanation_charts.h"
#include "ui/pages/explain/prediction_header.h"
#include "ui/pages/explain/sample_detail.h"
#include "ui/pages/explain/sample_tables.h"
#include "ui/pages/explain_page.h"
#include "ui/plots/plot_view.h"
#include "ui/widgets/data_table.h"

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

using namespace representer;

namespace {

constexpr int patience = 120000;

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

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
    template<class Widget>
    Widget* named(const QString& name) const
    {
        for (Widget* widget : m_window->findChildren<Widget*>())
            if (widget->isVisible() && widget->accessibleName() == name)
                return widget;
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
        moveTo(menuButton, menuButton->rect().center());
        // One command: the button's menu runs an event loop of its own until it is closed.
        QStringList keys{QStringLiteral("click"), QStringLiteral("1"), QStringLiteral("sleep"),
                         QStringLiteral("0.5")};
        for (int down = 0; down <= entry; ++down)
            keys << QStringLiteral("key") << QStringLiteral("Down") << QStringLiteral("sleep")
                 << QStringLiteral("0.1");
        input(keys << QStringLiteral("key") << QStringLiteral("Return"));
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
