#pragma once

#include <QString>
#include <QWidget>

#include <string>
#include <utility>
#include <vector>

class QProgressBar;
class QLabel;
class QStackedLayout;

namespace representer {

class EmptyState;
class JobList;
class MessageBar;
class PlotView;
struct Table;
class Workbench;

// One page of the window: empty (what to do first), busy, or filled. Pages read the workbench and listen to
// it; they never call each other.
class Page : public QWidget {
    Q_OBJECT
public:
    Page(Workbench& workbench, JobList& jobs, QWidget* parent = nullptr);

    virtual QString helpTopic() const = 0; // a file of resources/help, without ending
    // Called when the page comes to the front: a place to refresh what is costly to keep up to date.
    virtual void activated() {}

protected:
    Workbench& workbench() const { return m_workbench; }
    JobList& jobs() const { return m_jobs; }

    QWidget* content() const { return m_content; } // give it a layout; shown by showContent()
    void showContent();
    void showEmpty(const QString& icon, const QString& title, const QString& text,
                   const QString& actionText = {});
    void showBusy(const QString& text);
    bool showsContent() const;

    MessageBar& messageBar() const { return *m_messages; } // above whatever state the page is in
    virtual void emptyActionTriggered() {}                 // the button of the empty state
    void showError(const QString& message);

    // Ask where to write a chart or a table of this page, write it, and say where it is or why it is not.
    void exportChart(PlotView& view, const QString& name,
                     const std::vector<std::pair<std::string, std::string>>& manifest);
    void exportTable(const Table& table, const QString& name);
    void tellWritten(const QString& path);

private:
    Workbench& m_workbench;
    JobList& m_jobs;
    MessageBar* m_messages;
    QStackedLayout* m_states;
    EmptyState* m_empty;
    QWidget* m_busy;
    QLabel* m_busyText;
    QWidget* m_content;
};

} // namespace representer
