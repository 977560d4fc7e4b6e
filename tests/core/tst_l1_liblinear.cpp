// LIBLINEAR as oracle: objectives, and its model files adopted with the right signs.
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/explainers/linear_explainers.h"
#include "core/exporters/npy_writer.h"
#include "core/importers/linear_coefficients.h"
#include "core/operations/adopt_linear.h"
#include "core/trainers/l1_trainer.h"
#include "support/linear_samples.h"

#include <QtTest>
#include <linear.h>

#include <cmath>
#include <filesystem>
#include <fstream>

using namespace representer;
using namespace representer::test;

namespace {

void silent(const char*) {}

struct Trained {
    Vector weights; // bias last when there is one
    std::string text;
};

// labels: what label 0 and label 1 are called; the order of the samples decides which LIBLINEAR lists first.
Trained liblinear(const DocumentData& data, int solver, double C, double eps, double bias, double label0,
                  double label1)
{
    set_print_string_function(silent);
    std::vector<std::vector<feature_node>> rows(data.train.size());
    std::vector<feature_node*> pointers;
    std::vector<double> labels;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const SparseRowView row = rowView(data.train.x, static_cast<Eigen::Index>(i));
        for (std::size_t k = 0; k < row.columns.size(); ++k)
            rows[i].push_back({row.columns[k] + 1, row.values[k]});
        if (bias >= 0)
            rows[i].push_back({static_cast<int>(data.featureCount()) + 1, bias});
        rows[i].push_back({-1, 0});
        pointers.push_back(rows[i].data());
        labels.push_back(data.train.labels[i] == 1 ? label1 : label0);
    }
    problem p{};
    p.l = static_cast<int>(rows.size());
    p.n = static_cast<int>(data.featureCount()) + (bias >= 0 ? 1 : 0);
    p.y = labels.data();
    p.x = pointers.data();
    p.bias = bias;
    parameter options{};
    options.solver_type = solver;
    options.C = C;
    options.eps = eps;
    ::model* trained = train(&p, &options);
    Trained result;
    QTemporaryDir folder;
    const QByteArray file = folder.filePath("model").toLocal8Bit();
    save_model(file.constData(), trained);
    QFile saved(folder.filePath("model"));
    if (!saved.open(QIODevice::ReadOnly))
        qFatal("LIBLINEAR wrote no model");
    result.text = saved.readAll().toStdString();
    const double sign = trained->label[0] == static_cast<int>(label1) ? 1 : -1;
    result.weights = sign * Eigen::Map<const Vector>(trained->w, p.n);
    free_and_destroy_model(&trained);
    return result;
}

double objective(const DocumentData& data, Loss loss, double C, const Vector& theta)
{
    const Vector f = data.train.x * theta;
    double sum = theta.lpNorm<1>();
    for (Eigen::Index i = 0; i < f.size(); ++i)
        sum += C * lossValue(loss, f[i], data.train.labels[static_cast<std::size_t>(i)]);
    return sum;
}

bool says(const std::vector<std::string>& findings, const char* words)
{
    return std::any_of(findings.begin(), findings.end(),
                       [&](const std::string& finding) { return finding.find(words) != std::string::npos; });
}

} // namespace

class TestL1Liblinear : public QObject {
    Q_OBJECT
private slots:
    void objectiveIsNotWorse_data();
    void objectiveIsNotWorse();
    void adoptedModelsExplainAsOurOwn_data();
    void adoptedModelsExplainAsOurOwn();
    void lintFindsWhatIsWrong();
    void badFilesAreRefused_data();
    void badFilesAreRefused();
    void tablesOfCoefficientsAreRead();
    void numpyCoefficientsAreAdopted();
};

void TestL1Liblinear::objectiveIsNotWorse_data()
{
    QTest::addColumn<int>("solver");
    QTest::addColumn<double>("C");
    QTest::addColumn<bool>("wide");
    for (const int solver : {5, 6})
        for (const double C : {0.1, 1.0, 10.0})
            for (const bool wide : {false, true})
                QTest::addRow("-s %d -c %g %s", solver, C, wide ? "wide" : "tall") << solver << C << wide;
}

void TestL1Liblinear::objectiveIsNotWorse()
{
    QFETCH(int, solver);
    QFETCH(double, C);
    QFETCH(bool, wide);
    const auto data = linearData({.train = wide ? 60 : 300, .features = wide ? 400 : 50, .seed = 31});
    const Loss loss = solver == 5 ? Loss::SquaredHinge : Loss::Logistic;
    const double theirs = objective(*data, loss, C, liblinear(*data, solver, C, 1e-6, -1, -1, 1).weights);
    const L1Result ours = trainL1(data->train.x, data->train.labels, {.loss = loss, .C = C});
    const double own = objective(*data, loss, C, ours.model.theta);
    QVERIFY(std::abs(own - ours.report.objective) < 1e-9 * own);
    QVERIFY2(own <= theirs * (1 + 1e-6), qPrintable(QString::number((own - theirs) / theirs)));
    QVERIFY(theirs >= own * (1 - 1e-9)); // ours is the optimum
}

void TestL1Liblinear::adoptedModelsExplainAsOurOwn_data()
{
    QTest::addColumn<double>("label0");
    QTest::addColumn<double>("label1");
    QTest::addColumn<bool>("positiveFirst");
    QTest::addColumn<double>("bias");
    for (const bool first : {true, false})
        for (const double bias : {-1.0, 1.0}) {
            QTest::addRow("-1/+1 %d %g", first, bias) << -1.0 << 1.0 << first << bias;
            QTest::addRow("1/2 %d %g", first, bias) << 1.0 << 2.0 << first << bias;
        }
}

void TestL1Liblinear::adoptedModelsExplainAsOurOwn()
{
    QFETCH(double, label0);
    QFETCH(double, label1);
    QFETCH(bool, positiveFirst);
    QFETCH(double, bias);
    const auto data = linearData({.train = 200, .features = 30, .seed = 32});
    // LIBLINEAR lists the label of the first sample first (and -1/+1 as +1 first).
    if ((data->train.labels[0] == 1) != positiveFirst)
        for (std::uint8_t& label : data->train.labels)
            label ^= 1;
    data->labelNames = {shortText(label0), shortText(label1)};
    const Trained theirs = liblinear(*data, 6, 1, 1e-8, bias, label0, label1);
    const AdoptedLinear adopted = adoptLinear(*data, parseLiblinearModel(theirs.text, "m"));
    L1Options options{.C = 1};
    if (bias >= 0)
        options.biasFeature = bias;
    const L1Result own = trainL1(data->train.x, data->train.labels, options);
    QVERIFY(std::abs(adopted.model.C - 1) < 1e-3);
    const auto mine = makeLinearExplainer("high-dim", data, std::make_shared<SparseLinearModel>(own.model));
    const auto other =
        makeLinearExplainer("high-dim", data, std::make_shared<SparseLinearModel>(adopted.model));
    for (int sample = 0; sample < 5; ++sample) {
        const Explanation a = mine->explain(DatasetRow{Part::Test, sample}, {});
        const Explanation b = other->explain(DatasetRow{Part::Test, sample}, {});
        QVERIFY(std::abs(a.prediction - b.prediction) < 1e-4);
        // Whatever the labels were called: negatives taken for -1 would miss by far more.
        QVERIFY(std::abs(b.sums[0].residual) < 1e-3);
        Vector difference = Vector::Zero(200);
        for (const Contribution& c : a.contributions)
            difference[c.index.value] += c.importance;
        for (const Contribution& c : b.contributions)
            difference[c.index.value] -= c.importance;
        QVERIFY(difference.lpNorm<Eigen::Infinity>() < 1e-4);
    }
    const PolishedLinear polished = polishLinear(*data, adopted.model);
    QVERIFY(polished.report.optimality <= 1e-9);
    QVERIFY(polished.largestChange < 1e-2);
    QVERIFY(!polished.finding.empty());
}

void TestL1Liblinear::lintFindsWhatIsWrong()
{
    const auto data = linearData({.train = 300, .features = 30, .noise = 0.3, .seed = 33});
    const SparseLinearModel own = trainL1(data->train.x, data->train.labels, {.C = 2}).model;
    LinearCoefficients file;
    file.weights = own.theta;
    QVERIFY(adoptLinear(*data, file, {.C = 2}).findings.empty());
    QVERIFY(adoptLinear(*data, file, {.C = 2}).model.certificate < 1e-8);
    QVERIFY(std::abs(adoptLinear(*data, file).model.C - 2) < 1e-6);
    QVERIFY(says(adoptLinear(*data, file, {.C = 3}).findings, "more nearly stationary at C = 2"));
    QVERIFY(says(adoptLinear(*data, file, {.C = 1.0 / 600}).findings, "probably lambda"));

    LinearCoefficients turned = file;
    turned.weights = -file.weights;
    const AdoptedLinear back = adoptLinear(*data, turned);
    QVERIFY(says(back.findings, "other order"));
    QVERIFY(back.model.theta == own.theta);

    LinearCoefficients moved = file;
    moved.weights.setZero();
    moved.weights.head(29) = file.weights.tail(29);
    QVERIFY(says(adoptLinear(*data, moved).findings, "counts features from 1"));

    LinearCoefficients zero = file;
    zero.weights.setZero();
    QVERIFY(says(adoptLinear(*data, zero).findings, "All weights are zero"));

    LinearCoefficients narrow = file;
    narrow.weights.conservativeResize(7);
    QVERIFY_EXCEPTION_THROWN(adoptLinear(*data, narrow), Error);
    LinearCoefficients broken = file;
    broken.weights[3] = std::nan("");
    QVERIFY_EXCEPTION_THROWN(adoptLinear(*data, broken), Error);

    DocumentData skewed = *data;
    for (std::size_t i = 0; i < skewed.train.size(); ++i)
        skewed.train.labels[i] = i % 10 != 0;
    LinearCoefficients weak = file;
    weak.weights = 0.01 * file.weights;
    QVERIFY(says(adoptLinear(skewed, weak).findings, "An intercept of"));
}

void TestL1Liblinear::badFilesAreRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    const QString head = "solver_type L1R_LR\nnr_class 2\nlabel 1 -1\nnr_feature 3\nbias -1\n";
    QTest::newRow("cut header") << QString("solver_type L1R_LR\nnr_class 2\n") << "ends before its weights";
    QTest::newRow("cut weights") << head + "w\n0.5\n"
                                 << "after 1 of 3 weights";
    QTest::newRow("nan") << head + "w\n0.5\nnan\n1\n"
                         << "not a finite number";
    QTest::newRow("regression") << QString("solver_type L2R_L2LOSS_SVR\nw\n") << "cannot be adopted";
    QTest::newRow("classes") << QString("solver_type L1R_LR\nnr_class 3\nw\n") << "classes";
    QTest::newRow("no size") << QString("solver_type L1R_LR\nw\n1\n") << "nr_feature";
}

void TestL1Liblinear::badFilesAreRefused()
{
    QFETCH(QString, text);
    QFETCH(QString, message);
    try {
        parseLiblinearModel(text.toStdString(), "model");
        QFAIL("accepted");
    } catch (const Error& error) {
        QVERIFY2(QString::fromUtf8(error.what()).contains(message), error.what());
    }
}

void TestL1Liblinear::tablesOfCoefficientsAreRead()
{
    const LinearCoefficients named =
        parseCoefficientTable("feature,weight\nfish,0.5\n(Intercept),2\nbird,-1\n", "t");
    QCOMPARE(named.weights.size(), 2);
    QCOMPARE(*named.intercept, 2.0);
    QCOMPARE(named.names[1], std::string("bird"));
    const LinearCoefficients plain = parseCoefficientTable("0.25\n-4\n", "t");
    QCOMPARE(plain.weights[1], -4.0);
    QVERIFY_EXCEPTION_THROWN(parseCoefficientTable("a,b,c\n1,2,3\n", "t"), Error);
    QVERIFY_EXCEPTION_THROWN(parseCoefficientTable("1\nx\n", "t"), Error);

    auto data = linearData({.train = 20, .features = 2, .density = 1, .seed = 34});
    data->features = {"bird", "fish"};
    QCOMPARE(adoptLinear(*data, named).model.hasIntercept, true);
    LinearCoefficients unknown = named;
    unknown.names[0] = "cat";
    QVERIFY_EXCEPTION_THROWN(adoptLinear(*data, unknown), Error);
}

// As scikit-learn's coef_, shape (1, p), and intercept_, shape (1,), saved with numpy.
void TestL1Liblinear::numpyCoefficientsAreAdopted()
{
    const auto data = linearData({.train = 300, .features = 30, .seed = 35});
    const L1Result ours = trainL1(data->train.x, data->train.labels, {.C = 2, .intercept = true});
    QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    const auto write = [&](const char* name, const std::string& bytes) {
        std::ofstream(root / name, std::ios::binary) << bytes;
        return root / name;
    };
    const auto coef = write("coef.npy", npyBytes(RowMatrix(ours.model.theta.transpose())));
    const auto intercept =
        write("intercept.npy", npyBytes(Vector(Vector::Constant(1, ours.model.intercept))));
    const AdoptedLinear adopted = adoptLinear(*data, readLinearCoefficients({coef, intercept}), {.C = 2});
    QVERIFY(adopted.model.theta == ours.model.theta);
    QVERIFY(adopted.model.hasIntercept);
    QCOMPARE(adopted.model.intercept, ours.model.intercept);
    QVERIFY(adopted.model.certificate < 1e-8);

    Vector broken = ours.model.theta;
    broken[3] = std::nan("");
    QVERIFY_EXCEPTION_THROWN(adoptLinear(*data, readLinearCoefficients({write("nan.npy", npyBytes(broken))})),
                             Error);
    const std::string whole = npyBytes(ours.model.theta);
    QVERIFY_EXCEPTION_THROWN(readLinearCoefficients({write("cut.npy", whole.substr(0, whole.size() - 9))}),
                             Error);
}

QTEST_GUILESS_MAIN(TestL1Liblinear)
#include "tst_l1_liblinear.moc"
