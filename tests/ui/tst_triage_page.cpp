#include "ui/window_fixture.h"

#include "core/operations/train_model.h"
#include "core/store/dataset_store.h"
#include "support/small_ratings.h"
#include "ui/jobs/job_list.h"
#include "ui/models/roles.h"
#include "ui/pages/triage/negatives_panel.h"
#include "ui/pages/triage_page.h"
#include "ui/plots/plot_view.h"
#include "ui/widgets/data_table.h"
#include "ui/workbench/annotations.h"
#include "ui/workbench/workbench.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace representer;

namespace {

constexpr int patience = 60000;

} // namespace

// Missing positives of implicit feedback: listed, marked, studied.
class TestTriagePage final : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        isolateSettings();
        const Workspace workspace(path());
        Dataset dataset;
        dataset.content = test::smallRatings(40, 30, 0.7, 1, true);
        dataset.info.name = "clicks";
        dataset.info.kind = DatasetKind::Ratings;
        countContent(dataset.info, dataset.content);
        dataset.info.fingerprint = contentFingerprint(dataset.content);
        DatasetStore(workspace).add(dataset, {});
        TrainRequest request;
        request.name = "mf";
        request.kind = ModelKind::Mf;
        request.dataset = "clicks";
        request.options = {{"loss", "logistic"}, {"negatives", 0.1}, {"mu", 1.0}, {"dim", 4}};
        trainModel(workspace, request);
        m_workbench.emplace(path());
        m_page.emplace(*m_workbench, m_jobs);
        m_page->resize(1366, 700);
        m_page->show();
        m_workbench->useModel(QStringLiteral("mf"));
        QTRY_VERIFY_WITH_TIMEOUT(m_workbench->openModel(), patience);
    }
    void cleanupTestCase()
    {
        m_page.reset();
        m_workbench.reset();
    }

    void suspectedPairsAreListedAndMarked()
    {
        NegativesPanel& panel = m_page->negatives();
        QCOMPARE(panel.reasonAgainst(), QString());
        QAbstractItemModelTester tester(&panel.pairs(),
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        panel.activate();
        QTRY_VERIFY_WITH_TIMEOUT(panel.pairs().rowCount() > 10, patience);
        panel.table().selectRow(0);
        const SuspectPair pair =
            panel.pairs().pair(panel.table().currentIndex().data(IndexRole).toInt()).pair;
        const UserItem subject{pair.user, pair.item};
        panel.mark(Verdict::Wrong);
        QCOMPARE(m_workbench->annotations().mark(subject), std::optional(Verdict::Wrong));
        m_workbench->undoStack().undo();
        QVERIFY(!m_workbench->annotations().mark(subject));
    }

    void studyDrawsBothCharts()
    {
        NegativesPanel& panel = m_page->negatives();
        panel.runStudy();
        QTRY_VERIFY_WITH_TIMEOUT(m_jobs.idle() && panel.found().series().size() == 4, patience);
        QCOMPARE(panel.recall().series().size(), std::size_t(4));
        QCOMPARE(panel.found().series()[0].x.size(), std::size_t(5));
    }

private:
    std::filesystem::path path() const { return fileIn(m_folder, QStringLiteral("clicks.rpx")); }

    QTemporaryDir m_folder;
    JobList m_jobs;
    std::optional<Workbench> m_workbench;
    std::optional<TriagePage> m_page;
};

QTEST_MAIN(TestTriagePage)
#include "tst_triage_page.moc"
