// The l1 solver: closed form, optimality conditions, retraining, determinism, the path and bad options.
#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/explainers/group_explanation.h"
#include "core/explainers/ledger.h"
#include "core/models/support_curvature.h"
#include "core/operations/measure_model.h"
#include "core/trainers/classification_metrics.h"
#include "core/trainers/l1_path.h"
#include "core/trainers/l1_problem.h"
#include "core/trainers/l1_trainer.h"
#include "support/linear_samples.h"

#include <QtTest>

using namespace representer;
using namespace representer::test;

namespace {

// Largest violation of the optimality conditions, written from their definition with dense products.
double violation(const DocumentData& data, const SparseLinearModel& model,
                 const std::vector<bool>& removed = {})
{
    Matrix x = Matrix(data.train.x);
    if (model.scale.size() > 0)
        x = x * model.scale.asDiagonal();
    const Vector f = model.scores(data.train.x);
    Vector slope(f.size());
    for (Eigen::Index i = 0; i < f.size(); ++i)
        slope[i] =
            !removed.empty() && removed[static_cast<std::size_t>(i)]
                ? 0.0
                : model.C * lossSlope(model.loss, f[i], data.train.labels[static_cast<std::size_t>(i)]);
    const Vector g = x.transpose() * slope;
    double worst = model.hasIntercept ? std::abs(slope.sum()) : 0.0;
    for (Eigen::Index j = 0; j < g.size(); ++j)
        worst = std::max(worst, model.theta[j] == 0 ? std::abs(g[j]) - 1
                                                    : std::abs(g[j] + (model.theta[j] > 0 ? 1 : -1)));
    return worst;
}

} // namespace

class TestL1Trainer : public QObject {
    Q_OBJECT
private slots:
    void lassoOfOrthogonalColumnsIsSoftThresholding();
    void largeSupportsLeaveTheDenseHessian();
    void optimalityConditionsHold_data();
    void optimalityConditionsHold();
    void slopesAndCurvaturesAreDerivatives_data();
    void slopesAndCurvaturesAreDerivatives();
    void smallLossesKeepTheirDigits();
    void gradientAndHessianOfTheObjectiveAreDerivatives();
    void emptyEditReturnsTheSameBits();
    void retrainingSolvesTheEditedProblem();
    void retrainingConvergesWithFewSamplesOfLargeIntensities();
    void equalFeaturesShareAWeight();
    void resultsDoNotDependOnThreads();
    void lambdaAboveTheLargestGivesZero();
    void pathBeginsEmptyAndGrows();
    void metricsCountAndRank();
    void largestWeightsAreNamed();
    void ledgerAddsUpBothWays();
    void groupIsTheSumOfItsMembers();
    void badOptionsAreRefused();
};

void TestL1Trainer::lassoOfOrthogonalColumnsIsSoftThresholding()
{
    // Columns are unit vectors: theta_j = y_j - 1/C when y_j > 1/C, else 0.
    SparseRows x(4, 4);
    x.setIdentity();
    const L1Result result = trainL1(x, {1, 0, 1, 0}, {.loss = Loss::Squared, .C = 4});
    QCOMPARE(result.report.stop, Stop::Converged);
    for (int j = 0; j < 4; ++j)
        QVERIFY(std::abs(result.model.theta[j] - (j % 2 == 0 ? 0.75 : 0.0)) < 1e-12);
}

// Working sets grow past the size up to which their Hessian is kept dense.
void TestL1Trainer::largeSupportsLeaveTheDenseHessian()
{
    constexpr int samples = 9000;
    SparseRows x(samples, samples);
    x.setIdentity();
    std::vector<std::uint8_t> labels(samples);
    for (std::size_t i = 0; i < labels.size(); ++i)
        labels[i] = i % 2 == 0 ? 1 : 0;
    const L1Result result = trainL1(x, labels, {.loss = Loss::Squared, .C = 4});
    QCOMPARE(result.report.stop, Stop::Converged);
    for (Eigen::Index j = 0; j < samples; ++j)
        QVERIFY(std::abs(result.model.theta[j] - (j % 2 == 0 ? 0.75 : 0.0)) < 1e-9);
}

void TestL1Trainer::optimalityConditionsHold_data()
{
    QTest::addColumn<int>("loss");
    QTest::addColumn<bool>("intercept");
    QTest::addColumn<bool>("scale");
    QTest::addColumn<bool>("wide");
    QTest::addColumn<bool>("raw");
    for (const Loss loss : {Loss::Logistic, Loss::Squared, Loss::SquaredHinge})
        for (int bits = 0; bits < 16; ++bits)
            QTest::addRow("%s %d", std::string(lossName(loss)).c_str(), bits)
                << static_cast<int>(loss) << bool(bits & 1) << bool(bits & 2) << bool(bits & 4)
                << bool(bits & 8);
}

void TestL1Trainer::optimalityConditionsHold()
{
    QFETCH(int, loss);
    QFETCH(bool, intercept);
    QFETCH(bool, scale);
    QFETCH(bool, wide);
    QFETCH(bool, raw);
    const auto data =
        linearData({.train = wide ? 50 : 150, .features = wide ? 300 : 40, .raw = raw, .seed = 21});
    const L1Result result =
        trainL1(data->train.x, data->train.labels,
                {.loss = static_cast<Loss>(loss), .C = 0.7, .intercept = intercept, .scale = scale});
    QCOMPARE(result.report.stop, Stop::Converged);
    QVERIFY(result.report.optimality <= 1e-9);
    QVERIFY2(violation(*data, result.model) < 1e-8,
             qPrintable(QString::number(violation(*data, result.model))));
    QVERIFY(result.report.trace.size() >= 2);
    QVERIFY(result.report.trace.back() <= result.report.trace.front());
}

void TestL1Trainer::slopesAndCurvaturesAreDerivatives_data()
{
    QTest::addColumn<int>("loss");
    for (const Loss loss : {Loss::Logistic, Loss::Squared, Loss::SquaredHinge})
        QTest::newRow(std::string(lossName(loss)).c_str()) << static_cast<int>(loss);
}

void TestL1Trainer::slopesAndCurvaturesAreDerivatives()
{
    QFETCH(int, loss);
    const auto l = static_cast<Loss>(loss);
    const double h = 1e-5;
    for (const double y : {0.0, 1.0})
        for (const double f : {-3.1, -0.4, 0.2, 2.7}) {
            QVERIFY(std::abs((lossValue(l, f + h, y) - lossValue(l, f - h, y)) / (2 * h) -
                             lossSlope(l, f, y)) < 1e-8);
            QVERIFY(std::abs((lossSlope(l, f + h, y) - lossSlope(l, f - h, y)) / (2 * h) -
                             lossCurvature(l, f, y)) < 1e-8);
            const LossTerms terms = lossTerms(l, f, y);
            QCOMPARE(terms.value, lossValue(l, f, y));
            QCOMPARE(terms.slope, lossSlope(l, f, y));
            QCOMPARE(terms.curvature, lossCurvature(l, f, y));
        }
}

void TestL1Trainer::smallLossesKeepTheirDigits()
{
    for (const double f : {5.0, 20.0, 40.0}) { // e^-f - e^-2f / 2 + e^-3f / 3 - ...
        double series = 0;
        for (int k = 8; k > 0; --k)
            series += (k % 2 == 1 ? 1 : -1) * std::exp(-k * f) / k;
        QVERIFY(std::abs(lossValue(Loss::Logistic, f, 1) / series - 1) < 1e-14);
        QVERIFY(std::abs(lossValue(Loss::Logistic, -f, 0) / series - 1) < 1e-14);
    }
}

void TestL1Trainer::gradientAndHessianOfTheObjectiveAreDerivatives()
{
    const auto data = linearData({.train = 30, .features = 6, .seed = 22});
    const LinearDesign design = makeLinearDesign(data->train.x, {}, 1.0, true);
    const Vector w = Vector::LinSpaced(design.z.cols(), -0.5, 0.6);
    SparseLinearModel model;
    const auto gradient = [&](const Vector& at) {
        Vector g;
        l1Gradient(design, lossSlopes(model, l1Scores(design, at), data->train.labels), g);
        return g;
    };
    const auto loss = [&](const Vector& at) {
        const Vector f = l1Scores(design, at);
        double sum = 0;
        for (Eigen::Index i = 0; i < f.size(); ++i)
            sum += lossValue(model.loss, f[i], data->train.labels[static_cast<std::size_t>(i)]);
        return sum;
    };
    std::vector<std::int32_t> all(static_cast<std::size_t>(design.z.cols()));
    std::iota(all.begin(), all.end(), 0);
    const Matrix hessian =
        supportHessian(design.z, all, lossCurvatures(model, l1Scores(design, w), data->train.labels));
    const double h = 1e-5;
    for (Eigen::Index j = 0; j < w.size(); ++j) {
        const Vector step = h * Vector::Unit(w.size(), j);
        QVERIFY(std::abs((loss(w + step) - loss(w - step)) / (2 * h) - gradient(w)[j]) < 1e-7);
        const Vector column = (gradient(w + step) - gradient(w - step)) / (2 * h);
        for (Eigen::Index k = j; k < w.size(); ++k)
            QVERIFY(std::abs(column[k] - hessian(k, j)) < 1e-7);
    }
}

void TestL1Trainer::emptyEditReturnsTheSameBits()
{
    const auto data = linearData({.seed = 23});
    const auto model =
        std::make_shared<SparseLinearModel>(trainL1(data->train.x, data->train.labels, {.C = 1}).model);
    const auto retrainer = makeL1Retrainer(data, model, {.C = 1});
    const auto again = std::get<SparseLinearModel>(retrainer->retrain({}, nullptr, {}));
    QVERIFY(again.theta == model->theta);
    QVERIFY(retrainer->bytesPerWorker() > 0);
}

void TestL1Trainer::retrainingSolvesTheEditedProblem()
{
    for (const bool intercept : {false, true}) {
        const auto data = linearData({.train = 200, .features = 100, .seed = 24});
        const L1Options options{.C = 1, .intercept = intercept};
        const auto model =
            std::make_shared<SparseLinearModel>(trainL1(data->train.x, data->train.labels, options).model);
        const auto retrainer = makeL1Retrainer(data, model, options);
        TrainingEdit edit;
        std::vector<bool> removed(200, false);
        for (int i = 0; i < 10; ++i) {
            edit.removed.push_back({i * 7});
            removed[static_cast<std::size_t>(i) * 7] = true;
        }
        const ModelContent deleted = retrainer->retrain(edit, nullptr, {});
        QVERIFY(violation(*data, std::get<SparseLinearModel>(deleted), removed) < 1e-8);
        QCOMPARE(std::get<SparseLinearModel>(deleted).C, 1.0);

        edit.removed.push_back({100});
        removed[100] = true;
        const ModelContent nested = retrainer->retrain(edit, &deleted, {});
        QVERIFY(violation(*data, std::get<SparseLinearModel>(nested), removed) < 1e-8);

        DocumentData relabelled = *data;
        relabelled.train.labels[3] ^= 1;
        const ModelContent flipped = retrainer->retrain(
            {.removed = {}, .relabelled = {{{3}, double(relabelled.train.labels[3])}}}, nullptr, {});
        QVERIFY(violation(relabelled, std::get<SparseLinearModel>(flipped)) < 1e-8);
    }
}

// Words that always occur together: one column in training, whose weight is split as the model at hand does.
// Like gene expression: every sample is told apart with ease, so that all losses are tiny and an objective
// with rounding errors larger than what the last steps gain would refuse them.
void TestL1Trainer::retrainingConvergesWithFewSamplesOfLargeIntensities()
{
    constexpr int samples = 50, features = 1500;
    Random random(31);
    auto data = std::make_shared<DocumentData>();
    Matrix x(samples, features);
    for (int i = 0; i < samples; ++i) {
        const bool positive = random.uniform() < 0.4;
        data->train.labels.push_back(positive ? 1 : 0);
        for (int j = 0; j < features; ++j)
            x(i, j) = std::floor(std::exp(5 + 2 * random.normal() + (positive && j % 50 == 0 ? 3 : 0)));
    }
    data->train.x = x.sparseView();
    for (const bool intercept : {false, true}) {
        const L1Options options{.C = 1, .intercept = intercept};
        const auto model =
            std::make_shared<SparseLinearModel>(trainL1(data->train.x, data->train.labels, options).model);
        const auto retrainer = makeL1Retrainer(data, model, options);
        for (int k = 0; k < 40; ++k) {
            TrainingEdit edit;
            std::vector<bool> removed(samples, false);
            for (const int i : {k, k + 7, k + 19, k + 31}) {
                edit.removed.push_back({i % samples});
                removed[static_cast<std::size_t>(i % samples)] = true;
            }
            const ModelContent again = retrainer->retrain(edit, nullptr, {});
            QVERIFY(violation(*data, std::get<SparseLinearModel>(again), removed) < 1e-8);
        }
    }
}

void TestL1Trainer::equalFeaturesShareAWeight()
{
    const auto data = linearData({.train = 200, .features = 40, .seed = 27});
    const auto single = trainL1(data->train.x, data->train.labels, {.C = 1, .intercept = true});
    // Features 40 to 79 repeat 0 to 39.
    auto doubled = std::make_shared<DocumentData>(*data);
    const Matrix x = Matrix(data->train.x);
    Matrix both(x.rows(), 2 * x.cols());
    both << x, x;
    doubled->train.x = both.sparseView();
    doubled->train.x.makeCompressed();
    const L1Options options{.C = 1, .intercept = true};
    const L1Result result = trainL1(doubled->train.x, doubled->train.labels, options);
    QCOMPARE(result.report.stop, Stop::Converged);
    QVERIFY(std::abs(result.report.objective - single.report.objective) <= 1e-9 * single.report.objective);
    QVERIFY(violation(*doubled, result.model) < 1e-8);
    QVERIFY((result.model.theta.tail(40).array() == 0).all());

    // A model trained elsewhere may have split them otherwise: polishing and retraining keep its shares.
    SparseLinearModel split = result.model;
    split.theta.tail(40) = 0.75 * result.model.theta.head(40);
    split.theta.head(40) *= 0.25;
    const L1Result polished = polishL1(doubled->train.x, doubled->train.labels, split, options);
    QVERIFY((polished.model.theta - split.theta).lpNorm<Eigen::Infinity>() < 1e-7);
    const auto retrainer =
        makeL1Retrainer(doubled, std::make_shared<SparseLinearModel>(polished.model), options);
    TrainingEdit edit;
    std::vector<bool> removed(200, false);
    for (std::size_t i = 0; i < 8; ++i) {
        edit.removed.push_back({static_cast<std::int32_t>(i)});
        removed[i] = true;
    }
    const auto without = std::get<SparseLinearModel>(retrainer->retrain(edit, nullptr, {}));
    QVERIFY(violation(*doubled, without, removed) < 1e-8);
    for (Eigen::Index j = 0; j < 40; ++j)
        if (polished.model.theta[j] != 0)
            QVERIFY(std::abs(without.theta[40 + j] - 3 * without.theta[j]) <=
                    1e-9 * (1 + std::abs(without.theta[j])));
    // Weight on the second of two features alone stays there.
    SparseLinearModel second = result.model;
    second.theta.tail(40) = result.model.theta.head(40);
    second.theta.head(40).setZero();
    QVERIFY((polishL1(doubled->train.x, doubled->train.labels, second, options).model.theta.head(40).array() *
                 second.theta.tail(40).array() ==
             0)
                .all());
}

void TestL1Trainer::resultsDoNotDependOnThreads()
{
    const auto data = linearData({.train = 100, .features = 40000, .density = 0.002, .seed = 25});
    const int before = threadLimit();
    setThreadLimit(1);
    const Vector one =
        trainL1(data->train.x, data->train.labels, {.loss = Loss::Squared, .C = 5}).model.theta;
    setThreadLimit(4);
    const Vector four =
        trainL1(data->train.x, data->train.labels, {.loss = Loss::Squared, .C = 5}).model.theta;
    setThreadLimit(before);
    QVERIFY(one == four);
}

void TestL1Trainer::lambdaAboveTheLargestGivesZero()
{
    const auto data = linearData({.seed = 26});
    for (const bool intercept : {false, true}) {
        L1Options options{.intercept = intercept};
        const double largest = l1LambdaMax(data->train.x, data->train.labels, options);
        options.C = l1CostFromLambda(1.0001 * largest, data->train.size());
        const L1Result zero = trainL1(data->train.x, data->train.labels, options);
        QVERIFY((zero.model.theta.array() == 0).all());
        QCOMPARE(zero.report.stop, Stop::Converged);
        options.C = l1CostFromLambda(0.99 * largest, data->train.size());
        QVERIFY((trainL1(data->train.x, data->train.labels, options).model.theta.array() != 0).any());
    }
}

void TestL1Trainer::pathBeginsEmptyAndGrows()
{
    const auto data = linearData({.seed = 27});
    const std::vector<PathPoint> path = l1Path(*data, {.training = {}, .points = 8, .smallestShare = 0.01});
    QCOMPARE(path.size(), std::size_t{8});
    QCOMPARE(path.front().support, 0);
    QVERIFY(path.back().support > 10);
    QVERIFY(path.back().trainAccuracy > 0.8);
    for (const PathPoint& point : path) {
        QVERIFY(point.optimality <= 1e-9);
        QVERIFY(std::abs(point.C * point.lambda * 120 - 1) < 1e-12);
    }
}

void TestL1Trainer::metricsCountAndRank()
{
    Vector scores(4);
    scores << 2, -1, 0.5, 0.5;
    const ClassificationMetrics metrics = classificationMetrics(Loss::Logistic, scores, {1, 0, 1, 0});
    QCOMPARE(metrics.truePositives, 2);
    QCOMPARE(metrics.falsePositives, 1);
    QCOMPARE(metrics.trueNegatives, 1);
    QCOMPARE(metrics.accuracy, 0.75);
    QCOMPARE(*metrics.auc, 0.875);
    QVERIFY(*metrics.logLoss > 0);
    QVERIFY(!classificationMetrics(Loss::Logistic, scores, {1, 1, 1, 1}).auc);
    QVERIFY(!classificationMetrics(Loss::Squared, scores, {1, 0, 1, 0}).logLoss);
}

void TestL1Trainer::largestWeightsAreNamed()
{
    DocumentData data = *linearData({.features = 30});
    SparseLinearModel model;
    model.theta = Vector::Zero(30);
    for (int j = 0; j < 12; ++j)
        model.theta[j] = j + 1; // more than are shown
    model.theta[20] = -5;
    model.theta[21] = -7;
    Dataset dataset;
    const auto weights = [&] {
        dataset.content = data;
        return measureModel(dataset, model, {}).at("model").at("largest_weights");
    };
    const nlohmann::json byId = weights();
    QCOMPARE(byId.size(), std::size_t{12});
    QCOMPARE(byId[0].at("word").get<std::string>(), std::string("12")); // ids of the file count from 1
    QCOMPARE(byId[0].at("weight").get<double>(), 12.0);
    QCOMPARE(byId[9].at("weight").get<double>(), 3.0);
    QCOMPARE(byId[10].at("weight").get<double>(), -7.0); // then those against, strongest first
    QCOMPARE(byId[11].at("weight").get<double>(), -5.0);
    for (int j = 0; j < 30; ++j)
        data.features.push_back("word " + std::to_string(j));
    QCOMPARE(weights()[10].at("word").get<std::string>(), std::string("word 21"));
    model.theta.setZero();
    QVERIFY(weights().empty());
}

void TestL1Trainer::ledgerAddsUpBothWays()
{
    const auto data = linearData({.seed = 28});
    const auto model = std::make_shared<SparseLinearModel>(
        trainL1(data->train.x, data->train.labels, {.C = 2, .intercept = true, .biasFeature = 1.0}).model);
    const HighDimLinear explainer(data, model);
    const Explanation explanation = explainer.explain(DatasetRow{Part::Test, 1}, {.top = 3});
    const SparseRowView point = rowView(data->test.x, 1);
    std::vector<TrainIndex> samples;
    for (const Contribution& c : explanation.contributions) {
        samples.push_back(c.index);
        double sum = 0;
        for (const LedgerEntry& entry : pairLedger(explainer, point, c.index))
            sum += entry.amount;
        QVERIFY(std::abs(sum - c.importance) < 1e-12);
    }
    const Ledger ledger = makeLedger(explainer, point, samples);
    for (std::size_t s = 0; s < samples.size(); ++s)
        QVERIFY(std::abs(ledger.importances[static_cast<Eigen::Index>(s)] -
                         explanation.contributions[s].importance) < 1e-12);
    QVERIFY((ledger.wordTotals - ledger.wordWeights).lpNorm<Eigen::Infinity>() < 1e-7);
    QVERIFY((ledger.amounts.rowwise().sum() - ledger.wordTotals).lpNorm<Eigen::Infinity>() < 1e-12);
    QVERIFY(std::abs(ledger.amounts.sum() - explanation.sums[0].sum) < 1e-10);
}

void TestL1Trainer::groupIsTheSumOfItsMembers()
{
    const auto data = linearData({.seed = 29});
    const auto model =
        std::make_shared<SparseLinearModel>(trainL1(data->train.x, data->train.labels, {.C = 1}).model);
    const HighDimLinear explainer(data, model);
    const GroupExplanation group =
        explainGroup(explainer, {DatasetRow{Part::Test, 0}, DatasetRow{Part::Test, 1}});
    Vector a(120), b(120);
    explainer.scores(rowView(data->test.x, 0), a);
    explainer.scores(rowView(data->test.x, 1), b);
    double shares = 0, sum = 0;
    for (const auto& member : group.members) {
        QVERIFY(std::abs(member.importance - a[member.index.value] - b[member.index.value]) < 1e-12);
        shares += member.share;
        sum += member.importance;
    }
    QVERIFY(std::abs(shares - 1) < 1e-12);
    QVERIFY(group.exact);
    QVERIFY(std::abs(sum - (group.prediction - group.offset)) < 1e-7);
}

void TestL1Trainer::badOptionsAreRefused()
{
    const auto data = linearData({.seed = 30});
    const auto refuse = [&](const L1Options& options) {
        QVERIFY_EXCEPTION_THROWN(trainL1(data->train.x, data->train.labels, options), Error);
    };
    refuse({.C = 0});
    refuse({.C = -1});
    refuse({.tolerance = 0});
    refuse({.maxIterations = 0});
    refuse({.biasFeature = -1.0});
    QVERIFY_EXCEPTION_THROWN(trainL1(data->train.x, std::vector<std::uint8_t>(120, 1), {.intercept = true}),
                             Error);
    QVERIFY_EXCEPTION_THROWN(trainL1(data->train.x, {1, 0}, {}), Error);
    SparseRows broken = data->train.x;
    broken.valuePtr()[0] = std::nan("");
    QVERIFY_EXCEPTION_THROWN(trainL1(broken, data->train.labels, {}), Error);
    const L1Result stopped = trainL1(data->train.x, data->train.labels, {.C = 10, .maxIterations = 1});
    QCOMPARE(stopped.report.stop, Stop::IterationLimit);
    QVERIFY(stopped.report.advice.find("iteration limit") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestL1Trainer)
#include "tst_l1_trainer.moc"
