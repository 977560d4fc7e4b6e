#include "ui/main_window.h"

#include "ui/application_identity.h"
#include "ui/help/help_window.h"
#include "ui/help/shortcut_sheet.h"
#include "ui/jobs/job_strip.h"
#include "ui/number_format.h"
#include "ui/pages/page.h"
#include "ui/pages/page_list.h"
#include "ui/pages/start_page.h"
#include "ui/search/search_popup.h"
#include "ui/theme/colours.h"
#include "ui/widgets/drop_area.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/navigation_rail.h"
#include "ui/widgets/top_bar.h"
#include "ui/workbench/recent_workspaces.h"
#include "ui/workbench/saved_views.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace representer {

static const QString themeSetting = QStringLiteral("theme");
static const QString pageSetting = QStringLiteral("page");
static constexpr QSize defaultSize(1280, 720);

MainWindow::MainWindow(std::filesystem::path workspace, QWidget* parent)
    : QMainWindow((identifyApplication(), parent)), m_workbench(std::move(workspace)), m_session(m_workbench)
{
    systemIsDark(); // asked before our own palette hides the desktop's
    applyTheme(themeFromKey(m_settings.value(themeSetting).toString()));
    setWindowTitle(tr("Representer Explorer"));
    setAcceptDrops(true);
    resize(defaultSize);
    build();
    addPages();
    addMenus();
    addSearch();
    listen();
    m_layout = std::make_unique<WindowLayout>(*this);
    m_layout->restore(m_settings);
    rememberWorkspace(m_settings, QString::fromStdString(m_workbench.workspacePath().string()));
    m_pageBefore = m_settings.value(pageSetting, static_cast<int>(PageId::Explain)).toInt();
    showPage(PageId::Start);
}

MainWindow::~MainWindow()
{
    delete takeCentralWidget(); // the pages go before the workbench they listen to
}

void MainWindow::build()
{
    auto* centre = new QWidget(this);
    m_top = new TopBar(m_workbench, centre);
    m_rail = new NavigationRail(centre);
    m_messages = new MessageBar(centre);
    m_stack = new QStackedWidget(centre);
    auto* bars = new QVBoxLayout;
    bars->setContentsMargins(16, 8, 16, 0);
    bars->addWidget(m_messages);
    auto* column = new QVBoxLayout;
    column->setSpacing(0);
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
}

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
    file->addAction(tr("Open &data..."), QKeySequence::Open, &startPage(), &StartPage::chooseFiles);
    file->addAction(tr("Open a &folder..."), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O), &startPage(),
                    &StartPage::chooseFolder);
    file->addAction(tr("Open or create a &workspace..."), &startPage(), &StartPage::chooseWorkspace);
    file->addSeparator();
    file->addAction(tr("&Reload the workspace"), QKeySequence::Refresh, &m_workbench, &Workbench::reload);
    file->addAction(tr("&Cancel all jobs"), &m_jobs, &JobList::cancelAll);
    file->addSeparator();
    file->addAction(tr("&Quit"), QKeySequence::Quit, this, &QWidget::close);

    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    QAction* undo = m_workbench.undoStack().createUndoAction(this, tr("&Undo"));
    undo->setShortcut(QKeySequence::Undo);
    QAction* redo = m_workbench.undoStack().createRedoAction(this, tr("&Redo"));
    redo->setShortcut(QKeySequence::Redo);
    edit->addActions({undo, redo});

    QMenu* go = menuBar()->addMenu(tr("&Go"));
    go->addAction(tr("&Back"), QKeySequence(Qt::ALT | Qt::Key_Left), &m_workbench, &Workbench::goBack);
    go->addAction(tr("&Forward"), QKeySequence(Qt::ALT | Qt::Key_Right), &m_workbench, &Workbench::goForward);
    go->addSeparator();
    for (const PageEntry& entry : pageList())
        go->addAction(entry.name,
                      QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(entry.id))),
                      this, [this, id = entry.id] { showPage(id); });
    addSavedViews(*go);
    addViewMenu();
    addHelpMenu();
}

void MainWindow::addSavedViews(QMenu& go)
{
    go.addSeparator();
    QAction* save = go.addAction(tr("&Save this view..."), QKeySequence(Qt::CTRL | Qt::Key_D), this, [this] {
        auto* name = new QInputDialog(this);
        name->setAttribute(Qt::WA_DeleteOnClose);
        name->setWindowTitle(tr("Save this view"));
        name->setLabelText(tr("Name under which this prediction and its method are found again:"));
        name->setTextValue(m_workbench.views().suggestedName());
        name->resize(460, name->sizeHint().height());
        connect(name, &QInputDialog::textValueSelected, &m_workbench.views(), &SavedViews::save);
        name->open();
    });
    QMenu* open = go.addMenu(tr("Saved &views"));
    QMenu* remove = go.addMenu(tr("Remove a saved vie&w"));
    const auto list = [this, save, open, remove] {
        SavedViews& views = m_workbench.views();
        save->setEnabled(views.canSave());
        open->clear();
        remove->clear();
        open->setEnabled(!views.views().empty());
        remove->setEnabled(!views.views().empty());
        for (const SavedViews::View& view : views.views()) {
            const QString shown = QString(view.name).replace(QLatin1Char('&'), QStringLiteral("&&"));
            open->addAction(shown, &views, [&views, name = view.name] { views.open(name); });
            remove->addAction(shown, &views, [&views, name = view.name] { views.remove(name); });
        }
    };
    connect(&m_workbench.views(), &SavedViews::changed, this, list);
    connect(&m_workbench, &Workbench::explanationChanged, this,
            [this, save] { save->setEnabled(m_workbench.views().canSave()); });
    connect(&m_workbench.views(), &SavedViews::failed, this,
            [this](const QString& text) { m_messages->showMessage(MessageBar::Kind::Error, text); });
    list();
}

void MainWindow::addViewMenu()
{
    QMenu* view = menuBar()->addMenu(tr("&View"));
    m_themes = new QActionGroup(this);
    const Theme current = themeFromKey(m_settings.value(themeSetting).toString());
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
    view->addAction(tr("&Full screen"), QKeySequence::FullScreen, this,
                    [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
}

void MainWindow::addHelpMenu()
{
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    help->addAction(tr("&Help on this page"), QKeySequence::HelpContents, this, &MainWindow::showHelp);
    help->addAction(tr("&Keyboard shortcuts"), QKeySequence(Qt::Key_Question), this, [this] {
        auto* sheet = new ShortcutSheet(*this);
        sheet->setAttribute(Qt::WA_DeleteOnClose);
        sheet->open();
    });
    help->addSeparator();
    help->addAction(tr("&About Representer Explorer"), this, &MainWindow::showAbout);
}

void MainWindow::addSearch()
{
    QList<QAction*> commands;
    for (const QAction* top : menuBar()->actions())
        for (QAction* action : top->menu()->actions())
            if (!action->isSeparator() && !action->menu())
                commands << action;
    QMenu* edit = menuBar()->actions().at(1)->menu();
    edit->addSeparator();
    edit->addAction(tr("&Search everything"), QKeySequence(Qt::CTRL | Qt::Key_K), this, [this] {
        m_top->searchBox().setFocus(Qt::ShortcutFocusReason);
        m_top->searchBox().selectAll();
    });
    new SearchPopup(m_workbench, m_top->searchBox(), commands, this);
}

void MainWindow::listen()
{
    connect(m_rail, &NavigationRail::chosen, this,
            [this](int index) { showPage(static_cast<PageId>(index)); });
    connect(m_top, &TopBar::themeToggled, this,
            [this] { setTheme(isDark(palette()) ? Theme::Light : Theme::Dark); });
    connect(&m_workbench, &Workbench::pageRequested, this, &MainWindow::showPage);
    connect(&m_workbench, &Workbench::notice, this,
            [this](const QString& text) { m_messages->showMessage(MessageBar::Kind::Info, text); });
    connect(&m_workbench, &Workbench::warning, this,
            [this](const QString& text) { m_messages->showMessage(MessageBar::Kind::Warning, text); });
    for (const auto failure : {&Workbench::listsFailed, &Workbench::openModelFailed})
        connect(&m_workbench, failure, this,
                [this](const QString& text) { m_messages->showMessage(MessageBar::Kind::Error, text); });
    connect(&startPage(), &StartPage::examplesAdded, this, [this] {
        connect(&m_workbench, &Workbench::modelsChanged, this, &MainWindow::showExplanationOfFirstPoint,
                Qt::SingleShotConnection);
    });
    const auto reopenOnce = [this] {
        connect(&m_workbench, &Workbench::modelsChanged, this, &MainWindow::reopen, Qt::SingleShotConnection);
    };
    reopenOnce();
    connect(&m_workbench, &Workbench::workspaceChanged, this, [this, reopenOnce] {
        m_reopened = false;
        rememberWorkspace(m_settings, QString::fromStdString(m_workbench.workspacePath().string()));
        // The lists are announced empty first; what is remembered is opened when they have been read.
        QMetaObject::invokeMethod(this, reopenOnce, Qt::QueuedConnection);
    });
}

// Called when the lists of the workspace have been read for the first time.
void MainWindow::reopen()
{
    m_reopened = true;
    const bool restored = m_session.restore();
    if (restored)
        showPage(static_cast<PageId>(m_pageBefore));
    else if (m_explainFirst)
        showExplanationOfFirstPoint();
}

void MainWindow::showExplanationOfFirstPoint()
{
    if (!m_reopened) {
        m_explainFirst = true;
        return;
    }
    if (m_workbench.models().empty()) {
        startPage().addExamples(); // explained as soon as they are there
        return;
    }
    if (m_workbench.openModelName().isEmpty()) {
        // Films and letters explain themselves; images of digits need the paper.
        const auto& models = m_workbench.models();
        auto first = std::ranges::find(models, ModelKind::Mf, &ModelInfo::kind);
        if (first == models.end())
            first = std::ranges::find(models, ModelKind::L1, &ModelInfo::kind);
        m_workbench.useModel(toQString(first == models.end() ? models.front().name : first->name));
    }
    showPage(PageId::Explain);
}

PageId MainWindow::currentPage() const
{
    return static_cast<PageId>(m_stack->currentIndex());
}

void MainWindow::showPage(PageId page)
{
    const int index = std::clamp(static_cast<int>(page), 0, m_stack->count() - 1);
    if (m_layout && isVisible()) // now and not only when the window is closed: it may crash
        m_layout->save(m_settings);
    m_rail->setCurrent(index);
    m_stack->setCurrentIndex(index);
    m_settings.setValue(pageSetting, index);
    m_pages[static_cast<std::size_t>(index)]->activated();
}

QImage MainWindow::renderPage(PageId page, const QSize& size)
{
    showPage(page);
    resize(size);
    return grab().toImage();
}

void MainWindow::setTheme(Theme theme)
{
    m_settings.setValue(themeSetting, themeKey(theme));
    for (QAction* action : m_themes->actions())
        action->setChecked(action->data().toString() == themeKey(theme));
    applyTheme(theme);
}

void MainWindow::showHelp()
{
    if (!m_help) {
        m_help = new HelpWindow(this);
        m_help->setAttribute(Qt::WA_DeleteOnClose);
    }
    m_help->showTopic(m_pages[static_cast<std::size_t>(m_stack->currentIndex())]->helpTopic());
    m_help->show();
    m_help->raise();
}

void MainWindow::showAbout()
{
    auto* about = new QMessageBox(
        QMessageBox::NoIcon, tr("About Representer Explorer"),
        tr("Representer Explorer %1\n\nExplains predictions of sparse and low-rank models by their "
           "training samples, after \"Representer Point Selection for Explaining Regularized "
           "High-dimensional Models\".\n\nFree software under the GNU General Public License, "
           "version 3 or later. Uses Qt, QCustomPlot, Eigen, Spectra and SQLite.")
            .arg(QCoreApplication::applicationVersion()),
        QMessageBox::Close, this);
    about->setAttribute(Qt::WA_DeleteOnClose);
    about->setTextFormat(Qt::PlainText);
    about->setIconPixmap(windowIcon().pixmap(64));
    about->open();
}

void MainWindow::restoreDefaultLayout()
{
    m_layout->restoreDefaults(m_settings);
    resize(defaultSize);
}

StartPage& MainWindow::startPage() const
{
    return *static_cast<StartPage*>(m_pages[static_cast<std::size_t>(PageId::Start)]);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    m_layout->save(m_settings);
    m_jobs.cancelAll();
    QMainWindow::closeEvent(event);
}

// Another window or the command line may have worked on the same file meanwhile.
void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ActivationChange && isActiveWindow())
        m_workbench.reloadIfChanged();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!localFiles(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    showPage(PageId::Start);
    event->acceptProposedAction();
    startPage().importFiles(localFiles(event->mimeData()));
}

} // namespace representer
