#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/explainers/trace_explainers.h"
#include "core/models/trace_problem.h"
#include "core/trainers/trace_regression.h"

#include <QtTest>

#include <Eigen/SVD>

#include <cmath>

using namespace representer;

namespace {

// Labels by the sign of a rank-2 matrix's product with noise, so that the solution has a low rank but is not
// trivial.
std::shared_ptr<MatrixData> generated(Eigen::Index rows, Eigen::Index columns, int samples,
                                      std::uint64_t seed)
{
    Random random(seed);
    auto data = std::make_shared<MatrixData>();
    data->rows = rows;
    data->columns = columns;
    const auto normal = [&](Eigen::Index r, Eigen::Index c) {
        return RowMatrix(RowMatrix::NullaryExpr(r, c, [&] { return random.normal(); }));
    };
    const RowMatrix truth = normal(rows, 2) * normal(2, columns);
    for (MatrixPart* part : {&data->train, &data->test}) {
        part->values = normal(samples, rows * columns);
        for (int i = 0; i < samples; ++i) {
            const double f = part->values.row(i).dot(truth.reshaped<Eigen::RowMajor>().transpose());
            part->labels.push_back(f + 2 * random.normal() > 0 ? 1 : 0);
        }
    }
    return data;
}

Matrix sampleOf(const MatrixData& data, const MatrixPart& part, Eigen::Index i)
{
    return Eigen::Map<const RowMatrix>(part.values.row(i).data(), data.rows, data.columns);
}

// sum_i l'_i X_i written as plain loops.
Matrix lossGradient(const MatrixData& data, const TraceModel& model)
{
    Matrix gradient = Matrix::Zero(data.rows, data.columns);
    for (std::size_t i = 0; i < data.train.size(); ++i) {
        const Matrix x = sampleOf(data, data.train, static_cast<Eigen::Index>(i));
        gradient += lossSlope(model.loss, (model.theta.array() * x.array()).sum(), data.train.labels[i]) * x;
    }
    return gradient;
}

// Plain proximal gradient steps: no momentum, no Newton.
Matrix slowSolution(const MatrixData& data, const TraceModel& model, int iterations)
{
    const double bound = data.train.values.squaredNorm(); // above the largest eigenvalue: slow but sure
    const Eigen::JacobiSVD<Matrix> whole(Matrix(data.train.values));
    const double step = 1 / std::min(bound, std::pow(whole.singularValues()[0], 2));
    TraceModel now = model;
    now.theta.setZero();
    for (int k = 0; k < iterations; ++k) {
        const Matrix moved = now.theta - step * lossGradient(data, now);
        const Eigen::JacobiSVD<Matrix> svd(moved, Eigen::ComputeThinU | Eigen::ComputeThinV);
        const Vector s = (svd.singularValues().array() - step * model.penalty).cwiseMax(0.0);
        const Matrix next = svd.matrixU() * s.asDiagonal() * svd.matrixV().transpose();
        const bool still = (next - now.theta).norm() < 1e-14 * (1 + next.norm());
        now.theta = next;
        if (still)
            break;
    }
    return now.theta;
}

Explanation explained(const Explainer& explainer, int index, Side side)
{
    ExplainOptions options;
    options.side = side;
    return explainer.explain(DatasetRow{Part::Test, index}, options);
}

} // namespace

class TestTraceRegression : public QObject {
    Q_OBJECT
private slots:
    void solutionIsOptimal_data();
    void solutionIsOptimal();
    void agreesWithPlainProximalGradient_data();
    void agreesWithPlainProximalGradient();
    void largeLambdaGivesZero();
    void eachSideSumsToThePrediction();
    void importancesFollowTheFormula();
    void hessianIsTheDerivativeOfTheGradient();
    void influenceIsTheDerivativeOfRetraining();
    void selfImportancesAreThoseOfTheTrainingPoints();
    void retrainingRepeatsTheOriginal();
    void retrainingIsTrainingWithoutTheSamples();
    void sameResultWithAnyNumberOfThreads();
    void badInputIsRefused();
};

void TestTraceRegression::solutionIsOptimal_data()
{
    QTest::addColumn<int>("loss");
    QTest::addColumn<int>("columns");
    QTest::addColumn<int>("samples");
    for (const Loss loss : {Loss::Logistic, Loss::Squared, Loss::SquaredHinge}) {
        const QByteArray name(lossName(loss).data(), static_cast<qsizetype>(lossName(loss).size()));
        QTest::newRow((name + " square").constData()) << static_cast<int>(loss) << 6 << 200;
        QTest::newRow((name + " wide").constData()) << static_cast<int>(loss) << 9 << 40;
    }
}

void TestTraceRegression::solutionIsOptimal()
{
    QFETCH(int, loss);
    QFETCH(int, columns);
    QFETCH(int, samples);
    const auto data = generated(6, columns, samples, 1);
    TraceOptions options;
    options.loss = static_cast<Loss>(loss);
    const TraceResult result = trainTrace(*data, options);
    QCOMPARE(result.report.stop, Stop::Converged);
    QVERIFY(result.report.optimality <= 1e-8);

    // -G = penalty (A B^T + W) with |W|_2 <= 1, W orthogonal to the singular vectors A, B of Theta.
    const Matrix g = -lossGradient(*data, result.model) / result.model.penalty;
    const Eigen::JacobiSVD<Matrix> svd(result.model.theta, Eigen::ComputeThinU | Eigen::ComputeThinV);
    const Eigen::Index rank = traceFactors(result.model.theta).rank();
    QVERIFY(rank > 0);
    const Matrix a = svd.matrixU().leftCols(rank), b = svd.matrixV().leftCols(rank);
    QVERIFY((g * b - a).norm() < 1e-7);
    QVERIFY((g.transpose() * a - b).norm() < 1e-7);
    QVERIFY(Eigen::JacobiSVD<Matrix>(g).singularValues()[0] < 1 + 1e-8);
}

void TestTraceRegression::agreesWithPlainProximalGradient_data()
{
    QTest::addColumn<int>("loss");
    QTest::newRow("logistic") << static_cast<int>(Loss::Logistic);
    QTest::newRow("squared") << static_cast<int>(Loss::Squared);
}

void TestTraceRegression::agreesWithPlainProximalGradient()
{
    QFETCH(int, loss);
    const auto data = generated(5, 4, 60, 2);
    TraceOptions options;
    options.loss = static_cast<Loss>(loss);
    options.lambda = traceLambdaMax(*data, options.loss) / 4;
    const TraceResult result = trainTrace(*data, options);
    const Matrix slow = slowSolution(*data, result.model, 20000);
    QVERIFY2((result.model.theta - slow).norm() < 1e-8 * slow.norm(),
             qPrintable(QString::number((result.model.theta - slow).norm())));
}

void TestTraceRegression::largeLambdaGivesZero()
{
    const auto data = generated(5, 4, 60, 3);
    TraceOptions options;
    const double largest = traceLambdaMax(*data, options.loss);
    options.lambda = largest * 1.0001;
    QVERIFY(trainTrace(*data, options).model.theta.isZero(0));
    options.lambda = largest * 0.99;
    QVERIFY(!trainTrace(*data, options).model.theta.isZero(0));
}

void TestTraceRegression::eachSideSumsToThePrediction()
{
    const auto data = generated(6, 8, 150, 4);
    const auto model = std::make_shared<TraceModel>(trainTrace(*data, {}).model);
    const auto explainer = makeTraceExplainer("high-dim", data, model);
    for (int index = 0; index < 20; ++index) {
        const double f = model->theta.cwiseProduct(sampleOf(*data, data->test, index)).sum();
        for (const Side side : {Side::Item, Side::User, Side::Both}) {
            const Explanation e = explained(*explainer, index, side);
            QCOMPARE(e.prediction, f);
            QVERIFY(e.exact);
            QCOMPARE(e.unit, std::string("logits"));
            QCOMPARE(e.sums.size(), std::size_t(side == Side::Both ? 2 : 1));
            double sum = 0;
            for (const Contribution& c : e.contributions) {
                sum += c.importance;
                QCOMPARE(c.importance, c.global * c.local);
            }
            QVERIFY(std::abs(sum - f) < 1e-6);
            for (const SideSum& s : e.sums)
                QVERIFY(std::abs(s.residual) < 1e-6 && std::abs(s.sum - f) < 1e-6);
        }
    }
}

void TestTraceRegression::importancesFollowTheFormula()
{
    const auto data = generated(4, 7, 50, 5);
    TraceOptions trained;
    trained.loss = Loss::Squared;
    const auto model = std::make_shared<TraceModel>(trainTrace(*data, trained).model);
    const auto explainer = makeTraceExplainer("high-dim", data, model);
    const Eigen::JacobiSVD<Matrix> svd(model->theta, Eigen::ComputeThinU | Eigen::ComputeThinV);
    const Matrix s = svd.singularValues().asDiagonal();
    const Matrix columnSide = svd.matrixU() * s * svd.matrixU().transpose();
    const Matrix rowSide = svd.matrixV() * s * svd.matrixV().transpose();
    const Matrix x = sampleOf(*data, data->test, 3);
    for (const Side side : {Side::Item, Side::User, Side::Both}) {
        for (const Contribution& c : explained(*explainer, 3, side).contributions) {
            const Matrix xi = sampleOf(*data, data->train, c.index.value);
            const double f = (model->theta * xi.transpose()).trace();
            const double a =
                (data->train.labels[static_cast<std::size_t>(c.index.value)] - f) / model->penalty;
            const double column = (xi.transpose() * columnSide * x).trace();
            const double row = (xi.transpose() * x * rowSide).trace();
            const double local = side == Side::Item ? column : side == Side::User ? row : (column + row) / 2;
            QVERIFY(std::abs(c.global - a) < 1e-12);
            QVERIFY(std::abs(c.local - local) < 1e-10);
        }
    }
    const auto l2 = explained(*makeTraceExplainer("l2", data, model), 3, Side::Both);
    for (const Contribution& c : l2.contributions)
        QVERIFY(std::abs(c.local - sampleOf(*data, data->train, c.index.value).cwiseProduct(x).sum()) <
                1e-12);
    QVERIFY(!l2.exact);
    QCOMPARE(l2.unit, std::string("ranking"));

    ExplainOptions few;
    few.top = 3;
    const Explanation top = explainer->explain(DatasetRow{Part::Test, 3}, few);
    const Explanation all = explained(*explainer, 3, Side::Both);
    QCOMPARE(top.contributions.size(), std::size_t(6));
    for (std::size_t k = 0; k < 3; ++k) {
        QCOMPARE(top.contributions[k].index, all.contributions[k].index);
        QCOMPARE(top.contributions[5 - k].index, all.contributions[all.contributions.size() - 1 - k].index);
    }
}

void TestTraceRegression::hessianIsTheDerivativeOfTheGradient()
{
    const auto data = generated(3, 4, 30, 6);
    const TraceModel model = trainTrace(*data, {}).model;
    TraceProblem problem{&data->train.values, 3, 4, model.loss, model.penalty, Vector(30), Vector::Ones(30)};
    for (Eigen::Index i = 0; i < 30; ++i)
        problem.y[i] = data->train.labels[static_cast<std::size_t>(i)];
    const TraceFactors at = traceFactors(model.theta + 0.1 * Matrix::Ones(3, 4)); // not a stationary point
    const auto gradient = [&](const TraceFactors& f) {
        Vector z(f.size());
        z << f.left.reshaped(), f.right.reshaped();
        const Matrix g = problem.combination(problem.slopes(problem.products(f.theta())));
        return Vector(factorGradient(f, g) + model.penalty * z);
    };
    const Matrix hessian = factorHessian(problem, at, problem.products(at.theta()));
    for (Eigen::Index k = 0; k < at.size(); ++k) {
        const auto moved = [&](double h) {
            TraceFactors f = at;
            (k < f.left.size() ? f.left.reshaped()[k] : f.right.reshaped()[k - f.left.size()]) += h;
            return gradient(f);
        };
        const Vector numeric = (moved(1e-6) - moved(-1e-6)) / 2e-6;
        QVERIFY((hessian.col(k) - numeric).norm() < 1e-6 * (1 + numeric.norm()));
    }
}

void TestTraceRegression::influenceIsTheDerivativeOfRetraining()
{
    // With the squared loss, moving label i by h moves the solution by H^-1 g_i h to first order, which is
    // what removal moves it by per unit of slope. So the change of a prediction per h is the influence's
    // local part.
    const auto data = generated(4, 4, 60, 7);
    TraceOptions options;
    options.loss = Loss::Squared;
    options.tolerance = 1e-12;
    const auto model = std::make_shared<TraceModel>(trainTrace(*data, options).model);
    const auto retrainer = makeTraceRetrainer(data, model, options);
    const Explanation e = explained(*makeTraceExplainer("influence", data, model), 0, Side::Both);
    const Matrix x = sampleOf(*data, data->test, 0);
    for (std::size_t k = 0; k < e.contributions.size(); k += 13) {
        const Contribution& c = e.contributions[k];
        const double y = data->train.labels[static_cast<std::size_t>(c.index.value)];
        const auto score = [&](double h) {
            const ModelContent moved =
                retrainer->retrain({.removed = {}, .relabelled = {{c.index, y + h}}}, nullptr, {});
            return std::get<TraceModel>(moved).theta.cwiseProduct(x).sum();
        };
        const double numeric = (score(1e-4) - score(-1e-4)) / 2e-4;
        QVERIFY2(std::abs(numeric - c.local) < 1e-5 * (1 + std::abs(numeric)),
                 qPrintable(QString("%1 %2").arg(numeric).arg(c.local)));
    }
}

void TestTraceRegression::selfImportancesAreThoseOfTheTrainingPoints()
{
    const auto data = generated(4, 5, 30, 8);
    const auto model = std::make_shared<TraceModel>(trainTrace(*data, {}).model);
    for (const char* name : {"high-dim", "l2", "influence"}) {
        const auto explainer = makeTraceExplainer(name, data, model);
        const std::vector<double> self = explainer->selfImportances();
        QCOMPARE(self.size(), data->train.size());
        for (int i = 0; i < 30; i += 7)
            for (const Contribution& c : explainer->explain(DatasetRow{Part::Train, i}, {}).contributions)
                if (c.index.value == i)
                    QVERIFY(std::abs(c.importance - self[static_cast<std::size_t>(i)]) < 1e-10);
    }
    QCOMPARE(makeTraceExplainer("random", data, model)->selfImportances().size(), data->train.size());
}

void TestTraceRegression::retrainingRepeatsTheOriginal()
{
    const auto data = generated(4, 5, 40, 9);
    const auto model = std::make_shared<TraceModel>(trainTrace(*data, {}).model);
    const ModelContent same = makeTraceRetrainer(data, model, {})->retrain({}, nullptr, {});
    QVERIFY(std::get<TraceModel>(same).theta == model->theta);
}

void TestTraceRegression::retrainingIsTrainingWithoutTheSamples()
{
    const auto data = generated(5, 5, 80, 10);
    TraceOptions options;
    options.lambda = traceLambdaMax(*data, options.loss) / 5;
    const auto model = std::make_shared<TraceModel>(trainTrace(*data, options).model);
    TrainingEdit edit;
    MatrixData rest = *data;
    Eigen::Index kept = 0;
    rest.train.labels.clear();
    for (std::int32_t i = 0; i < 80; ++i) {
        if (i % 9 == 0) {
            edit.removed.push_back({i});
            continue;
        }
        rest.train.values.row(kept++) = data->train.values.row(i);
        rest.train.labels.push_back(data->train.labels[static_cast<std::size_t>(i)]);
    }
    rest.train.values.conservativeResize(kept, Eigen::NoChange);
    options.lambda = model->penalty / static_cast<double>(kept); // removal keeps the penalty
    const Matrix fresh = trainTrace(rest, options).model.theta;
    const ModelContent again = makeTraceRetrainer(data, model, options)->retrain(edit, nullptr, {});
    QVERIFY((std::get<TraceModel>(again).theta - fresh).norm() < 1e-7 * fresh.norm());
}

void TestTraceRegression::sameResultWithAnyNumberOfThreads()
{
    const auto data = generated(30, 20, 4000, 11); // several parallel blocks
    TraceOptions options;
    options.lambda = traceLambdaMax(*data, options.loss) / 2;
    setThreadLimit(1);
    const Matrix one = trainTrace(*data, options).model.theta;
    setThreadLimit(4);
    const Matrix four = trainTrace(*data, options).model.theta;
    setThreadLimit(0);
    QVERIFY(one == four);
}

void TestTraceRegression::badInputIsRefused()
{
    const auto data = generated(3, 3, 10, 12);
    TraceOptions options;
    options.lambda = -1;
    QVERIFY_EXCEPTION_THROWN(trainTrace(*data, options), Error);
    MatrixData broken = *data;
    broken.train.values(0, 0) = std::nan("");
    QVERIFY_EXCEPTION_THROWN(trainTrace(broken, {}), Error);
    QVERIFY_EXCEPTION_THROWN(trainTrace(MatrixData{}, {}), Error);
    const auto model = std::make_shared<TraceModel>(trainTrace(*data, {}).model);
    QVERIFY_EXCEPTION_THROWN(makeTraceExplainer("fia", data, model), Error);
    QVERIFY_EXCEPTION_THROWN(makeTraceExplainer("l2", data, model)->explain(DatasetRow{Part::Test, 99}, {}),
                             Error);
    QVERIFY_EXCEPTION_THROWN(makeTraceExplainer("l2", data, model)->explain(UserItem{}, {}), Error);
}

QTEST_APPLESS_MAIN(TestTraceRegression)
#include "tst_trace_regression.moc"
