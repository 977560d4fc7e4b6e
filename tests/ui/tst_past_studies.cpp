#include "support/document_workspace.h"
#include "ui/window_fixture.h"

#include "core/operations/run_mislabel.h"
#include "core/store/study_store.h"
#include "ui/jobs/job_list.h"
#include "ui/pages/deletion/study_form.h"
#include "ui/pages/deletion/study_list.h"
#include "ui/pages/deletion_page.h"
#include "ui/plots/plot_view.h"
#include "ui/widgets/data_table.h"
#include "ui/workbench/workbench.h"

#include <QPushButton>
#include <QTest>

using namespace representer;

namespace {

constexpr int patience = 60000;

} // namespace

// The list of past studies: every kind is there, opens, and goes on where it stood.
class TestPastStudies final : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        isolateSettings();
        m_files.emplace();
        {
            const Workspace workspace(m_files->path());
            MislabelPlan plan;
            plan.methods = {"high-dim", "loss"};
            plan.seeds = 2;
            const auto model = OpenModel::open(workspace, "l1", {});
            // Interrupted after its first ranking, as by a power cut.
            std::stop_source stop;
            try {
                runMislabel(
                    workspace, model, plan,
                    [&stop](const MislabelRow&, std::int64_t, std::int64_t) { stop.request_stop(); },
                    TaskContext(stop.get_token(), {}));
            } catch (const Cancelled&) {
            }
            QCOMPARE(StudyStore(workspace).list().front().state, std::string("paused"));
        }
        m_workbench.emplace(m_files->path());
        m_page.emplace(*m_workbench, m_jobs);
        m_page->resize(1366, 700);
        m_page->show();
        m_workbench->useModel(QStringLiteral("l1"));
        QTRY_VERIFY_WITH_TIMEOUT(m_workbench->explanation(), patience);
    }
    void cleanupTestCase()
    {
        m_page.reset();
        m_workbench.reset();
        m_files.reset();
    }

    void aStudyOfWrongLabelsIsShownAndResumed()
    {
        m_page->activated();
        QTRY_COMPARE_WITH_TIMEOUT(headOf(m_page->shown()).study, std::int64_t(1), patience);
        QVERIFY(std::holds_alternative<MislabelResult>(m_page->shown()));
        QCOMPARE(rowText(0, 1), QStringLiteral("wrong labels"));
        QVERIFY(!m_page->curves().series().empty());
        QVERIFY(m_page->list().resumeButton().isEnabled());
        QTest::mouseClick(&m_page->list().resumeButton(), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(headOf(m_page->shown()).state, std::string("finished"), patience);
        QCOMPARE(finishedRows(m_page->shown()), plannedRows(m_page->shown()));
        QTRY_VERIFY(!m_page->list().resumeButton().isEnabled());
        QCOMPARE(m_page->curves().series().size(), std::size_t(3)); // two rankings and chance
    }

    void aPausedStudyGoesOnWhileAnotherIsLookedAt()
    {
        m_page->form().drawPoints(10);
        m_page->form().setSizes(QStringLiteral("1%, 2%, 3%, 4%, 5%, 6%, 7%, 8%, 9%, 10%"));
        m_page->runStudy();
        QTRY_VERIFY_WITH_TIMEOUT(std::holds_alternative<StudyResult>(m_page->shown()) &&
                                     finishedRows(m_page->shown()) > 0,
                                 patience);
        m_page->pauseStudy();
        QTRY_VERIFY_WITH_TIMEOUT(m_jobs.idle(), patience);
        QTRY_COMPARE_WITH_TIMEOUT(m_page->list().table().model()->rowCount(), 2, patience);
        if (headOf(m_page->shown()).state == "finished")
            QSKIP("the study was finished before it could be paused");
        QTRY_COMPARE_WITH_TIMEOUT(headOf(m_page->shown()).state, std::string("paused"), patience);
        QVERIFY(m_page->list().resumeButton().isEnabled());
        m_page->resumeStudyShown();
        // Another study on screen: the rows that come in are not mixed into it.
        m_page->list().table().setCurrentIndex(m_page->list().table().model()->index(1, 0));
        QTRY_VERIFY_WITH_TIMEOUT(std::holds_alternative<MislabelResult>(m_page->shown()), patience);
        QTRY_VERIFY_WITH_TIMEOUT(m_jobs.idle(), patience);
        QVERIFY(std::holds_alternative<MislabelResult>(m_page->shown()));
        QCOMPARE(finishedRows(m_page->shown()), plannedRows(m_page->shown()));
        QTRY_COMPARE_WITH_TIMEOUT(rowText(0, 3), QStringLiteral("finished"), patience);
        m_page->list().table().setCurrentIndex(m_page->list().table().model()->index(0, 0));
        QTRY_VERIFY_WITH_TIMEOUT(std::holds_alternative<StudyResult>(m_page->shown()), patience);
        QCOMPARE(finishedRows(m_page->shown()), plannedRows(m_page->shown()));
    }

private:
    QString rowText(int row, int column) const
    {
        return m_page->list().table().model()->index(row, column).data().toString();
    }

    std::optional<DocumentWorkspace> m_files;
    JobList m_jobs;
    std::optional<Workbench> m_workbench;
    std::optional<DeletionPage> m_page;
};

QTEST_MAIN(TestPastStudies)
#include "tst_past_studies.moc"
