#include "ui/main_window.h"

#include "ui/jobs/job_strip.h"
#include "ui/number_format.h"
#include "ui/pages/page.h"
#include "ui/pages/page_list.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/navigation_rail.h"
#include "ui/widgets/top_bar.h"
#include "ui/window_layout.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QStackedWidget>
#include <QVBoxLayout>

// Resources of a static library are not registered by themselves; the macro must stand outside any namespace.
static void registerResources()
{
    Q_INIT_RESOURCE(ui);
}

namespace representer {

MainWindow::MainWindow(std::filesystem::path workspace, QWidget* parent)
    : QMainWindow(parent), m_settings(QSettings::IniFormat, QSettings::UserScope,
                                      QStringLiteral("representer"), QStringLiteral("representer")),
      m_workbench(std::move(workspace))
{
    registerResources();
    systemIsDark(); // asked before our own palette hides the desktop's
    applyTheme(themeFromKey(m_settings.value(QStringLiteral("theme")).toString()));
    setWindowTitle(tr("Representer Explorer"));
    setAcceptDrops(true);
    resize(1280, 720);

    auto* centre = new QWidget(this);
    m_top = new TopBar(m_workbench, centre);
    m_rail = new NavigationRail(centre);
    m_messages = new MessageBar(centre);
    m_stack = new QStackedWidget(centre);
    auto* column = new QVBoxLayout;
    column->setSpacing(0);
    auto* bars = new QVBoxLayout;
    bars->setContentsMargins(16, 8, 16, 0);
    bars->addWidget(m_messages);
    column->addWidget(m_top);
    column->addLayout(bars);
    column->addWidget(m_stack, 1);
    column->addWidget(new JobStrip(m_jobs, centre));
    auto* row = new QHBoxLayout(centre);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_rail);
    row->addLayout(column, 1);
    setCentralWidget(centre);

    addPages();
    addMenus();
    connect(m_rail, &NavigationRail::chosen, this,
            [this](int index) { showPage(static_cast<PageId>(index)); });
    connect(m_top, &TopBar::themeToggled, this, [this] {
        setTheme(palette().color(QPalette::Window).lightness() < 128 ? Theme::Light : Theme::Dark);
    });
    connect(&m_workbench, &Workbench::pageRequested, this, &MainWindow::showPage);
    connect(&m_workbench, &Workbench::notice, this,
            [this](const QString& text) { m_messages->showMessage(MessageBar::Kind::Info, text); });
    for (const auto failure : {&Workbench::listsFailed, &Workbench::openModelFailed})
        connect(&m_workbench, failure, this,
                [this](const QString& text) { m_messages->showMessage(MessageBar::Kind::Error, text); });
    restoreLayout();
    showPage(PageId::Start);
}

MainWindow::~MainWindow() = default;

void MainWindow::addPages()
{
    for (const PageEntry& entry : pageList()) {
        Page* page = entry.make(m_workbench, m_jobs);
        page->setObjectName(entry.key);
        m_pages.push_back(page);
        m_stack->addWidget(page);
        m_rail->add(entry.key, entry.name, tr("%1 (Ctrl+%2)").arg(entry.summary).arg(m_pages.size()));
    }
}

void MainWindow::addMenus()
{
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addAction(tr("Open &data..."), QKeySequence::Open, this, [this] { showPage(PageId::Start); });
    file->addSeparator();
    file->addAction(tr("&Quit"), QKeySequence::Quit, this, &QWidget::close);

    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    QAction* undo = m_workbench.undoStack().createUndoAction(this, tr("&Undo"));
    undo->setShortcut(QKeySequence::Undo);
    QAction* redo = m_workbench.undoStack().createRedoAction(this, tr("&Redo"));
    redo->setShortcut(QKeySequence::Redo);
    edit->addActions({undo, redo});

    QMenu* go = menuBar()->addMenu(tr("&Go"));
    go->addAction(tr("&Back"), QKeySequence::Back, &m_workbench, &Workbench::goBack);
    go->addAction(tr("&Forward"), QKeySequence::Forward, &m_workbench, &Workbench::goForward);
    go->addSeparator();
    for (const PageEntry& entry : pageList())
        go->addAction(entry.name,
                      QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(entry.id))),
                      this, [this, id = entry.id] { showPage(id); });

    QMenu* view = menuBar()->addMenu(tr("&View"));
    m_themes = new QActionGroup(this);
    const Theme current = themeFromKey(m_settings.value(QStringLiteral("theme")).toString());
    const std::pair<Theme, QString> themes[] = {{Theme::System, tr("Follow the &system")},
                                                {Theme::Light, tr("&Light theme")},
                                                {Theme::Dark, tr("&Dark theme")}};
    for (const auto& [theme, name] : themes) {
        QAction* action = view->addAction(name, this, [this, chosen = theme] { setTheme(chosen); });
        action->setCheckable(true);
        action->setData(themeKey(theme));
        action->setChecked(theme == current);
        m_themes->addAction(action);
    }
    view->addSeparator();
    view->addAction(tr("&Restore default layout"), this, &MainWindow::restoreDefaultLayout);
}

PageId MainWindow::currentPage() const
{
    return static_cast<PageId>(m_stack->currentIndex());
}

void MainWindow::showPage(PageId page)
{
    const int index = static_cast<int>(page);
    m_rail->setCurrent(index);
    m_stack->setCurrentIndex(index);
    m_pages[static_cast<std::size_t>(index)]->activated();
}

void MainWindow::showExplanationOfFirstPoint()
{
    showPage(PageId::Explain);
    const auto open = [this] {
        if (m_workbench.models().empty())
            return;
        const ModelInfo& info = m_workbench.models().front();
        m_workbench.useModel(toQString(info.name));
    };
    open();
}

QImage MainWindow::renderPage(PageId page, const QSize& size)
{
    showPage(page);
    resize(size);
    ensurePolished();
    return grab().toImage();
}

void MainWindow::setTheme(Theme theme)
{
    m_settings.setValue(QStringLiteral("theme"), themeKey(theme));
    for (QAction* action : m_themes->actions())
        action->setChecked(action->data().toString() == themeKey(theme));
    applyTheme(theme);
}

void MainWindow::restoreLayout()
{
    representer::restoreLayout(m_settings, *this);
}

void MainWindow::restoreDefaultLayout()
{
    forgetLayout(m_settings);
    m_workbench.notify(tr("The default layout is back the next time the window opens."));
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    saveLayout(m_settings, *this);
    m_jobs.cancelAll();
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    showPage(PageId::Start);
    event->acceptProposedAction();
}

} // namespace representer
