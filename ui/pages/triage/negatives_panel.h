#pragma once

#include "ui/jobs/latest_job.h"
#include "ui/models/suspected_pair_model.h"

#include <QPointer>
#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;
class QSortFilterProxyModel;
class QStackedWidget;

namespace representer {

class DataTable;
class JobList;
class PlotView;
class Workbench;

// Implicit feedback: pairs that were taken for negatives and may be positives in disguise, and the study that
// shows which ranking finds them and whether the model gets better without them.
class NegativesPanel final : public QWidget {
    Q_OBJECT
public:
    NegativesPanel(Workbench& workbench, JobList& jobs, QWidget* parent = nullptr);

    // Whether the open model has negatives to look at; otherwise why not, in a sentence.
    QString reasonAgainst() const;
    void activate(); // looks for them when the list is not of the open model
    void mark(std::optional<Verdict> verdict);
    void runStudy();

    SuspectedPairModel& pairs() { return m_pairs; }
    DataTable& table() const { return *m_table; }
    PlotView& found() const { return *m_found; }
    PlotView& recall() const { return *m_recall; }

signals:
    void failed(const QString& message);
    void pairOpened(const representer::UserItem& pair);

private:
    void find();
    void loadStudy();
    void showStudy(const NegativeResult& result);

    Workbench& m_workbench;
    JobList& m_jobs;
    SuspectedPairModel m_pairs;
    QSortFilterProxyModel* m_sorted;
    DataTable* m_table;
    QComboBox* m_ranking;
    QPushButton* m_run;
    QLabel* m_state;
    PlotView* m_found;
    PlotView* m_recall;
    std::string m_shownModel; // whose list it is
    NegativeResult m_study;
    LatestJob m_finding;
    LatestJob m_loading;
};

} // namespace representer
