#pragma once

#include "ui/jobs/job_list.h"
#include "ui/theme/theme.h"
#include "ui/workbench/workbench.h"

#include <QMainWindow>
#include <QSettings>

#include <filesystem>
#include <vector>

class QActionGroup;
class QStackedWidget;

namespace representer {

class MessageBar;
class NavigationRail;
class Page;
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
    // Opens the model used last (or any) and explains its first test point: something to see at first start.
    void showExplanationOfFirstPoint();
    // The window with this page in front, drawn without a display.
    QImage renderPage(PageId page, const QSize& size);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void addPages();
    void addMenus();
    void setTheme(Theme theme);
    void restoreLayout();
    void restoreDefaultLayout();

    QSettings m_settings;
    JobList m_jobs;
    Workbench m_workbench;
    TopBar* m_top;
    NavigationRail* m_rail;
    MessageBar* m_messages;
    QStackedWidget* m_stack;
    std::vector<Page*> m_pages; // by PageId
    QActionGroup* m_themes = nullptr;
};

} // namespace representer
