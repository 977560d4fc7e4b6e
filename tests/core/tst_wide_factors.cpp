// What the Newton step of wide factors is made of, each against a dense reference, and the whole against the
// closed form of a fully observed table.
#include "core/base/random.h"
#include "core/models/factor_balance.h"
#include "core/trainers/entry_runs.h"
#include "core/trainers/factor_directions.h"
#include "core/trainers/flat_modes.h"
#include "core/trainers/residual_spectrum.h"
#include "core/trainers/soft_impute.h"

#include <QtTest>

#include <Eigen/SVD>

#include <cmath>

using namespace representer;

class TestWideFactors : public QObject {
    Q_OBJECT
private slots:
    void runsHoldEveryEntryOnce();
    void leadingValuesAreThoseOfTheDenseMatrix();
    void flatModesInvertTheHessianOfAFullTable();
    void fullTableIsShrunkAsItsSpectrumSays();
    void directionsBeyondTheSpectrumVanish();
    void balanceOfManyColumns_data();
    void balanceOfManyColumns();
};

namespace {

Matrix drawn(Eigen::Index rows, Eigen::Index cols)
{
    Random random(5);
    Matrix result(rows, cols);
    for (Eigen::Index i = 0; i < result.size(); ++i)
        result.data()[i] = random.normal();
    return result;
}

// Each pair with a chance of `share`.
RatingPart partOf(const Matrix& table, double share)
{
    Random random(6);
    RatingPart part;
    for (Eigen::Index u = 0; u < table.rows(); ++u)
        for (Eigen::Index i = 0; i < table.cols(); ++i)
            if (random.uniform() < share) {
                part.users.push_back(static_cast<std::int32_t>(u));
                part.items.push_back(static_cast<std::int32_t>(i));
                part.values.push_back(static_cast<float>(table(u, i)));
            }
    return part;
}

RatingProblem problemOf(const Matrix& table, double share, double penalty)
{
    return makeRatingProblem(partOf(table, share), static_cast<std::size_t>(table.rows()),
                             static_cast<std::size_t>(table.cols()), Loss::Squared, penalty, 0, {});
}

} // namespace

void TestWideFactors::runsHoldEveryEntryOnce()
{
    const RatingProblem problem = problemOf(drawn(40, 30), 0.3, 1);
    for (const bool items : {false, true}) {
        const auto& group = items ? problem.byItem : problem.byUser;
        const EntryRuns runs = tiledRuns(group, items ? problem.byUser : problem.byItem, 7);
        QVERIFY(runs.tiles.size() > 4);
        QCOMPARE(runs.tiles.back(), static_cast<std::int64_t>(runs.runs.size()));
        std::vector<int> seen(problem.size());
        for (const EntryRuns::Run& run : runs.runs)
            for (auto p = static_cast<std::size_t>(run.begin); p < static_cast<std::size_t>(run.end); ++p) {
                const auto e = static_cast<std::size_t>(runs.entry[p]);
                ++seen[e];
                const std::int32_t user = items ? runs.other[p] : run.entity;
                QCOMPARE(problem.byUser.other[e], items ? run.entity : runs.other[p]);
                QVERIFY(problem.byUser.begin[static_cast<std::size_t>(user)] <= runs.entry[p] &&
                        runs.entry[p] < problem.byUser.begin[static_cast<std::size_t>(user) + 1]);
            }
        QVERIFY(std::all_of(seen.begin(), seen.end(), [](int times) { return times == 1; }));
    }
}

void TestWideFactors::leadingValuesAreThoseOfTheDenseMatrix()
{
    const RatingProblem problem = problemOf(drawn(320, 260), 0.2, 1);
    Matrix dense = Matrix::Zero(320, 260);
    for (Eigen::Index u = 0; u < 320; ++u)
        for (auto e = problem.byUser.begin[static_cast<std::size_t>(u)];
             e < problem.byUser.begin[static_cast<std::size_t>(u) + 1]; ++e)
            dense(u, problem.byUser.other[static_cast<std::size_t>(e)]) =
                problem.target[static_cast<std::size_t>(e)];
    const Eigen::JacobiSVD<Matrix> svd(dense, Eigen::ComputeThinU | Eigen::ComputeThinV);
    constexpr int deflated = 3, count = 10; // not a whole line of columns
    const SingularTriplets found = leadingSingular(problem, problem.target, svd.matrixU().leftCols(deflated),
                                                   svd.matrixV().leftCols(deflated), count, {}, {});
    QCOMPARE(found.values.size(), Eigen::Index(count));
    const Vector expected = svd.singularValues().segment(deflated, count);
    QVERIFY((found.values - expected).cwiseAbs().maxCoeff() < 1e-3 * expected[0]);
    QVERIFY((found.values - expected).maxCoeff() < 1e-4 * expected[0]);
    for (int c = 0; c < count; ++c)
        QVERIFY((dense * found.right.col(c) - found.values[c] * found.left.col(c)).norm() <
                0.05 * expected[0]);
    // From vectors nearby, the first of which are missing.
    const RowMatrix near = found.right.rightCols(count - 2);
    const SingularTriplets again = leadingSingular(problem, problem.target, svd.matrixU().leftCols(deflated),
                                                   svd.matrixV().leftCols(deflated), count, near, {});
    QVERIFY((again.values - expected).cwiseAbs().maxCoeff() < 0.02 * expected[0]);
}

// With every pair observed the average of the curvatures is exact. At the optimum A S B^T a step along its
// own columns that turns nothing must come back from the Hessian unchanged, and of one that does nothing but
// turn the factors nothing may be left.
void TestWideFactors::flatModesInvertTheHessianOfAFullTable()
{
    const Matrix table = drawn(40, 24);
    const Eigen::JacobiSVD<Matrix> svd(table, Eigen::ComputeThinU | Eigen::ComputeThinV);
    const double penalty = svd.singularValues()[16]; // the last two lines of columns have no room
    const Vector s = svd.singularValues().head(16).array() - penalty;
    const RatingProblem problem = problemOf(table, 2, penalty);
    const PackedRows<double> users = svd.matrixU().leftCols(16) * s.cwiseSqrt().asDiagonal();
    const PackedRows<double> items = svd.matrixV().leftCols(16) * s.cwiseSqrt().asDiagonal();
    const Matrix residual = users * items.transpose() - table;
    std::vector<double> slopes;
    for (Eigen::Index u = 0; u < 40; ++u)
        for (Eigen::Index i = 0; i < 24; ++i)
            slopes.push_back(residual(u, i));
    FlatModes modes;
    modes.prepare(
        problem, users, items, Eigen::VectorXf::Constant(40, 24), Eigen::VectorXf::Constant(24, 40),
        leadingSingular(problem, slopes, svd.matrixU().leftCols(16), svd.matrixV().leftCols(16), 8, {}, {}));
    Matrix x = Matrix::Zero(16, 16);
    x(2, 5) = std::sqrt(s[5]);
    x(5, 2) = std::sqrt(s[2]);
    x(3, 3) = 1;
    const Matrix stepUsers = svd.matrixU().leftCols(16) * x, stepItems = svd.matrixV().leftCols(16) * x;
    const Matrix change = stepUsers * items.transpose() + users * stepItems.transpose();
    const PackedRows<float> imageUsers =
        (penalty * stepUsers + change * items + residual * stepItems).cast<float>();
    const PackedRows<float> imageItems =
        (penalty * stepItems + change.transpose() * users + residual.transpose() * stepUsers).cast<float>();
    PackedRows<float> backUsers = PackedRows<float>::Zero(40, 16),
                      backItems = PackedRows<float>::Zero(24, 16);
    modes.addInverse(imageUsers, imageItems, backUsers, backItems);
    QVERIFY((backUsers.cast<double>() - stepUsers).norm() < 1e-4 * stepUsers.norm());
    QVERIFY((backItems.cast<double>() - stepItems).norm() < 1e-4 * stepItems.norm());

    Matrix turn = Matrix::Zero(16, 16);
    turn(1, 7) = 2;
    turn(7, 1) = -2;
    turn(4, 0) = 0.5;
    turn(0, 4) = -0.5;
    PackedRows<float> turnedUsers = (users * turn).cast<float>(), turnedItems = (items * turn).cast<float>();
    const float length = turnedUsers.norm();
    modes.addInverse(PackedRows<float>::Zero(40, 16), PackedRows<float>::Zero(24, 16), turnedUsers,
                     turnedItems);
    QVERIFY(turnedUsers.norm() < 1e-5F * length);
    QVERIFY(turnedItems.norm() < 1e-5F * length);
}

void TestWideFactors::fullTableIsShrunkAsItsSpectrumSays()
{
    const Matrix table = drawn(150, 120);
    const RatingPart part = partOf(table, 2);
    const Eigen::JacobiSVD<Matrix> svd(table.cast<float>().cast<double>(),
                                       Eigen::ComputeThinU | Eigen::ComputeThinV);
    const double penalty = svd.singularValues()[90] + 1e-3;
    const Vector shrunk = (svd.singularValues().array() - penalty).cwiseMax(0.0);
    const FactorResult result = solveNuclear(part, 150, 120, {}, penalty, {}, {}, nullptr);
    QVERIFY(result.report.stop == Stop::Converged);
    QVERIFY(result.report.optimality <= 1e-5);
    QVERIFY(result.model.origin == FactorModel::Origin::NuclearNorm);
    QVERIFY(result.model.users.cols() > 80 && result.model.users.cols() <= 91);
    const Matrix expected = svd.matrixU() * shrunk.asDiagonal() * svd.matrixV().transpose();
    const Matrix reached = result.model.users * result.model.items.transpose();
    QVERIFY2((reached - expected).cwiseAbs().maxCoeff() < 1e-4,
             qPrintable(QString::number((reached - expected).cwiseAbs().maxCoeff())));
}

// In a full table a direction's best length is its singular value less the penalty, whatever the others are.
void TestWideFactors::directionsBeyondTheSpectrumVanish()
{
    const Matrix table = drawn(60, 40);
    const Eigen::JacobiSVD<Matrix> svd(table, Eigen::ComputeThinU | Eigen::ComputeThinV);
    constexpr Eigen::Index all = 12, right = 9;
    const double penalty = (svd.singularValues()[right - 1] + svd.singularValues()[right]) / 2;
    Vector s = (svd.singularValues().head(all).array() - penalty).cwiseMax(1e-3);
    s[0] = 1e3; // beside which all others are short
    BalancedFactors factors{svd.matrixU().leftCols(all) * s.cwiseSqrt().asDiagonal(),
                            svd.matrixV().leftCols(all) * s.cwiseSqrt().asDiagonal(), s};
    const Matrix residual = factors.users * factors.items.transpose() - table;
    std::vector<double> slopes;
    for (Eigen::Index u = 0; u < table.rows(); ++u)
        for (Eigen::Index i = 0; i < table.cols(); ++i)
            slopes.push_back(residual(u, i));
    dropVanishing(factors, problemOf(table, 2, penalty), slopes);
    QCOMPARE(factors.singularValues.size(), right);
    QCOMPARE(factors.users.cols(), right);
    QCOMPARE(factors.items.cols(), right);
    QVERIFY(factors.singularValues == s.head(right));
}

void TestWideFactors::balanceOfManyColumns_data()
{
    QTest::addColumn<int>("empty");
    QTest::newRow("all independent") << 0;
    QTest::newRow("some empty") << 5;
}

void TestWideFactors::balanceOfManyColumns()
{
    QFETCH(const int, empty);
    RowMatrix users = drawn(700, 80), items = drawn(600, 80);
    for (Eigen::Index c = 0; c < 80; ++c)
        users.col(c) *= std::pow(10.0, -0.03 * static_cast<double>(c));
    users.rightCols(empty).setZero();
    const BalancedFactors balanced = balanceFactors(users, items);
    const Matrix product = users * items.transpose();
    QVERIFY((balanced.users * balanced.items.transpose() - product).norm() < 1e-12 * product.norm());
    for (const RowMatrix& side : {balanced.users, balanced.items}) {
        const Matrix gram = side.transpose() * side;
        QVERIFY((gram - Matrix(balanced.singularValues.asDiagonal())).norm() < 1e-12 * gram.norm());
    }
}

QTEST_GUILESS_MAIN(TestWideFactors)
#include "tst_wide_factors.moc"
