#pragma once

#include "core/operations/any_study.h"
#include "ui/jobs/latest_job.h"
#include "ui/pages/page.h"

#include <QTimer>

namespace representer {

class FlipPanel;
class Job;
class PlotView;
class StudyForm;
class StudyList;
class StudyResults;

// Proof: retrain without the samples and see the score move. Studies are kept; a stopped one, of whichever
// kind, goes on where it stood.
class DeletionPage final : public Page {
    Q_OBJECT
public:
    DeletionPage(Workbench& workbench, JobList& jobs, QWidget* parent = nullptr);

    QString helpTopic() const override { return QStringLiteral("deletion"); }
    void activated() override;

    StudyForm& form() const { return *m_form; }
    StudyList& list() const { return *m_list; }
    PlotView& curves() const;
    // The study on screen: the one that runs, or one that was read from the workspace.
    const AnyStudy& shown() const { return m_following ? m_live : m_stored; }
    void runStudy();
    void pauseStudy();
    void resumeStudyShown();

protected:
    void emptyActionTriggered() override;

private:
    using StudyWork = std::function<AnyStudy(const AnyStudyObserver&, const TaskContext&)>;

    QWidget* makeSetup();
    QWidget* makeResults();
    void modelChanged();
    void pointChanged();
    void workspaceChanged();
    void estimate();
    void startStudy(const QString& title, StudyWork work, AnyStudy begun);
    void addRow(std::int64_t study, const AnyStudyRow& row);
    void studyEnded();
    void removeShown();
    void loadList();
    void showStudy(std::int64_t study);
    void draw();

    StudyForm* m_form = nullptr;
    StudyList* m_list = nullptr;
    StudyResults* m_results = nullptr;
    FlipPanel* m_flip = nullptr;
    AnyStudy m_stored;
    AnyStudy m_live;
    bool m_following = false; // the running study is on screen, not another
    Job* m_running = nullptr; // owned by the job list
    QTimer m_redraw;          // rows come quicker than curves need to be drawn
    LatestJob m_listing;
    LatestJob m_loading;
    LatestJob m_estimating;
};

} // namespace representer
