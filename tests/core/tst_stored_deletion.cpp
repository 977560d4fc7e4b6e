// Studies in a workspace: stored row by row, killed, resumed. The program is its own victim: with "--study
// FILE" it goes on with the study of that workspace until somebody kills it.
#include "core/base/parallel.h"
#include "core/operations/stored_deletion.h"
#include "core/store/dataset_store.h"
#include "core/store/model_store.h"
#include "core/store/study_store.h"
#include "core/studies/deletion_json.h"
#include "support/ridge_study.h"

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
    int killed = 0;
    std::size_t rows = 0;
    while (killed < 10) {
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(), {"--study", m_folder->filePath("w.rpx")});
        QVERIFY(child.waitForStarted());
        QVERIFY(child.waitForReadyRead()); // the study has begun
        QTest::qSleep(static_cast<int>(random.below(30)));
        child.kill();
        QVERIFY(child.waitForFinished());
        if (child.exitStatus() != QProcess::CrashExit)
            break; // it finished before it could be killed
        ++killed;
        const Workspace workspace(path());
        const StudyResult partial = loadStudy(workspace, 2);
        QVERIFY(partial.rows.size() >= rows); // nothing that was stored is lost
        rows = partial.rows.size();
    }
    qInfo("killed %d times, %zu of 72 rows stored by then", killed, rows);
    QCOMPARE(killed, 10);
    const Workspace workspace(path());
    QVERIFY(workspace.check().empty());
    const StudyResult resumed = runStoredDeletion(workspace, 2, lab.setup());
    QVERIFY(table(resumed) == table(whole));
    QCOMPARE(resumed.rows.size(), whole.rows.size());
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
    // Stands for the write that fails: the store throws in the middle of the study.
    const auto study = [&] {
        runStoredDeletion(workspace, id, lab.setup(), [](const StudyProgress& p) {
            if (p.progress.done == 20)
                throw Error(Error::Kind::Storage, "The disk is full.");
        });
    };
    QVERIFY_EXCEPTION_THROWN(study(), Error);
    const StudyResult failed = loadStudy(workspace, id);
    QCOMPARE(failed.state, std::string("failed"));
    QCOMPARE(failed.rows.size(), std::size_t{20});
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
        runStoredDeletion(workspace, 2, lab.setup());
        return 0;
    }
    QCoreApplication app(argc, argv);
    TestStoredDeletion test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_stored_deletion.moc"
