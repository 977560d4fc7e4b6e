// Studies of wrong labels and of negative samples in a workspace: stored row by row, interrupted, resumed,
// shown.
#include "core/base/parallel.h"
#include "core/operations/any_study.h"
#include "core/operations/inventory.h"
#include "core/operations/study_output.h"
#include "core/operations/train_model.h"
#include "core/store/dataset_store.h"
#include "core/store/study_store.h"
#include "core/studies/study_json.h"
#include "support/document_workspace.h"
#include "support/small_ratings.h"

#include <QtTest>

#include <map>

using namespace representer;

class TestStoredStudies : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void interruptedStudiesGoOnToTheSameTable_data();
    void interruptedStudiesGoOnToTheSameTable();
    void plantedLabelsAreFound();
    void suspectsAreListedWithTitles();
    void everyKindIsShownAlike();
    void retrainedModelsAreRefused();
    void whatCannotBeStudiedIsRefused();

private:
    Workspace workspace() const { return Workspace(m_documents.path()); }
    std::map<std::string, std::string> run(const QString& kind, int stopAfter);

    DocumentWorkspace m_documents;
};

namespace {

// Stands for whatever ends a run; the rows before it are stored.
struct Interruption {};

MislabelPlan mislabelPlan()
{
    return {{"high-dim", "loss", "random"}, 0.05, 2, 3};
}

NegativePlan negativePlan()
{
    NegativePlan plan;
    plan.percents = {2, 10};
    plan.seeds = 2;
    plan.seed = 3;
    return plan;
}

// All numbers of a study but the timings, as text to the last bit.
template<class Study>
std::map<std::string, std::string> table(const Study& study)
{
    std::map<std::string, std::string> rows;
    for (auto row : study.rows) {
        row.seconds = 0;
        rows.emplace(row.key(), rowToJson(row).dump());
    }
    return rows;
}

} // namespace

void TestStoredStudies::initTestCase()
{
    const Workspace w = workspace();
    Dataset dataset;
    RatingData ratings = test::smallRatings(40, 30, 0.7, 2, true);
    for (const std::string& id : ratings.items.ids)
        ratings.items.titles.push_back("Film " + id);
    dataset.content = std::move(ratings);
    countContent(dataset.info, dataset.content);
    dataset.info.name = "likes";
    dataset.info.fingerprint = contentFingerprint(dataset.content);
    DatasetStore(w).add(dataset, {});
    TrainRequest request{"likes-mf", ModelKind::Mf, "likes"};
    request.options = {{"optimizer", "als"}, {"loss", "logistic"}, {"dim", 4},
                       {"mu", 1.0},          {"negatives", 0.05},  {"tolerance", 1e-2}};
    trainModel(w, request);
}

// A new study of the kind, broken off after some rows and resumed when asked; its rows.
std::map<std::string, std::string> TestStoredStudies::run(const QString& kind, int stopAfter)
{
    const Workspace w = workspace();
    const auto breakOff = [stopAfter](std::int64_t done) {
        if (done == stopAfter)
            throw Interruption();
    };
    std::int64_t id = 0;
    try {
        if (kind == "mislabel")
            id = runMislabel(w, OpenModel::open(w, "l1"), mislabelPlan(),
                             [&](const MislabelRow&, std::int64_t done, std::int64_t) { breakOff(done); })
                     .study;
        else
            id = runNegatives(w, OpenModel::open(w, "likes-mf"), negativePlan(),
                              [&](const NegativeRow&, std::int64_t done, std::int64_t) { breakOff(done); })
                     .study;
    } catch (const Interruption&) {
        id = StudyStore(w).list().front().id;
        const StudyRecord record = StudyStore(w).require(id);
        if (record.state != "failed" || record.rowCount != stopAfter)
            return {};
        resumeAnyStudy(w, id);
    }
    if (StudyStore(w).require(id).state != "finished")
        return {};
    return kind == "mislabel" ? table(loadMislabel(w, id)) : table(loadNegatives(w, id));
}

void TestStoredStudies::interruptedStudiesGoOnToTheSameTable_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("rows");
    QTest::newRow("mislabel") << "mislabel" << 6;
    QTest::newRow("negatives") << "negatives" << 16;
}

void TestStoredStudies::interruptedStudiesGoOnToTheSameTable()
{
    QFETCH(QString, kind);
    QFETCH(int, rows);
    setThreadLimit(2);
    const auto whole = run(kind, 0);
    QCOMPARE(static_cast<int>(whole.size()), rows);
    setThreadLimit(1);
    for (const int stopAfter : {1, rows / 2, rows - 1})
        QVERIFY(run(kind, stopAfter) == whole);
    setThreadLimit(0);
}

void TestStoredStudies::plantedLabelsAreFound()
{
    const Workspace w = workspace();
    const MislabelResult result = runMislabel(w, OpenModel::open(w, "l1"), mislabelPlan());
    QCOMPARE(result.summary.areas.size(), std::size_t{3});
    for (const MislabelArea& area : result.summary.areas) {
        QCOMPARE(area.area.n, std::size_t{2});
        QVERIFY(area.area.ci95.has_value());
        if (area.method == "random")
            QVERIFY(std::abs(area.area.mean - 0.5) < 0.25);
        else
            QVERIFY(area.area.mean > 0.85);
    }
}

void TestStoredStudies::suspectsAreListedWithTitles()
{
    const Workspace w = workspace();
    const auto model = OpenModel::open(w, "likes-mf");
    const auto suspects = suspectedNegatives(*model, NegativeRanking::HighDim, 50);
    QCOMPARE(suspects.size(), std::size_t{50});
    const auto& data = std::get<RatingData>(model->dataset().content);
    for (std::size_t i = 0; i < suspects.size(); ++i) {
        const SuspectedNegative& s = suspects[i];
        QCOMPARE(s.rank, static_cast<int>(i) + 1);
        QCOMPARE(s.title, data.items.titles[static_cast<std::size_t>(s.pair.item.value)]);
        QVERIFY(!model->ratingIndex().find(data.train, s.pair.user, s.pair.item));
    }
    for (const TableFormat format : {TableFormat::Csv, TableFormat::Tsv, TableFormat::Markdown,
                                     TableFormat::Latex, TableFormat::Html, TableFormat::Json})
        QVERIFY(tableText(suspectTable("likes-mf", NegativeRanking::HighDim, suspects), format).size() > 500);
}

void TestStoredStudies::everyKindIsShownAlike()
{
    const Workspace w = workspace();
    std::set<std::string> kinds;
    for (const StudyRecord& record : StudyStore(w).list()) {
        kinds.insert(record.kind);
        const auto json = studyJson(loadAnyStudy(w, record.id));
        QCOMPARE(json.at("study").get<std::int64_t>(), record.id);
        QCOMPARE(json.at("state").get<std::string>(), record.state);
        for (const char* field : {"method", "sign", "k", "mean", "ci95", "n"})
            QVERIFY2(json.at("rows").at(0).contains(field), field);
        for (const char* field : {"method", "sign", "mean", "ci95"})
            QVERIFY2(json.at("auc").at(0).contains(field), field);
        for (const char* field : {"retrainings", "seconds", "seconds_per_retraining"})
            QVERIFY2(json.contains(field), field);
        QCOMPARE(studyTables(loadAnyStudy(w, record.id)).size(), std::size_t{2});
    }
    QVERIFY((kinds == std::set<std::string>{"mislabel", "negatives"}));
    QCOMPARE(inventoryJson(w).at("studies").size(), StudyStore(w).list().size());
}

void TestStoredStudies::retrainedModelsAreRefused()
{
    const Workspace w = workspace();
    TrainRequest request{"l1-other", ModelKind::L1, "letters"};
    trainModel(w, request);
    const MislabelResult study = runMislabel(w, OpenModel::open(w, "l1-other"), mislabelPlan());
    QVERIFY_EXCEPTION_THROWN(requireSameModel(study, "another"), Error);
    QVERIFY_EXCEPTION_THROWN(loadNegatives(w, study.study), Error);
    QVERIFY_EXCEPTION_THROWN(loadAnyStudy(w, 999), Error);
}

void TestStoredStudies::whatCannotBeStudiedIsRefused()
{
    const Workspace w = workspace();
    const auto documents = OpenModel::open(w, "l1");
    const auto count = StudyStore(w).list().size();
    QVERIFY_EXCEPTION_THROWN(runNegatives(w, documents, negativePlan()), Error);
    MislabelPlan plan = mislabelPlan();
    plan.methods = {"tracin"}; // a sparse model has none
    QVERIFY_EXCEPTION_THROWN(runMislabel(w, documents, plan), Error);
    plan = mislabelPlan();
    plan.share = 0;
    QVERIFY_EXCEPTION_THROWN(runMislabel(w, documents, plan), Error);
    QVERIFY_EXCEPTION_THROWN(runMislabel(w, OpenModel::open(w, "likes-mf"), mislabelPlan()), Error);
    NegativePlan none = negativePlan();
    none.percents = {0};
    QVERIFY_EXCEPTION_THROWN(runNegatives(w, OpenModel::open(w, "likes-mf"), none), Error);
    QCOMPARE(StudyStore(w).list().size(), count); // nothing was begun
}

QTEST_GUILESS_MAIN(TestStoredStudies)
#include "tst_stored_studies.moc"
