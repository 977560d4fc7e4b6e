#pragma once

#include "ui/jobs/latest_job.h"
#include "ui/search/search_result.h"

#include <QListWidget>
#include <QTimer>

class QAction;
class QLineEdit;

namespace representer {

class Workbench;

// What the search box finds, below it: pages, commands, datasets and models at once; documents, users and
// items of the current dataset as soon as a worker has found them.
class SearchPopup final : public QListWidget {
    Q_OBJECT
public:
    SearchPopup(Workbench& workbench, QLineEdit& box, QList<QAction*> commands, QWidget* window);
    const SearchResults& results() const { return m_results; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void search();
    void searchSamples(const QString& query);
    void add(SearchResult result);
    void place();
    void choose(int row);

    Workbench& m_workbench;
    QLineEdit& m_box;
    QList<QAction*> m_commands;
    SearchResults m_results;
    QTimer m_delay;
    LatestJob m_searching;
};

} // namespace representer
