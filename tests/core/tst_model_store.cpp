#include "core/store/dataset_store.h"
#include "core/store/model_store.h"
#include "support/store_samples.h"

#include <QtTest>

#include <cmath>
#include <limits>

using namespace representer;

class TestModelStore : public QObject {
    Q_OBJECT
private slots:
    void init();
    void linearModelsComeBackToTheLastBit();
    void factorModelsComeBackToTheLastBit();
    void twoTowerModelsComeBackToTheLastBit();
    void traceModelsComeBackToTheLastBit();
    void informationComesBack();
    void namesAreChecked();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Workspace> m_workspace;
};

void TestModelStore::init()
{
    m_workspace.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_workspace = std::make_unique<Workspace>(m_folder->filePath("w.rpx").toStdString());
    DatasetStore(*m_workspace).add(samples::ratings("films"), {});
}

void TestModelStore::linearModelsComeBackToTheLastBit()
{
    const ModelStore store(*m_workspace);
    const Model model = samples::linearModel("m", "films");
    store.add(model);
    const auto& a = std::get<SparseLinearModel>(model.content);
    const Model back = store.load("m");
    const auto& b = std::get<SparseLinearModel>(back.content);
    QVERIFY(a.theta == b.theta);
    QVERIFY(a.scale == b.scale);
    QVERIFY(a.loss == b.loss);
    QVERIFY(a.C == b.C);
    QVERIFY(a.bias->weight == b.bias->weight);
    QVERIFY(b.hasIntercept);
    QVERIFY(std::signbit(b.intercept));
    QVERIFY(a.certificate == b.certificate);
    QCOMPARE(modelFingerprint(back.content), model.info.fingerprint);
}

void TestModelStore::factorModelsComeBackToTheLastBit()
{
    FactorModel factors;
    factors.origin = FactorModel::Origin::PenalisedMf;
    factors.loss = Loss::Logistic;
    factors.penalty = 1.0 / 3.0;
    factors.negativesWeight = 0.1;
    factors.offsets = {0.7, Vector::Random(12), Vector()};
    factors.users = RowMatrix::Random(12, 3);
    factors.items = RowMatrix::Random(9, 3);
    for (int epoch = 1; epoch <= 3; ++epoch)
        factors.checkpoints.push_back(
            {epoch, 0.1 * epoch, RowMatrix::Random(12, 3), RowMatrix::Random(9, 3)});
    const ModelStore store(*m_workspace);
    store.add(samples::model("m", "films", ModelKind::Mf, factors));
    const Model light = store.load("m");
    QCOMPARE(light.info.checkpoints, 3);
    QVERIFY(std::get<FactorModel>(light.content).checkpoints.empty());
    const Model full = store.load("m", ModelStore::Checkpoints::Load);
    const auto& b = std::get<FactorModel>(full.content);
    QVERIFY(b.origin == factors.origin && b.loss == factors.loss);
    QVERIFY(b.penalty == factors.penalty && b.negativesWeight == factors.negativesWeight);
    QVERIFY(b.offsets.mean == factors.offsets.mean && b.offsets.users == factors.offsets.users);
    QCOMPARE(b.offsets.items.size(), Eigen::Index{0});
    QVERIFY(b.users == factors.users && b.items == factors.items);
    QCOMPARE(b.checkpoints.size(), std::size_t{3});
    for (std::size_t i = 0; i < 3; ++i) {
        QVERIFY(b.checkpoints[i].users == factors.checkpoints[i].users);
        QVERIFY(b.checkpoints[i].items == factors.checkpoints[i].items);
        QVERIFY(b.checkpoints[i].rate == factors.checkpoints[i].rate);
        QCOMPARE(b.checkpoints[i].epoch, factors.checkpoints[i].epoch);
    }
    // A model of rank 0 (everything shrunk away) keeps its number of users.
    FactorModel empty;
    empty.users = RowMatrix(12, 0);
    empty.items = RowMatrix(9, 0);
    store.add(samples::model("empty", "films", ModelKind::Nuclear, empty));
    const Model backEmpty = store.load("empty");
    QCOMPARE(std::get<FactorModel>(backEmpty.content).users.rows(), Eigen::Index{12});
}

void TestModelStore::twoTowerModelsComeBackToTheLastBit()
{
    TwoTowerModel towers;
    towers.loss = Loss::Squared;
    towers.offsets.mean = -0.25;
    towers.weights.userEmbeddings = RowMatrix::Random(12, 4);
    towers.weights.itemEmbeddings = RowMatrix::Random(9, 3);
    towers.weights.layers = {{Matrix::Random(5, 4), Vector::Random(5)},
                             {Matrix::Random(3, 5), Vector::Random(3)}};
    towers.checkpoints.push_back({1, 0.5, towers.weights});
    const ModelStore store(*m_workspace);
    store.add(samples::model("m", "films", ModelKind::TwoTower, towers));
    QVERIFY(std::get<TwoTowerModel>(store.load("m").content).checkpoints.empty());
    const Model full = store.load("m", ModelStore::Checkpoints::Load);
    const auto& b = std::get<TwoTowerModel>(full.content);
    QCOMPARE(b.weights.layers.size(), std::size_t{2});
    QVERIFY(b.weights.layers[1].weights == towers.weights.layers[1].weights);
    QVERIFY(b.weights.layers[0].bias == towers.weights.layers[0].bias);
    QVERIFY(b.weights.userEmbeddings == towers.weights.userEmbeddings);
    QVERIFY(b.checkpoints[0].weights.layers[0].weights == towers.weights.layers[0].weights);
    QVERIFY(b.checkpoints[0].weights.itemEmbeddings == towers.weights.itemEmbeddings);
}

void TestModelStore::traceModelsComeBackToTheLastBit()
{
    const TraceModel trace{Loss::Logistic, 0.1, Matrix::Random(3, 4), 1e-9};
    const ModelStore store(*m_workspace);
    store.add(samples::model("m", "films", ModelKind::Trace, trace));
    const Model back = store.load("m");
    QVERIFY(std::get<TraceModel>(back.content).theta == trace.theta);
    QVERIFY(std::get<TraceModel>(back.content).certificate == trace.certificate);
}

void TestModelStore::informationComesBack()
{
    Model model = samples::linearModel("m", "films");
    model.info.options = {{"C", 10.0}, {"loss", "logistic"}};
    model.info.seed = ~std::uint64_t{0};
    model.info.adopted = true;
    model.info.metrics = {{"test", {{"accuracy", 1.0 / 3.0}}}};
    model.info.warnings = {"a warning"};
    model.info.datasetFingerprint = "abc";
    model.info.report = {.stop = Stop::IterationLimit,
                         .advice = "raise it",
                         .iterations = 12,
                         .objective = 0.1,
                         .optimality = std::numeric_limits<double>::infinity(),
                         .seconds = 1.5,
                         .trace = {3.0, 0.1, std::numeric_limits<double>::quiet_NaN()}};
    const ModelStore store(*m_workspace);
    store.add(model);
    const ModelInfo info = store.require("m");
    QVERIFY(info.options == model.info.options);
    QVERIFY(info.metrics == model.info.metrics);
    QCOMPARE(info.seed, model.info.seed);
    QVERIFY(info.adopted);
    QVERIFY(info.warnings == model.info.warnings);
    QCOMPARE(info.dataset, std::string("films"));
    QCOMPARE(info.datasetFingerprint, std::string("abc"));
    QVERIFY(info.report.stop == Stop::IterationLimit);
    QVERIFY(info.report.objective == 0.1);
    QVERIFY(std::isinf(info.report.optimality));
    QCOMPARE(info.report.trace.size(), std::size_t{3});
    QVERIFY(info.report.trace[1] == 0.1);
    QVERIFY(std::isnan(info.report.trace[2]));
}

void TestModelStore::namesAreChecked()
{
    const ModelStore store(*m_workspace);
    store.add(samples::linearModel("m", "films"));
    QVERIFY_THROWS_EXCEPTION(Error, store.add(samples::linearModel("m", "films")));
    store.add(samples::linearModel("m", "films"), {}, true);
    QVERIFY_THROWS_EXCEPTION(Error, store.add(samples::linearModel("n", "nowhere")));
    QVERIFY_THROWS_EXCEPTION(Error, store.require("n"));
    store.remove("m");
    QVERIFY(store.list().empty());
    QVERIFY(m_workspace->check().empty());
}

QTEST_GUILESS_MAIN(TestModelStore)
#include "tst_model_store.moc"
