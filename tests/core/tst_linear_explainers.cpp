// The four methods against slow dense references written from the formulas, completeness, and retraining.
#include "core/base/error.h"
#include "core/explainers/linear_explainer.h"
#include "core/explainers/linear_explainers.h"
#include "core/trainers/l1_trainer.h"
#include "support/linear_samples.h"

#include <QtTest>

using namespace representer;
using namespace representer::test;

namespace {

std::shared_ptr<const SparseLinearModel> fit(const DocumentData& data, const L1Options& options)
{
    return std::make_shared<SparseLinearModel>(trainL1(data.train.x, data.train.labels, options).model);
}

Vector importances(const Explainer& explainer, int sample, const DocumentData& data)
{
    const Explanation explanation = explainer.explain(DatasetRow{Part::Test, sample}, {});
    Vector result = Vector::Constant(data.train.x.rows(), std::nan(""));
    for (const Contribution& c : explanation.contributions) {
        result[c.index.value] = c.importance;
        if (c.importance != c.global * c.local)
            qFatal("importance is not global * local");
    }
    return result;
}

double rankCorrelation(const Vector& a, const Vector& b)
{
    const auto ranks = [](const Vector& v) {
        std::vector<int> order(static_cast<std::size_t>(v.size()));
        std::iota(order.begin(), order.end(), 0);
        std::sort(order.begin(), order.end(), [&](int i, int j) { return v[i] < v[j]; });
        Vector rank(v.size());
        for (std::size_t k = 0; k < order.size(); ++k)
            rank[order[k]] = static_cast<double>(k);
        return Vector(rank.array() - rank.mean());
    };
    const Vector ra = ranks(a), rb = ranks(b);
    return ra.dot(rb) / (ra.norm() * rb.norm());
}

void swapLabels(DocumentData& data)
{
    for (DocumentPart* part : {&data.train, &data.test})
        for (std::uint8_t& label : part->labels)
            label ^= 1;
}

L1Options options(int kind)
{
    L1Options o{.C = 2};
    if (kind == 1)
        o.intercept = true;
    if (kind == 2)
        o.biasFeature = 1.5;
    if (kind == 3)
        o.scale = true;
    if (kind == 4)
        o.loss = Loss::Squared;
    if (kind == 5)
        o.loss = Loss::SquaredHinge;
    return o;
}

} // namespace

class TestLinearExplainers : public QObject {
    Q_OBJECT
private slots:
    void highDimMatchesDenseReferenceAndAddsUp_data();
    void highDimMatchesDenseReferenceAndAddsUp();
    void publishedLabelMistakeWouldShow_data();
    void publishedLabelMistakeWouldShow();
    void swappedLabelsMirrorTheImportances();
    void l2MatchesDenseReference();
    void influenceMatchesDenseReference();
    void influenceRanksAsLeaveOneOut_data();
    void influenceRanksAsLeaveOneOut();
    void contaminationShiftsAllAlike();
    void selfImportancesAreTheDiagonal_data();
    void selfImportancesAreTheDiagonal();
    void topListsBothEnds();
    void randomDependsOnSeedAndPointOnly();
    void remarksAreHonest();
};

void TestLinearExplainers::highDimMatchesDenseReferenceAndAddsUp_data()
{
    QTest::addColumn<int>("kind");
    const char* names[] = {"plain", "intercept", "bias feature", "scaled", "lasso", "squared hinge"};
    for (int kind = 0; kind < 6; ++kind)
        QTest::newRow(names[kind]) << kind;
}

void TestLinearExplainers::highDimMatchesDenseReferenceAndAddsUp()
{
    QFETCH(int, kind);
    const auto data = linearData({.seed = 3});
    const auto model = fit(*data, options(kind));
    const auto explainer = makeLinearExplainer("high-dim", data, model);
    Matrix x = Matrix(data->train.x), t = Matrix(data->test.x);
    if (kind == 3) {
        x = x * model->scale.asDiagonal();
        t = t * model->scale.asDiagonal();
    }
    Vector theta = model->theta;
    if (kind == 2) {
        x.conservativeResize(Eigen::NoChange, x.cols() + 1);
        t.conservativeResize(Eigen::NoChange, t.cols() + 1);
        x.rightCols(1).setConstant(1.5);
        t.rightCols(1).setConstant(1.5);
        theta.conservativeResize(theta.size() + 1);
        theta[theta.size() - 1] = model->bias->weight;
    }
    for (int sample = 0; sample < 5; ++sample) {
        const Explanation explanation = explainer->explain(DatasetRow{Part::Test, sample}, {});
        const Vector found = importances(*explainer, sample, *data);
        const Vector f = (x * theta).array() + model->intercept;
        for (Eigen::Index i = 0; i < x.rows(); ++i) {
            double local = 0;
            for (Eigen::Index j = 0; j < x.cols(); ++j)
                local += x(i, j) * std::abs(theta[j]) * t(sample, j);
            const double slope =
                lossSlope(model->loss, f[i], data->train.labels[static_cast<std::size_t>(i)]);
            QVERIFY(std::abs(found[i] + 2 * slope * local) < 1e-10);
        }
        QVERIFY(std::abs(explanation.prediction - (t.row(sample).dot(theta) + model->intercept)) < 1e-12);
        QCOMPARE(explanation.offset, model->intercept);
        QVERIFY(std::abs(found.sum() - (explanation.prediction - explanation.offset)) < 1e-7);
        QVERIFY(explanation.exact);
        QCOMPARE(explanation.unit, std::string(kind < 4 ? "logits" : "score"));
        QCOMPARE(*explanation.actual, double(data->test.labels[static_cast<std::size_t>(sample)]));
    }
}

void TestLinearExplainers::publishedLabelMistakeWouldShow_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("swapped");
    QTest::newRow("label order, as given") << 0 << false;
    QTest::newRow("label order, swapped") << 0 << true;
    QTest::newRow("intercept") << 1 << false;
    QTest::newRow("bias feature") << 2 << false;
}

// sigmoid - Y with Y in {-1, +1} instead of {0, 1} makes the slope of every negative sample larger by 1: every
// method's global importance, the sums, and the conditions of intercept and bias feature tell the difference.
void TestLinearExplainers::publishedLabelMistakeWouldShow()
{
    QFETCH(int, kind);
    QFETCH(bool, swapped);
    const auto data = linearData({.seed = 4});
    if (swapped)
        swapLabels(*data);
    const auto model = fit(*data, options(kind));
    for (const char* method : {"high-dim", "l2", "influence"}) {
        const double most = std::string_view(method) == "high-dim" ? model->C : 1;
        const Explanation explanation =
            makeLinearExplainer(method, data, model)->explain(DatasetRow{Part::Test, 0}, {});
        for (const Contribution& c : explanation.contributions) {
            const bool positive = data->train.labels[static_cast<std::size_t>(c.index.value)] == 1;
            QVERIFY((positive ? c.global : -c.global) > 0);
            QVERIFY(std::abs(c.global) < most); // |sigmoid - y| < 1
        }
    }
    const Explanation explanation =
        makeLinearExplainer("high-dim", data, model)->explain(DatasetRow{Part::Test, 0}, {});
    double sum = 0, global = 0, mistaken = 0;
    for (const Contribution& c : explanation.contributions) {
        const bool positive = data->train.labels[static_cast<std::size_t>(c.index.value)] == 1;
        sum += c.importance;
        global += c.global;
        mistaken += (positive ? c.global : c.global - model->C) * c.local;
    }
    const double attributed = explanation.prediction - explanation.offset;
    QVERIFY(std::abs(sum - attributed) < 1e-7);
    QVERIFY(std::abs(mistaken - attributed) > 0.1);
    if (kind == 1) { // stationary in the intercept: sum_i a_i = 0
        QVERIFY(model->intercept != 0);
        QVERIFY(std::abs(global) < 1e-6);
    }
    if (kind == 2) { // stationary in the bias weight: value * sum_i a_i = its sign
        QVERIFY(model->bias->weight != 0);
        QVERIFY(std::abs(model->bias->value * global - (model->bias->weight > 0 ? 1 : -1)) < 1e-6);
    }
}

// Which class is called positive decides the sign of everything and nothing else.
void TestLinearExplainers::swappedLabelsMirrorTheImportances()
{
    const auto data = linearData({.seed = 4}), mirrored = linearData({.seed = 4});
    swapLabels(*mirrored);
    for (int kind = 0; kind < 3; ++kind) {
        const auto model = fit(*data, options(kind)), other = fit(*mirrored, options(kind));
        for (const char* method : {"high-dim", "l2", "influence"}) {
            const Vector one = importances(*makeLinearExplainer(method, data, model), 0, *data);
            const Vector two = importances(*makeLinearExplainer(method, mirrored, other), 0, *mirrored);
            QVERIFY2((one + two).lpNorm<Eigen::Infinity>() < 1e-5 * one.lpNorm<Eigen::Infinity>(), method);
        }
    }
}

void TestLinearExplainers::l2MatchesDenseReference()
{
    const auto data = linearData({.seed = 5});
    const auto model = fit(*data, {.C = 1});
    const auto explainer = makeLinearExplainer("l2", data, model);
    const Matrix x = Matrix(data->train.x);
    const Vector f = x * model->theta;
    const Vector found = importances(*explainer, 2, *data);
    const Vector similarity = x * Matrix(data->test.x).row(2).transpose();
    for (Eigen::Index i = 0; i < x.rows(); ++i)
        QVERIFY(std::abs(found[i] - (data->train.labels[static_cast<std::size_t>(i)] - sigmoid(f[i])) *
                                        similarity[i]) < 1e-12);
    const Explanation explanation = explainer->explain(DatasetRow{Part::Test, 2}, {});
    QVERIFY(!explanation.exact);
    QCOMPARE(explanation.unit, std::string("ranking"));
}

void TestLinearExplainers::influenceMatchesDenseReference()
{
    const auto data = linearData({.seed = 6});
    const auto model = fit(*data, {.C = 1});
    const auto explainer = makeLinearExplainer("influence", data, model);
    std::vector<Eigen::Index> support;
    for (Eigen::Index j = 0; j < model->theta.size(); ++j)
        if (model->theta[j] != 0)
            support.push_back(j);
    const Matrix x = Matrix(data->train.x)(Eigen::all, support);
    const Vector f = Matrix(data->train.x) * model->theta;
    const Vector weights = f.unaryExpr([](double v) { return sigmoid(v) * (1 - sigmoid(v)); });
    const Matrix h = x.transpose() * weights.asDiagonal() * x;
    const Vector direction = h.fullPivLu().solve(Vector(Matrix(data->test.x).row(1).transpose()(support)));
    const Vector found = importances(*explainer, 1, *data);
    for (Eigen::Index i = 0; i < x.rows(); ++i)
        QVERIFY(std::abs(found[i] - (data->train.labels[static_cast<std::size_t>(i)] - sigmoid(f[i])) *
                                        x.row(i).dot(direction)) < 1e-9);
}

void TestLinearExplainers::influenceRanksAsLeaveOneOut_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("plain") << 0;
    QTest::newRow("intercept") << 1;
    QTest::newRow("bias feature") << 2;
}

// Brute force: retrain without each sample in turn.
void TestLinearExplainers::influenceRanksAsLeaveOneOut()
{
    QFETCH(int, kind);
    const auto data = linearData({.train = 400, .features = 12, .density = 0.8, .noise = 2, .seed = 7});
    L1Options o = options(kind);
    o.C = 1;
    const auto model = fit(*data, o);
    const auto retrainer = makeL1Retrainer(data, model, o);
    const Vector predicted = importances(*makeLinearExplainer("influence", data, model), 0, *data);
    const SparseRowView point = rowView(data->test.x, 0);
    Vector actual(data->train.x.rows());
    for (Eigen::Index i = 0; i < actual.size(); ++i) {
        const ModelContent without =
            retrainer->retrain({.removed = {{static_cast<std::int32_t>(i)}}, .relabelled = {}}, nullptr, {});
        actual[i] = model->score(point) - std::get<SparseLinearModel>(without).score(point);
    }
    QVERIFY2(rankCorrelation(predicted, actual) > 0.99,
             qPrintable(QString::number(rankCorrelation(predicted, actual))));
    // Not only the order: the size of the change as well.
    QVERIFY((predicted - actual).norm() < 0.1 * actual.norm());
}

void TestLinearExplainers::contaminationShiftsAllAlike()
{
    const auto data = linearData({.seed = 8});
    const auto model = fit(*data, {.C = 1});
    const Vector removal = importances(*makeLinearExplainer("influence", data, model), 0, *data);
    const auto explainer = makeLinearExplainer("influence", data, model, {}, {.contamination = true});
    const Explanation explanation = explainer->explain(DatasetRow{Part::Test, 0}, {});
    Vector difference(removal.size());
    for (const Contribution& c : explanation.contributions)
        difference[c.index.value] = c.importance - removal[c.index.value];
    QVERIFY((difference.array() - difference.mean()).abs().maxCoeff() < 1e-12);
    // Renormalised weights: the changes of all samples together are none.
    double total = 0;
    for (const Contribution& c : explanation.contributions)
        total += c.importance;
    QVERIFY(std::abs(total) < 1e-7);
}

void TestLinearExplainers::selfImportancesAreTheDiagonal_data()
{
    QTest::addColumn<QString>("method");
    for (const char* method : {"high-dim", "l2", "influence"})
        QTest::newRow(method) << method;
}

void TestLinearExplainers::selfImportancesAreTheDiagonal()
{
    QFETCH(QString, method);
    const auto data = linearData({.seed = 9});
    const auto explainer = makeLinearExplainer(method.toStdString(), data, fit(*data, {.C = 1}));
    const std::vector<double> own = explainer->selfImportances();
    for (int i = 0; i < 10; ++i) {
        const Explanation explanation = explainer->explain(DatasetRow{Part::Train, i}, {});
        for (const Contribution& c : explanation.contributions)
            if (c.index.value == i)
                QVERIFY(std::abs(c.importance - own[static_cast<std::size_t>(i)]) < 1e-10);
    }
}

void TestLinearExplainers::topListsBothEnds()
{
    const auto data = linearData({.seed = 10});
    const auto explainer = makeLinearExplainer("high-dim", data, fit(*data, {.C = 1}));
    const Explanation all = explainer->explain(DatasetRow{Part::Test, 3}, {});
    const Explanation top = explainer->explain(DatasetRow{Part::Test, 3}, {.top = 4});
    QCOMPARE(all.contributions.size(), data->train.size());
    QCOMPARE(top.contributions.size(), std::size_t{8});
    QCOMPARE(top.sums[0].sum, all.sums[0].sum);
    for (std::size_t k = 0; k < 4; ++k) {
        QCOMPARE(top.contributions[k].index.value, all.contributions[k].index.value);
        QCOMPARE(top.contributions[7 - k].index.value,
                 all.contributions[all.contributions.size() - 1 - k].index.value);
    }
    Vector quick(data->train.x.rows());
    dynamic_cast<const LinearExplainer&>(*explainer).scores(rowView(data->test.x, 3), quick);
    for (const Contribution& c : all.contributions)
        QCOMPARE(quick[c.index.value], c.importance);
}

void TestLinearExplainers::randomDependsOnSeedAndPointOnly()
{
    const auto data = linearData({.seed = 11});
    const auto model = fit(*data, {.C = 1});
    const auto explain = [&](int sample, std::uint64_t seed) {
        return makeLinearExplainer("random", data, model)
            ->explain(DatasetRow{Part::Test, sample}, {.seed = seed});
    };
    const auto first = [](const Explanation& e) { return e.contributions.front().importance; };
    QCOMPARE(first(explain(0, 1)), first(explain(0, 1)));
    QVERIFY(first(explain(0, 1)) != first(explain(0, 2)));
    QVERIFY(first(explain(0, 1)) != first(explain(1, 1)));
    QVERIFY(first(explain(0, 1)) <= 1);
}

void TestLinearExplainers::remarksAreHonest()
{
    const auto data = linearData({.seed = 12});
    const auto model = fit(*data, {.C = 1});
    const auto explainer = makeLinearExplainer("high-dim", data, model);
    const auto says = [](const Explanation& e, const char* words) {
        return std::any_of(e.notes.begin(), e.notes.end(),
                           [&](const std::string& note) { return note.find(words) != std::string::npos; });
    };
    QVERIFY(explainer->explain(DatasetRow{Part::Test, 0}, {}).notes.empty());
    QVERIFY(says(explainer->explain(DatasetRow{Part::Train, 0}, {}), "left in"));
    const FreeRow unknown{{{1000}, {1.0}}, "unknown"};
    QVERIFY(says(explainer->explain(unknown, {}), "never seen"));
    QVERIFY(says(explainer->explain(unknown, {}), "No feature"));
    QCOMPARE(explainer->explain(unknown, {}).sums[0].sum, 0.0);

    const auto zero = fit(*data, {.C = 1e-9});
    const Explanation empty =
        makeLinearExplainer("high-dim", data, zero)->explain(DatasetRow{Part::Test, 0}, {.top = 5});
    QVERIFY(says(empty, "All weights"));
    QVERIFY(empty.contributions.empty());

    auto rough = std::make_shared<SparseLinearModel>(*model);
    rough->theta *= 1.1;
    rough->certificate = 0.1;
    const Explanation off =
        makeLinearExplainer("high-dim", data, rough)->explain(DatasetRow{Part::Test, 0}, {});
    QVERIFY(!off.exact);
    QCOMPARE(off.unit, std::string("ranking"));
    QVERIFY(says(off, "not at the optimum"));

    QVERIFY_EXCEPTION_THROWN(makeLinearExplainer("fia", data, model), Error);
    QVERIFY_EXCEPTION_THROWN(explainer->explain(DatasetRow{Part::Test, 9999}, {}), Error);
    QVERIFY_EXCEPTION_THROWN(explainer->explain(UserItem{}, {}), Error);
    auto narrow = std::make_shared<SparseLinearModel>(*model);
    narrow->theta.conservativeResize(5);
    QVERIFY_EXCEPTION_THROWN(makeLinearExplainer("l2", data, narrow), Error);
}

QTEST_GUILESS_MAIN(TestLinearExplainers)
#include "tst_linear_explainers.moc"
