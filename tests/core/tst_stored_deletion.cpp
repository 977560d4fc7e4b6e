// Studies in a workspace: stored row by row, killed, resumed. The program is its own victim: with "--study
// FILE" it goes on with the study of that workspace until somebody kills it.
#include "core/base/parallel.h"
#include "core/operations/stored_deletion.h"
#include "core/store/dataset_store.h"
#include "core/store/model_store.h"
#include "core/store/study_store.h"
#include "core/studies/deletion_json.h"
#include "support/ridge_study.h"

#include <SQLiteCpp/Database.h>
#include <nlohmann/json.hpp>

#include <QtTest>

#include <map>

using namespace representer;

class TestStoredDeletion : public QObject {
    Q_OBJECT
private slots:
    void init();
    void finishedStudiesLoadAsTheyRan();
    void killedTenTimesGivesTheSameTable();
    void oneAndTwoThreadsGiveTheSameTable();
    void cancelledStudiesArePausedAndGoOn();
    void aFullDiskKeepsTheFinishedRows();
    void otherIdsAreRefused();

private:
    std::filesystem::path path() const { return m_folder->filePath("w.rpx").toStdString(); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

const StudySubject subject{"ridge", "f", "logits", 1};

// A study needs a model in the workspace, a model its dataset; what is in them does not matter here.
void makeWorkspace(const Workspace& workspace)
{
    Dataset dataset;
    dataset.info.name = "docs";
    dataset.info.fingerprint = "d";
    DocumentData data;
    data.train.x.resize(2, 1);
    data.train.labels = {0, 1};
    data.validation.x.resize(0, 1);
    data.test.x.resize(0, 1);
    dataset.content = std::move(data);
    DatasetStore(workspace).add(dataset, {});
    Model model;
    model.info.name = "ridge";
    model.info.dataset = "docs";
    model.info.datasetFingerprint = "d";
    model.info.fingerprint = "f";
    model.content = ridge::model(Vector::Zero(1));
    ModelStore(workspace).add(model);
}

StudyResult runNew(const Workspace& workspace, const ridge::Laboratory& lab)
{
    const std::int64_t id = createDeletion(workspace, subject, checkedPlan(lab.plan(), 60));
    return runStoredDeletion(workspace, id, lab.setup());
}

// All numbers of a study but the timings, as text to the last bit.
std::map<std::string, std::string> table(const StudyResult& result)
{
    std::map<std::string, std::string> rows;
    for (DeletionRow row : result.rows) {
        row.seconds = 0;
        rows.emplace(row.key(), rowToJson(row).dump());
    }
    return rows;
}

} // namespace

void TestStoredDeletion::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    makeWorkspace(Workspace(path()));
}

void TestStoredDeletion::finishedStudiesLoadAsTheyRan()
{
    const ridge::Laboratory lab;
    const Workspace workspace(path());
    const std::int64_t id = createDeletion(workspace, subject, checkedPlan(lab.plan(), 60));
    QCOMPARE(id, std::int64_t{1});
    std::int64_t observed = 0;
    const StudyResult ran = runStoredDeletion(workspace, id, lab.setup(), [&](const StudyProgress& p) {
        ++observed;
        QCOMPARE(p.progress.done, observed);
        QCOMPARE(static_cast<std::int64_t>(StudyStore(workspace).rows(p.study).size()),
                 observed); // stored at once
    });
    QCOMPARE(observed, std::int64_t{72});
    QCOMPARE(ran.state, std::string("finished"));
    const StudyResult loaded = loadStudy(workspace, id);
    QVERIFY(table(loaded) == table(ran));
    QCOMPARE(loaded.model, std::string("ridge"));
    QCOMPARE(loaded.summary.rows.size(), std::size_t{12});
    QCOMPARE(loaded.summary.retrainings, std::int64_t{72});
    // Running a finished study again repeats nothing.
    const int retrainings = lab.retrainer.retrainings;
    QVERIFY(table(runStoredDeletion(workspace, id, lab.setup())) == table(ran));
    QCOMPARE(int(lab.retrainer.retrainings), retrainings);
}

void TestStoredDeletion::killedTenTimesGivesTheSameTable()
{
    ridge::Laboratory lab;
    StudyResult whole;
    {
        const Workspace workspace(path());
        whole = runNew(workspace, lab);
        QCOMPARE(createDeletion(workspace, subject, whole.plan), std::int64_t{2}); // the victim's study
    }
    Random random(5);
    std::size_t rows = 0;
    for (int killed = 0; killed < 10; ++killed) {
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(), {"--study", m_folder->filePath("w.rpx")});
        QVERIFY(child.waitForStarted());
        // Up to five rows later, anywhere in the next retraining or in storing it.
        qsizetype lines = 1 + static_cast<qsizetype>(random.below(6));
        while (lines > 0 && child.waitForReadyRead())
            lines -= child.readAllStandardOutput().count('\n');
        QTest::qSleep(static_cast<int>(random.below(12)));
        child.kill();
        QVERIFY(child.waitForFinished());
        QCOMPARE(child.exitStatus(), QProcess::CrashExit);
        const Workspace workspace(path());
        const StudyResult partial = loadStudy(workspace, 2);
        QCOMPARE(partial.state, std::string("running"));
        QVERIFY(partial.rows.size() >= rows); // nothing that was stored is lost
        rows = partial.rows.size();
    }
    qInfo("%zu of 72 rows stored after ten kills", rows);
    QVERIFY(rows > 0 && rows < 72);
    const Workspace workspace(path());
    QVERIFY(workspace.check().empty());
    const int before = lab.retrainer.retrainings;
    const StudyResult resumed = runStoredDeletion(workspace, 2, lab.setup());
    QVERIFY(table(resumed) == table(whole));
    QCOMPARE(resumed.rows.size(), whole.rows.size());
    // Repeated at most: the chain of two warm starts that each of the two workers was in.
    QVERIFY(lab.retrainer.retrainings - before <= 72 - static_cast<int>(rows) + 4);
}

void TestStoredDeletion::oneAndTwoThreadsGiveTheSameTable()
{
    const ridge::Laboratory lab;
    const Workspace workspace(path());
    setThreadLimit(1);
    const auto one = table(runNew(workspace, lab));
    setThreadLimit(2);
    const auto two = table(runNew(workspace, lab));
    setThreadLimit(0);
    QVERIFY(one == two);
}

void TestStoredDeletion::cancelledStudiesArePausedAndGoOn()
{
    ridge::Laboratory lab;
    lab.retrainer.delay = std::chrono::microseconds(300);
    const Workspace workspace(path());
    const auto whole = table(runNew(workspace, lab));
    const std::int64_t id = createDeletion(workspace, subject, checkedPlan(lab.plan(), 60));
    std::stop_source stop;
    const auto study = [&] {
        runStoredDeletion(
            workspace, id, lab.setup(),
            [&](const StudyProgress& p) {
                if (p.progress.done == 10)
                    stop.request_stop();
            },
            TaskContext(stop.get_token(), {}));
    };
    QVERIFY_EXCEPTION_THROWN(study(), Cancelled);
    const StudyResult paused = loadStudy(workspace, id);
    QCOMPARE(paused.state, std::string("paused"));
    QVERIFY(paused.rows.size() >= 10 && paused.rows.size() < 72);
    QVERIFY(table(runStoredDeletion(workspace, id, lab.setup())) == whole);
    QCOMPARE(loadStudy(workspace, id).state, std::string("finished"));
}

void TestStoredDeletion::aFullDiskKeepsTheFinishedRows()
{
    ridge::Laboratory lab;
    const Workspace workspace(path());
    const auto whole = table(runNew(workspace, lab));
    const std::int64_t id = createDeletion(workspace, subject, checkedPlan(lab.plan(), 60));
    // SQLite itself refuses to let the file grow, as it does when the disk has no room left.
    const auto pages = workspace.database().execAndGet("PRAGMA page_count").getInt();
    workspace.database().exec("PRAGMA max_page_count = " + std::to_string(pages));
    try {
        runStoredDeletion(workspace, id, lab.setup());
        QFAIL("all rows found room");
    } catch (const Error& error) {
        QCOMPARE(error.kind(), Error::Kind::Storage);
        QVERIFY2(QString(error.what()).contains("no room left on the disk"), error.what());
        QVERIFY2(QString(error.what()).contains("study resume 2"), error.what());
    }
    const std::size_t kept = loadStudy(workspace, id).rows.size();
    QVERIFY(kept > 0 && kept < 72);
    workspace.database().exec("PRAGMA max_page_count = 1000000");
    QVERIFY(workspace.check().empty());
    QVERIFY(table(runStoredDeletion(workspace, id, lab.setup())) == whole);
}

void TestStoredDeletion::otherIdsAreRefused()
{
    const Workspace workspace(path());
    QVERIFY_EXCEPTION_THROWN(loadStudy(workspace, 7), Error);
    StudyRecord other;
    other.model = "ridge";
    other.kind = "negatives";
    other.plan = nlohmann::json::object();
    const std::int64_t id = StudyStore(workspace).create(other);
    QVERIFY_EXCEPTION_THROWN(loadStudy(workspace, id), Error);
}

int main(int argc, char** argv)
{
    if (argc == 3 && std::string_view(argv[1]) == "--study") {
        ridge::Laboratory lab;
        lab.retrainer.delay = std::chrono::milliseconds(8);
        const Workspace workspace(argv[2]);
        std::puts("begun");
        std::fflush(stdout);
        runStoredDeletion(workspace, 2, lab.setup(), [](const StudyProgress&) {
            std::puts("row");
            std::fflush(stdout);
        });
        return 0;
    }
    QCoreApplication app(argc, argv);
    TestStoredDeletion test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_stored_deletion.moc"
