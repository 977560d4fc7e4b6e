// The dense quadratic model of the l1 solver against a double precision Hessian written down directly, and
// whole solutions whose working sets are large enough to use it.
#include "core/base/random.h"
#include "core/models/sparse_linear_model.h"
#include "core/trainers/l1_problem.h"
#include "core/trainers/l1_quadratic.h"
#include "core/trainers/l1_trainer.h"

#include <QTest>

#include <cmath>
#include <numeric>

using namespace representer;

namespace {

SparseRows randomRows(int rows, int columns, double density, std::uint64_t seed)
{
    Random random(seed);
    std::vector<Eigen::Triplet<double, std::int32_t>> entries;
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j)
            if (random.uniform() < density)
                entries.emplace_back(i, j, random.uniform() - 0.3);
    SparseRows x(rows, columns);
    x.setFromTriplets(entries.begin(), entries.end());
    x.makeCompressed();
    return x;
}

Vector randomVector(Eigen::Index size, double low, double high, std::uint64_t seed)
{
    Random random(seed);
    Vector v(size);
    for (Eigen::Index i = 0; i < size; ++i)
        v[i] = low + (high - low) * random.uniform();
    return v;
}

// More informative words than samples can tell apart: a support of several hundred.
DocumentPart manyWords()
{
    DocumentPart part;
    part.x = randomRows(1200, 2500, 0.03, 11);
    const Vector weights = randomVector(2500, -1.5, 1.5, 12);
    const Vector f = part.x * weights;
    Random random(13);
    for (Eigen::Index i = 0; i < f.size(); ++i)
        part.labels.push_back(random.uniform() < sigmoid(f[i]) ? 1 : 0);
    return part;
}

double objective(const DocumentPart& part, const SparseLinearModel& model, const std::vector<bool>& removed)
{
    const Vector f = part.x * model.theta;
    double sum = model.theta.lpNorm<1>();
    for (std::size_t i = 0; i < part.size(); ++i)
        if (!removed[i])
            sum += model.C * lossValue(model.loss, f[static_cast<Eigen::Index>(i)], part.labels[i]);
    return sum;
}

} // namespace

class TestL1Quadratic : public QObject {
    Q_OBJECT
private slots:
    void columnsMultiplyAsTheMatrixDoes();
    void minimisesTheModel_data();
    void minimisesTheModel();
    void denseSetsReachTheCertificate();
    void retrainingEqualsTrainingWithoutTheSamples();
};

// Columns from everywhere to nearly nowhere: some also stand as dense rows.
void TestL1Quadratic::columnsMultiplyAsTheMatrixDoes()
{
    constexpr Eigen::Index rows = 200, columns = 90, first = 7;
    Random random(8);
    std::vector<Eigen::Triplet<double, std::int32_t>> entries;
    for (std::int32_t j = 0; j < columns; ++j)
        for (std::int32_t i = 0; i < rows; ++i)
            if (random.uniform() < 1.0 / (1 + 0.2 * j))
                entries.emplace_back(i, j, random.normal());
    SparseColumns z(rows, columns);
    z.setFromTriplets(entries.begin(), entries.end());
    z.makeCompressed();
    std::vector<std::int32_t> chosen(columns);
    std::iota(chosen.begin(), chosen.end(), 0);
    const MemberColumns members(z, chosen, first);
    QCOMPARE(members.columns(), static_cast<std::size_t>(columns));

    const Vector v = randomVector(first + columns, -1, 1, 9), factors = randomVector(rows, -1, 1, 10);
    const Eigen::VectorXf narrow = v.cast<float>(), narrowFactors = factors.cast<float>();
    constexpr std::size_t begin = 13, end = 187;
    Eigen::VectorXf products = Eigen::VectorXf::Zero(end - begin), h = Eigen::VectorXf::Zero(first + columns);
    members.addProducts(begin, end, narrow.data(), products.data());
    members.addRows(begin, end, narrowFactors.data() + begin, h.data());
    const Matrix part = Matrix(z).middleRows(begin, end - begin);
    QVERIFY((products.cast<double>() - part * v.tail(columns)).norm() < 1e-4);
    QVERIFY((h.tail(columns).cast<double>() - part.transpose() * factors.segment(begin, end - begin)).norm() <
            1e-4);
    QVERIFY((h.head(first).array() == 0).all());

    // One column, and its rows: their entries, and as a sum.
    std::size_t found = 0;
    members.forColumn(40, [&](std::size_t row, float value) {
        ++found;
        QCOMPARE(value, static_cast<float>(z.coeff(static_cast<Eigen::Index>(row), 40)));
        const Vector dense = Matrix(z).row(static_cast<Eigen::Index>(row)).transpose();
        h.setZero();
        for (std::size_t k = 0; k < members.members(row).size(); ++k)
            h[members.members(row)[k]] += 2 * members.values(row)[k];
        QVERIFY((h.tail(columns).cast<double>() - 2 * dense).norm() < 1e-5);
        members.addRow(row, -2, h.data());
        QVERIFY(h.norm() < 1e-5);
    });
    QCOMPARE(found, columnView(z, 40).rows.size());
}

void TestL1Quadratic::minimisesTheModel_data()
{
    QTest::addColumn<bool>("newton");
    QTest::addColumn<double>("goal");
    QTest::addColumn<double>("lag"); // how far the curvature has moved from the one in the matrix
    QTest::newRow("coordinate descent") << false << 0.05 << 0.0;
    QTest::newRow("with Newton steps") << true << 1e-4 << 0.0;
    QTest::newRow("with Newton steps and a matrix that lags behind") << true << 1e-3 << 0.2;
}

void TestL1Quadratic::minimisesTheModel()
{
    QFETCH(bool, newton);
    QFETCH(double, goal);
    QFETCH(double, lag);
    const SparseColumns z = randomRows(300, 60, 0.2, 1);
    // Members in two calls, curvatures in three: H must be that of the last.
    std::vector<std::int32_t> first(40), rest(20);
    std::iota(first.begin(), first.end(), 0);
    std::iota(rest.begin(), rest.end(), 40);
    L1Quadratic quadratic(z, first, 20);
    quadratic.follow(randomVector(300, 0, 1, 2), 0);
    quadratic.extend(z, rest);
    QCOMPARE(quadratic.room(), std::size_t{0});
    Vector curvature = randomVector(300, 0.1, 2, 3);
    quadratic.follow(curvature, 0);
    curvature[7] = 0; // one row alone: the other way of updating
    quadratic.follow(curvature, 0);
    curvature = curvature.cwiseProduct(randomVector(300, 1 - lag, 1 + lag, 7));

    Matrix dense(300, 60); // columns as the members are numbered
    for (Eigen::Index s = 0; s < 60; ++s)
        dense.col(s) = z.col(quadratic.set()[static_cast<std::size_t>(s)]);
    const Matrix h = dense.transpose() * curvature.asDiagonal() * dense;
    const Vector g = randomVector(60, -4, 4, 4);
    std::vector<double> gradient(g.begin(), g.end()), diagonal(60), penalty(60, 1.0), weights(60, 0.0);
    for (Eigen::Index j = 0; j < 60; ++j)
        diagonal[static_cast<std::size_t>(j)] = h(j, j);
    penalty[5] = 0; // an intercept
    const Vector start = randomVector(60, -0.2, 0.2, 5);
    std::copy(start.begin(), start.end(), weights.begin());
    Random random(6);
    quadratic.minimise({gradient, diagonal, penalty, curvature}, goal, newton, random, weights);

    const Vector end = Eigen::Map<const Vector>(weights.data(), 60);
    const Vector slope = g + h * (end - start);
    for (Eigen::Index j = 0; j < 60; ++j) {
        const auto at = static_cast<std::size_t>(j);
        QVERIFY(l1Violation(slope[j], end[j], penalty[at]) <= goal + 1e-5);
    }
}

void TestL1Quadratic::denseSetsReachTheCertificate()
{
    const DocumentPart part = manyWords();
    const L1Result result = trainL1(part.x, part.labels, {.C = 5});
    QCOMPARE(result.report.stop, Stop::Converged);
    QVERIFY((result.model.theta.array() != 0).count() > 500); // or this tests something else
    QVERIFY(result.model.certificate <= 1e-9);
    // From the weights alone.
    const Vector f = part.x * result.model.theta;
    const Vector g = part.x.transpose() * (5 * lossSlopes(result.model, f, part.labels));
    for (Eigen::Index j = 0; j < g.size(); ++j)
        QVERIFY(l1Violation(g[j], result.model.theta[j], 1) <= 1e-8);
}

void TestL1Quadratic::retrainingEqualsTrainingWithoutTheSamples()
{
    auto data = std::make_shared<DocumentData>();
    data->train = manyWords();
    const DocumentPart& part = data->train;
    const L1Options options{.C = 5};
    const auto model = std::make_shared<SparseLinearModel>(trainL1(part.x, part.labels, options).model);
    const auto retrainer = makeL1Retrainer(data, model, options);

    std::vector<bool> removed(part.size(), false);
    TrainingEdit edit;
    DocumentPart kept;
    std::vector<Eigen::Triplet<double, std::int32_t>> entries;
    for (std::size_t i = 0; i < part.size(); ++i) {
        if (i % 25 == 3) {
            removed[i] = true;
            edit.removed.push_back({static_cast<std::int32_t>(i)});
            continue;
        }
        const SparseRowView row = rowView(part.x, static_cast<Eigen::Index>(i));
        for (std::size_t k = 0; k < row.columns.size(); ++k)
            entries.emplace_back(static_cast<std::int32_t>(kept.labels.size()), row.columns[k],
                                 row.values[k]);
        kept.labels.push_back(part.labels[i]);
    }
    kept.x.resize(static_cast<Eigen::Index>(kept.labels.size()), part.x.cols());
    kept.x.setFromTriplets(entries.begin(), entries.end());
    kept.x.makeCompressed();
    const double cold = trainL1(kept.x, kept.labels, options).report.objective;

    // Twice: the second uses the memory of the first, and must give the same to the last bit.
    const auto once = std::get<SparseLinearModel>(retrainer->retrain(edit, nullptr, {}));
    const auto again = std::get<SparseLinearModel>(retrainer->retrain(edit, nullptr, {}));
    QVERIFY(std::abs(objective(part, once, removed) - cold) <= 1e-10 * cold);
    QVERIFY(once.theta == again.theta);
    // A nested edit from this solution, whose support the original's working set does not cover.
    for (std::size_t i = 0; i < 40; ++i)
        if (!removed[i]) {
            removed[i] = true;
            edit.removed.push_back({static_cast<std::int32_t>(i)});
        }
    const ModelContent near = once;
    const auto fromNear = std::get<SparseLinearModel>(retrainer->retrain(edit, &near, {}));
    const auto fromOriginal = std::get<SparseLinearModel>(retrainer->retrain(edit, nullptr, {}));
    const double least = objective(part, fromOriginal, removed);
    QVERIFY(std::abs(objective(part, fromNear, removed) - least) <= 1e-10 * least);
}

QTEST_GUILESS_MAIN(TestL1Quadratic)
#include "tst_l1_quadratic.moc"
