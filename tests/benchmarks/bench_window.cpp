// How the window feels: click to painted explanation, start-up to a usable window, and the longest block of
// the GUI thread while an import, a training and a study run. One JSON line per figure, milliseconds.
//   bench_window --workspace FILE [--clicks N] [--import PATH]    (the file is copied first, never changed)
//   bench_window --smoke                                          (the bundled examples, few clicks)
#include "core/base/random.h"
#include "core/operations/example_workspace.h"
#include "ui/dialogs/import_dialog.h"
#include "ui/pages/deletion/study_form.h"
#include "ui/pages/deletion_page.h"
#include "ui/pages/explain/explanation_charts.h"
#include "ui/pages/explain/sample_tables.h"
#include "ui/pages/explain_page.h"
#include "ui/pages/start_page.h"
#include "ui/plots/plot_view.h"
#include "ui/widgets/data_table.h"
#include "ui/window_fixture.h"

#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QFile>
#include <QListView>
#include <QPushButton>
#include <QTest>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <sstream>
#include <unistd.h>

using namespace representer;

namespace {

constexpr int patience = 600000;

double seconds(clockid_t clock)
{
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Since the kernel started this process, to 10 ms: what a person waits for includes loading the libraries.
double millisecondsSinceStart()
{
    std::ifstream file("/proc/self/stat");
    std::string text;
    std::getline(file, text);
    std::istringstream fields(text.substr(text.rfind(')') + 2));
    std::string field;
    for (int i = 0; i < 20; ++i) // starttime is the 22nd field; two went with the name
        fields >> field;
    return 1e3 * (seconds(CLOCK_BOOTTIME) - std::stod(field) / static_cast<double>(sysconf(_SC_CLK_TCK)));
}

// Asks after every event, and sleeps while there is none: the processor is the program's.
template<class Condition>
bool waitFor(Condition condition, int milliseconds = patience)
{
    QElapsedTimer clock;
    clock.start();
    QTimer tick; // for conditions that no event announces, and for the limit
    tick.start(10);
    while (!condition()) {
        if (clock.elapsed() > milliseconds)
            return false;
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    return true;
}

// The longest time the GUI thread stayed away from its event loop, by the clock and by its own CPU time (on a
// busy machine the clock counts other people's work too).
class BlockMeter final : public QObject {
public:
    BlockMeter()
    {
        auto* dispatcher = QAbstractEventDispatcher::instance();
        connect(dispatcher, &QAbstractEventDispatcher::awake, this, [this] { lap(); });
        connect(dispatcher, &QAbstractEventDispatcher::aboutToBlock, this, [this] { lap(); });
        restart();
    }
    void restart()
    {
        m_wall = seconds(CLOCK_MONOTONIC);
        m_cpu = seconds(CLOCK_THREAD_CPUTIME_ID);
        m_longestWall = m_longestCpu = 0;
    }
    void print(const char* what)
    {
        lap();
        std::printf("{\"bench\":\"window\",\"figure\":\"gui block during %s\",\"longest_ms\":%.1f,"
                    "\"longest_cpu_ms\":%.1f}\n",
                    what, 1e3 * m_longestWall, 1e3 * m_longestCpu);
        std::fflush(stdout);
    }

private:
    void lap()
    {
        const double wall = seconds(CLOCK_MONOTONIC);
        const double cpu = seconds(CLOCK_THREAD_CPUTIME_ID);
        m_longestWall = std::max(m_longestWall, wall - m_wall);
        m_longestCpu = std::max(m_longestCpu, cpu - m_cpu);
        m_wall = wall;
        m_cpu = cpu;
    }
    double m_wall = 0, m_cpu = 0, m_longestWall = 0, m_longestCpu = 0;
};

// Notes the next paint of a widget.
class PaintWatch final : public QObject {
public:
    explicit PaintWatch(QWidget* widget) { widget->installEventFilter(this); }
    bool painted = false;
    bool eventFilter(QObject*, QEvent* event) override
    {
        painted = painted || event->type() == QEvent::Paint;
        return false;
    }
};

void runLoop(const std::function<bool()>& done)
{
    QEventLoop loop;
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
        if (done())
            loop.quit();
    });
    poll.start(20);
    QTimer::singleShot(patience, &loop, &QEventLoop::quit);
    loop.exec();
}

QAbstractItemView* pickerOf(ExplainPage& page)
{
    for (auto* view : page.findChildren<QAbstractItemView*>())
        if (view->isVisible() && (view->accessibleName() == QStringLiteral("Documents") ||
                                  view->accessibleName() == QStringLiteral("Items of this user") ||
                                  view->accessibleName() == QStringLiteral("Images")))
            return view;
    return nullptr;
}

// Clicks rows of the picker; every few clicks on another user, so that nothing is only cached.
void measureClicks(MainWindow& window, const QString& model, int clicks)
{
    Workbench& workbench = window.workbench();
    auto& page = *window.findChild<ExplainPage*>();
    window.showPage(PageId::Explain);
    workbench.useModel(model);
    waitFor([&] { return workbench.openModel() && !workbench.openingModel() && workbench.explanation(); });
    Random random(1);
    std::vector<double> milliseconds;
    for (int click = 0; click < clicks + 3; ++click) {
        const auto* ratings = std::get_if<RatingData>(&workbench.openModel()->dataset().content);
        if (ratings && click % 5 == 0) {
            const UserItem other{{static_cast<std::int32_t>(random.below(ratings->users.size()))},
                                 {static_cast<std::int32_t>(random.below(ratings->items.size()))}};
            workbench.setPoint(other);
            waitFor([&] { return !workbench.explaining() && workbench.explanation(); });
            QTest::qWait(60); // the user's list comes
        }
        QAbstractItemView* picker = pickerOf(page);
        if (!picker || !waitFor([&] { return picker->model()->rowCount() > 0; }, 20000))
            return;
        const QModelIndex row = picker->model()->index(
            static_cast<int>(random.below(static_cast<std::uint64_t>(picker->model()->rowCount()))), 0);
        picker->scrollTo(row, QAbstractItemView::PositionAtCenter);
        QTest::qWait(5);
        const auto before = workbench.explanation();
        const QPoint place = picker->visualRect(row).center();
        PaintWatch table(page.tables().up().viewport());
        PaintWatch chart(page.charts().currentView().findChild<QWidget*>());
        // What is painted before the answer is there does not count.
        QObject::connect(&workbench, &Workbench::explanationChanged, &table,
                         [&] { table.painted = chart.painted = false; });
        QElapsedTimer clock;
        clock.start();
        QTest::mouseClick(picker->viewport(), Qt::LeftButton, {}, place);
        if (!waitFor([&] { return workbench.explanation() != before && table.painted && chart.painted; },
                     2000))
            continue; // the row that was chosen already
        if (click >= 3) // the first ones prepare the explainer
            milliseconds.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
    }
    if (milliseconds.empty())
        return;
    std::sort(milliseconds.begin(), milliseconds.end());
    std::printf("{\"bench\":\"window\",\"figure\":\"click to "
                "paint\",\"model\":\"%s\",\"dataset\":\"%s\",\"clicks\":%zu,"
                "\"median_ms\":%.1f,\"p95_ms\":%.1f,\"worst_ms\":%.1f}\n",
                qPrintable(model), workbench.openModel()->dataset().info.name.c_str(), milliseconds.size(),
                milliseconds[milliseconds.size() / 2], milliseconds[milliseconds.size() * 95 / 100],
                milliseconds.back());
    std::fflush(stdout);
}

QByteArray libsvmRows(int rows)
{
    Random random(2);
    QByteArray text;
    for (int i = 0; i < rows; ++i) {
        text += i % 2 ? "+1" : "-1";
        for (int feature = 1; feature < 60; feature += 1 + static_cast<int>(random.below(5)))
            text +=
                ' ' + QByteArray::number(feature + (i % 2)) + ':' + QByteArray::number(1 + random.below(9));
        text += '\n';
    }
    return text;
}

void measureImport(MainWindow& window, BlockMeter& meter, const QString& path)
{
    meter.restart();
    const std::size_t before = window.workbench().datasets().size();
    window.showPage(PageId::Start);
    window.findChild<StartPage*>()->importFiles({path});
    runLoop([&] {
        auto* dialog = window.findChild<ImportDialog*>();
        auto* button = dialog ? dialog->findChild<QPushButton*>(QStringLiteral("import")) : nullptr;
        return button && button->isEnabled();
    });
    QTest::mouseClick(window.findChild<ImportDialog*>()->findChild<QPushButton*>(QStringLiteral("import")),
                      Qt::LeftButton);
    runLoop([&] { return window.workbench().datasets().size() > before && window.jobs().idle(); });
    meter.print("import");
}

void measureTraining(MainWindow& window, BlockMeter& meter)
{
    window.showPage(PageId::Models);
    meter.restart();
    const std::size_t before = window.workbench().models().size();
    QTest::mouseClick(window.findChild<QPushButton*>(QStringLiteral("train.start")), Qt::LeftButton);
    runLoop([&] { return window.workbench().models().size() > before && window.jobs().idle(); });
    meter.print("training");
}

void measureStudy(MainWindow& window, BlockMeter& meter, const QString& model)
{
    window.workbench().useModel(model);
    waitFor([&] { return window.workbench().explanation() && !window.workbench().openingModel(); });
    window.showPage(PageId::Deletion);
    auto& page = *window.findChild<DeletionPage*>();
    QTest::qWait(200);
    meter.restart();
    page.runStudy();
    runLoop([&] {
        return headOf(page.shown()).state == "finished" ||
               (window.jobs().idle() && headOf(page.shown()).state == "failed");
    });
    meter.print("a study");
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    const double millisecondsAtMain = millisecondsSinceStart();
    isolateSettings();
    QCommandLineParser parser;
    parser.addOptions(
        {{QStringLiteral("smoke"), QStringLiteral("few clicks on the examples")},
         {QStringLiteral("workspace"), QStringLiteral("workspace to copy and click in"),
          QStringLiteral("file")},
         {QStringLiteral("clicks"), QStringLiteral("per model"), QStringLiteral("n"), QStringLiteral("100")},
         {QStringLiteral("import"), QStringLiteral("what to import"), QStringLiteral("path")}});
    parser.process(application);
    const bool smoke = parser.isSet(QStringLiteral("smoke"));
    const int clicks = smoke ? 5 : parser.value(QStringLiteral("clicks")).toInt();

    QTemporaryDir folder;
    const std::filesystem::path path = fileIn(folder, QStringLiteral("bench.rpx"));
    if (parser.isSet(QStringLiteral("workspace")))
        std::filesystem::copy_file(parser.value(QStringLiteral("workspace")).toStdString(), path);
    else
        buildExampleWorkspace(Workspace(path));
    const double prepared = millisecondsSinceStart() - millisecondsAtMain;
    MainWindow window(path);
    window.resize(1366, 768);
    window.show();
    window.showExplanationOfFirstPoint();
    waitFor([&] { return window.workbench().explanation() != nullptr; });
    window.grab();
    std::printf("{\"bench\":\"window\",\"figure\":\"process start to a painted explanation\",\"ms\":%.0f}\n",
                millisecondsSinceStart() - prepared);

    BlockMeter meter;
    std::vector<QString> models;
    for (const ModelInfo& info : window.workbench().models())
        models.push_back(QString::fromStdString(info.name));
    for (const QString& model : models) {
        meter.restart();
        measureClicks(window, model, clicks);
        meter.print("clicks");
    }

    QString data = parser.value(QStringLiteral("import"));
    if (data.isEmpty()) {
        data = folder.filePath(QStringLiteral("rows.svm"));
        QFile file(data);
        if (!file.open(QIODevice::WriteOnly))
            return 1;
        file.write(libsvmRows(smoke ? 2000 : 100000));
    }
    measureImport(window, meter, data);
    measureTraining(window, meter);
    measureStudy(window, meter, models.front());
    return 0;
}
