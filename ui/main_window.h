#pragma once

#include "ui/jobs/job_list.h"
#include "ui/theme/theme.h"
#include "ui/window_layout.h"
#include "ui/workbench/session.h"
#include "ui/workbench/workbench.h"

#include <QMainWindow>
#include <QPointer>
#include <QSettings>

#include <filesystem>
#include <memory>
#include <vector>

class QActionGroup;
class QMenu;
class QStackedWidget;

namespace representer {

class HelpWindow;
class MessageBar;
class NavigationRail;
class Page;
class StartPage;
class TopBar;

// Owns the pages, menus and the layout of the window, and nothing else: what is open and selected is the
// workbench's.
class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(std::filesystem::path workspace, QWidget* parent = nullptr);
    ~MainWindow() override;

    Workbench& workbench() { return m_workbench; }
    JobList& jobs() { return m_jobs; }
    PageId currentPage() const;
    void showPage(PageId page);
    void setTheme(Theme theme);
    // Where the user was in this workspace, or else the first model and its first point: something to see at
    // once.
    void showExplanationOfFirstPoint();
    // The window with this page in front, drawn at this size, with or without a display.
    QImage renderPage(PageId page, const QSize& size);

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void build();
    void addPages();
    void addMenus();
    void addSavedViews(QMenu& go);
    void addViewMenu();
    void addHelpMenu();
    void addSearch();
    void listen();
    void reopen();
    void showHelp();
    void showAbout();
    void restoreDefaultLayout();
    StartPage& startPage() const;

    QSettings m_settings;
    JobList m_jobs;
    Workbench m_workbench;
    Session m_session;
    bool m_reopened = false;     // the lists of the workspace have been read once
    bool m_explainFirst = false; // asked for before that
    int m_pageBefore = 0; // where the user was when the window was last closed
    TopBar* m_top = nullptr;
    NavigationRail* m_rail = nullptr;
    MessageBar* m_messages = nullptr;
    QStackedWidget* m_stack = nullptr;
    std::vector<Page*> m_pages; // by PageId
    QActionGroup* m_themes = nullptr;
    std::unique_ptr<WindowLayout> m_layout;
    QPointer<HelpWindow> m_help;
};

} // namespace representer
