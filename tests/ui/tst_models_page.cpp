#include "support/document_workspace.h"
#include "ui/window_fixture.h"

#include "core/operations/export_model.h"
#include "ui/jobs/job_list.h"
#include "ui/pages/models_page.h"
#include "ui/plots/plot_view.h"
#include "ui/widgets/adopt_form.h"
#include "ui/widgets/model_view.h"
#include "ui/widgets/path_view.h"
#include "ui/workbench/workbench.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace representer;

namespace {

constexpr int patience = 60000;

} // namespace

// New models come from training, from elsewhere, from polishing, and from the path.
class TestModelsPage final : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { isolateSettings(); }
    void init()
    {
        m_files.emplace();
        m_workbench.emplace(m_files->path());
        m_page.emplace(*m_workbench, m_jobs);
        m_page->resize(1366, 700);
        m_page->show();
        QTRY_VERIFY_WITH_TIMEOUT(m_workbench->findModel(QStringLiteral("l1")), patience);
        m_workbench->useModel(QStringLiteral("l1"));
        QTRY_VERIFY_WITH_TIMEOUT(m_workbench->openModel(), patience);
    }
    void cleanup()
    {
        m_page.reset();
        m_workbench.reset();
        m_files.reset();
    }

    void figuresAreInWords()
    {
        QString said;
        for (const QLabel* label : m_page->findChildren<QLabel*>())
            said += label->text() + QLatin1Char('\n');
        QVERIFY2(said.contains(QStringLiteral("Test part: accuracy")), qPrintable(said));
        QVERIFY2(!said.contains(QLatin1Char('_')), qPrintable(said));
    }

    void convergenceIsDrawnWhileTraining()
    {
        std::size_t longest = 0;
        connect(&m_jobs, &JobList::ended, this,
                [&](Job* job) { longest = std::max(longest, job->steps().size()); });
        QTest::mouseClick(m_page->findChild<QPushButton*>(QStringLiteral("train.start")), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(m_workbench->models().size(), std::size_t(2), patience);
        QVERIFY(longest > 1);
        m_jobs.disconnect(this);
    }

    void adoptsWhatWasExported()
    {
        const std::string folder = m_files->file(QStringLiteral("exported")).toStdString();
        exportModel(Workspace(m_files->path()), "l1", folder, {});
        auto& form = *m_page->findChild<AdoptForm*>();
        QVERIFY(!form.findChild<QPushButton*>(QStringLiteral("adopt.start"))->isEnabled());
        form.addFiles({QString::fromStdString(folder + "/theta.npy")});
        QVERIFY(form.findChild<QPushButton*>(QStringLiteral("adopt.start"))->isEnabled());
        emit form.submitted(form.request());
        QTRY_COMPARE_WITH_TIMEOUT(m_workbench->models().size(), std::size_t(2), patience);
        const ModelInfo* adopted = m_workbench->findModel(QStringLiteral("letters-adopted"));
        QVERIFY(adopted && adopted->adopted);
        QVERIFY(!adopted->warnings.empty()); // the lint in plain words
        QTRY_VERIFY_WITH_TIMEOUT(m_workbench->openModel() &&
                                     m_workbench->openModel()->model().info.name == "letters-adopted",
                                 patience);
    }

    void wrongFilesAreRefusedWithASentence()
    {
        const QString path = m_files->file(QStringLiteral("wrong.csv"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("these are,no\nweights,at all\n");
        file.close();
        auto& form = *m_page->findChild<AdoptForm*>();
        form.addFiles({path});
        QSignalSpy ended(&m_jobs, &JobList::ended);
        emit form.submitted(form.request());
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, patience);
        QCOMPARE(m_jobs.jobs().back()->state(), Job::State::Failed);
        QVERIFY2(m_jobs.jobs().back()->message().contains(QStringLiteral("wrong.csv")),
                 qPrintable(m_jobs.jobs().back()->message()));
        m_jobs.dismiss(m_jobs.jobs().back());
    }

    void polishesWithDrift()
    {
        for (auto* button : m_page->findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Polish"))
                QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(m_workbench->findModel(QStringLiteral("l1-polished")), patience);
        const ModelInfo* polished = m_workbench->findModel(QStringLiteral("l1-polished"));
        QVERIFY(QString::fromStdString(polished->warnings[1]).contains(QStringLiteral("moved")));
    }

    void aPointOfThePathBecomesAModel()
    {
        auto& path = *m_page->findChild<PathView*>();
        emit path.pathWanted();
        QTRY_VERIFY_WITH_TIMEOUT(path.plot().series().size() == 2, patience);
        QCOMPARE(path.plot().series()[0].x.size(), std::size_t(30));
        const double C = path.plot().series()[0].x[20];
        emit path.plot().pointClicked(0, 20);
        QTRY_COMPARE_WITH_TIMEOUT(m_workbench->models().size(), std::size_t(2), patience);
        QTRY_VERIFY_WITH_TIMEOUT(
            m_workbench->openModel() && m_workbench->openModel()->model().info.name != "l1", patience);
        QVERIFY(std::abs(m_workbench->openModel()->model().info.options.at("C").get<double>() - C) <=
                1e-9 * C);
        QTRY_VERIFY_WITH_TIMEOUT(m_jobs.idle(), patience);
        emit path.plot().pointClicked(0, 20); // known now: opened, not trained again
        QTest::qWait(100);
        QCOMPARE(m_workbench->models().size(), std::size_t(2));
    }

private:
    std::optional<DocumentWorkspace> m_files;
    JobList m_jobs;
    std::optional<Workbench> m_workbench;
    std::optional<ModelsPage> m_page;
};

QTEST_MAIN(TestModelsPage)
#include "tst_models_page.moc"
