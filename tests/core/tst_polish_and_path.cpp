// A stored model taken to its optimum, and the path it is a point of.
#include "core/operations/example_documents.h"
#include "core/operations/example_ratings.h"
#include "core/operations/model_path.h"
#include "core/operations/open_model.h"
#include "core/operations/polish_model.h"
#include "core/operations/train_model.h"
#include "core/store/dataset_store.h"
#include "core/store/model_store.h"

#include <QtTest>

using namespace representer;

class TestPolishAndPath : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void polishingMakesTheSumsExact_data();
    void polishingMakesTheSumsExact();
    void polishingKeepsNames();
    void pathHoldsTheModel();

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Workspace> m_workspace;
};

void TestPolishAndPath::initTestCase()
{
    m_workspace = std::make_unique<Workspace>((m_folder.path() + "/polish.rpx").toStdString());
    Dataset documents = makeExampleDocuments().dataset;
    documents.info.name = "documents";
    Dataset ratings = makeExampleRatings().dataset;
    ratings.info.name = "ratings";
    DatasetStore(*m_workspace).add(documents, {});
    DatasetStore(*m_workspace).add(ratings, {});
    TrainRequest rough;
    rough.name = "l1";
    rough.dataset = "documents";
    rough.options = {{"C", 1.0}, {"tolerance", 0.05}};
    trainModel(*m_workspace, rough);
    TrainRequest stopped;
    stopped.name = "mf";
    stopped.kind = ModelKind::Mf;
    stopped.dataset = "ratings";
    stopped.options = {{"tolerance", 0.3}};
    trainModel(*m_workspace, stopped);
}

void TestPolishAndPath::polishingMakesTheSumsExact_data()
{
    QTest::addColumn<QString>("model");
    QTest::newRow("l1") << "l1";
    QTest::newRow("mf") << "mf";
}

void TestPolishAndPath::polishingMakesTheSumsExact()
{
    QFETCH(const QString, model);
    const std::string from = model.toStdString();
    const ModelInfo before = ModelStore(*m_workspace).require(from);
    const ModelInfo after = polishModel(*m_workspace, from, from + "-polished");
    QVERIFY(after.report.optimality <= before.report.optimality);
    QCOMPARE(after.report.stop, Stop::Converged);
    QVERIFY(after.warnings.size() >= 2);
    QVERIFY2(QString::fromStdString(after.warnings[1]).contains("moved"), after.warnings[1].c_str());
    const auto open = OpenModel::open(*m_workspace, from + "-polished");
    TestPoint point = DatasetRow{Part::Test, 0};
    if (const auto* data = std::get_if<RatingData>(&open->dataset().content))
        point = UserItem{{data->test.users[0]}, {data->test.items[0]}};
    const Explanation explanation = open->explain(point, "high-dim", {});
    for (const SideSum& sum : explanation.sums)
        QVERIFY(std::abs(sum.residual) < 1e-3);
}

void TestPolishAndPath::polishingKeepsNames()
{
    QVERIFY_THROWS_EXCEPTION(Error, polishModel(*m_workspace, "l1", "mf"));
    QVERIFY_THROWS_EXCEPTION(Error, polishModel(*m_workspace, "nobody", "x"));
}

void TestPolishAndPath::pathHoldsTheModel()
{
    const std::vector<PathPoint> path = regularisationPath(*m_workspace, "l1", 12);
    QCOMPARE(path.size(), std::size_t(12));
    QCOMPARE(path.front().support, 0);
    QVERIFY(path.front().C < 1.0);
    QVERIFY(path.back().C > 1.0);
    QVERIFY(path.back().support > 0);
    for (std::size_t i = 1; i < path.size(); ++i)
        QVERIFY(path[i].C > path[i - 1].C);
    QVERIFY_THROWS_EXCEPTION(Error, regularisationPath(*m_workspace, "mf"));
}

QTEST_APPLESS_MAIN(TestPolishAndPath)
#include "tst_polish_and_path.moc"
