#pragma once

#include "core/operations/run_study.h"
#include "ui/jobs/latest_job.h"
#include "ui/models/plain_table_model.h"
#include "ui/pages/page.h"

#include <QTimer>

class QComboBox;
class QLabel;
class QPushButton;
class QTabWidget;

namespace representer {

class DataTable;
class Job;
class PlotView;
class StudyForm;

// Proof: retrain without the samples and see the score move. Studies are kept; a stopped one goes on where it
// stood.
class DeletionPage final : public Page {
    Q_OBJECT
public:
    DeletionPage(Workbench& workbench, JobList& jobs, QWidget* parent = nullptr);

    QString helpTopic() const override { return QStringLiteral("deletion"); }
    void activated() override;

    StudyForm& form() const { return *m_form; }
    PlotView& curves() const { return *m_curves; }
    const StudyResult& shown() const { return m_shown; }
    void runStudy();
    void findFlipSet();

protected:
    void emptyActionTriggered() override;

private:
    QWidget* makeSetup();
    QWidget* makeResults();
    void modelChanged();
    void pointChanged();
    void estimate();
    void startStudy(const QString& title,
                    std::function<StudyResult(const StudyObserver&, const TaskContext&)> work,
                    StudyResult begun);
    void addRow(const DeletionRow& row, std::int64_t study);
    void resumeSelected();
    void stop();
    void loadList();
    void loadSelected(const QModelIndex& index);
    void showResult(StudyResult result);
    void draw();

    StudyForm* m_form = nullptr;
    DataTable* m_list = nullptr;
    PlainTableModel m_studies;
    QPushButton* m_resume = nullptr;
    QPushButton* m_stop = nullptr;
    QLabel* m_state = nullptr;
    QTabWidget* m_tabs = nullptr;
    PlotView* m_curves = nullptr;
    PlotView* m_predicted = nullptr;
    DataTable* m_areas = nullptr;
    PlainTableModel m_areaTable;
    QComboBox* m_flipMethod = nullptr;
    QPushButton* m_flip = nullptr;
    QLabel* m_flipAnswer = nullptr;
    StudyResult m_shown;
    Job* m_running = nullptr; // owned by the job list
    QTimer m_redraw;          // rows come quicker than curves need to be drawn
    LatestJob m_loading;
    LatestJob m_estimating;
};

} // namespace representer
