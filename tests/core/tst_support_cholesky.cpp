// The factor that follows a support as members come and go, against a factor made anew in double precision.
#include "core/base/matrix_types.h"
#include "core/base/random.h"
#include "core/trainers/support_cholesky.h"

#include <QTest>

using namespace representer;

namespace {

// A^T A / rows of a random A: positive definite, with a diagonal of all sizes.
Eigen::MatrixXf gram(Eigen::Index size, std::uint64_t seed)
{
    Random random(seed);
    Matrix a(2 * size, size);
    for (Eigen::Index c = 0; c < size; ++c) {
        const double length = 0.1 + 10 * random.uniform();
        for (Eigen::Index r = 0; r < a.rows(); ++r)
            a(r, c) = length * random.normal();
    }
    return (a.transpose() * a / static_cast<double>(a.rows())).cast<float>();
}

Vector solvedDirectly(const Eigen::MatrixXf& h, const SupportCholesky::Support& support, const Vector& right)
{
    const auto size = static_cast<Eigen::Index>(support.size());
    Matrix part(size, size);
    for (Eigen::Index r = 0; r < size; ++r)
        for (Eigen::Index c = 0; c < size; ++c)
            part(r, c) = static_cast<double>(
                h(support[static_cast<std::size_t>(r)], support[static_cast<std::size_t>(c)]));
    part.diagonal() *= 1 + SupportCholesky::leastRidge;
    return part.ldlt().solve(right);
}

double error(const SupportCholesky& factor, const Eigen::MatrixXf& h, const SupportCholesky::Support& support)
{
    Random random(5);
    Vector right(static_cast<Eigen::Index>(support.size()));
    for (double& value : right)
        value = random.normal();
    const Vector expected = solvedDirectly(h, support, right);
    return (factor.solve(right.cast<float>()).cast<double>() - expected).norm() / expected.norm();
}

SupportCholesky::Support every(Eigen::Index step, Eigen::Index size)
{
    SupportCholesky::Support support;
    for (Eigen::Index s = 0; s < size; s += step)
        support.push_back(s);
    return support;
}

} // namespace

class TestSupportCholesky : public QObject {
    Q_OBJECT

private slots:
    void solvesOnItsSupport();
    void followsWhoComesAndGoes();
    void givesTheColumnsOfThoseThatLeave();
    void startsAnewWhenTooManyChange();
    void bearsEqualColumns();
};

void TestSupportCholesky::solvesOnItsSupport()
{
    const Eigen::MatrixXf h = gram(60, 1);
    SupportCholesky factor;
    QVERIFY(factor.empty());
    factor.adapt(h, every(2, 60));
    QVERIFY(!factor.empty());
    QVERIFY(error(factor, h, every(2, 60)) < 1e-4);
    factor.renew(h, every(1, 60));
    QVERIFY(error(factor, h, every(1, 60)) < 1e-4);
}

void TestSupportCholesky::followsWhoComesAndGoes()
{
    const Eigen::MatrixXf h = gram(80, 2);
    Random random(3);
    std::vector<bool> in(80, true);
    for (std::size_t s = 0; s < in.size(); s += 3)
        in[s] = false;
    SupportCholesky factor;
    // Each time a few members change sides: some leave, some join, some return.
    for (int turn = 0; turn < 40; ++turn) {
        SupportCholesky::Support support;
        for (std::size_t s = 0; s < in.size(); ++s)
            if (in[s])
                support.push_back(static_cast<Eigen::Index>(s));
        factor.adapt(h, support);
        const double off = error(factor, h, support);
        QVERIFY2(off < 1e-4, qPrintable(QStringLiteral("turn %1: %2").arg(turn).arg(off)));
        for (int change = 0; change < 4; ++change) {
            const auto s = static_cast<std::size_t>(random.below(in.size()));
            in[s] = !in[s];
        }
    }
}

void TestSupportCholesky::givesTheColumnsOfThoseThatLeave()
{
    const Eigen::MatrixXf h = gram(60, 7);
    SupportCholesky::Support support = every(2, 60);
    SupportCholesky factor;
    factor.adapt(h, every(3, 60)); // so that some are of the base and some added
    for (const std::size_t leaving : {3U, 17U, 0U, 26U}) {
        factor.adapt(h, support);
        const std::vector<Eigen::Index> places{static_cast<Eigen::Index>(leaving), 1, 25};
        const Eigen::MatrixXf columns = factor.inverseColumns(places);
        for (std::size_t c = 0; c < places.size(); ++c) {
            const Vector expected = solvedDirectly(
                h, support, Vector::Unit(static_cast<Eigen::Index>(support.size()), places[c]));
            const Vector found = columns.col(static_cast<Eigen::Index>(c)).cast<double>();
            QVERIFY((found - expected).norm() < 1e-4 * expected.norm());
        }
        const std::size_t room = factor.roomToLeave();
        support.erase(support.begin() + static_cast<std::ptrdiff_t>(leaving));
        factor.adapt(h, support);
        QCOMPARE(factor.roomToLeave(), room - 1);
        QVERIFY(error(factor, h, support) < 1e-4);
    }
    factor.adapt(h, support); // the same support: nothing to do
    QVERIFY(error(factor, h, support) < 1e-4);
    support = every(2, 60); // and all of them back
    factor.adapt(h, support);
    QVERIFY(error(factor, h, support) < 1e-4);
}

void TestSupportCholesky::startsAnewWhenTooManyChange()
{
    const Eigen::MatrixXf h = gram(300, 4);
    SupportCholesky factor;
    SupportCholesky::Support first, second;
    for (Eigen::Index s = 0; s < 300; ++s)
        (s < 150 ? first : second).push_back(s);
    factor.adapt(h, first);
    factor.adapt(h, second);
    QVERIFY(error(factor, h, second) < 1e-4);
    factor.adapt(h, every(1, 300)); // more than are factorised at a time
    QVERIFY(error(factor, h, every(1, 300)) < 1e-4);
}

void TestSupportCholesky::bearsEqualColumns()
{
    Eigen::MatrixXf h = gram(20, 6);
    h.row(7) = h.row(4);
    h.col(7) = h.col(4);
    SupportCholesky factor;
    SupportCholesky::Support support = every(1, 20);
    factor.adapt(h, support);
    QVERIFY(factor.solve(Eigen::VectorXf::Ones(20)).allFinite());
    support.erase(support.begin() + 7);
    factor.adapt(h, support);
    QVERIFY(factor.solve(Eigen::VectorXf::Ones(19)).allFinite());
    support.insert(support.begin() + 7, 7);
    factor.adapt(h, support);
    QVERIFY(factor.solve(Eigen::VectorXf::Ones(20)).allFinite());
}

QTEST_APPLESS_MAIN(TestSupportCholesky)
#include "tst_support_cholesky.moc"
