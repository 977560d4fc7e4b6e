#include "core/studies/summary_statistics.h"

#include <QtTest>

#include <array>
#include <cmath>

using namespace representer;

class TestSummaryStatistics : public QObject {
    Q_OBJECT
private slots:
    void quantilesAreThoseOfTheTables_data();
    void quantilesAreThoseOfTheTables();
    void meansHaveIntervals();
    void pairedDifferencesAreTested();
    void slopesAndRanks();
};

void TestSummaryStatistics::quantilesAreThoseOfTheTables_data()
{
    QTest::addColumn<double>("degrees");
    QTest::addColumn<double>("expected");
    // Two-sided 95 % points of Student's t as printed in every table.
    QTest::newRow("1") << 1.0 << 12.706;
    QTest::newRow("2") << 2.0 << 4.303;
    QTest::newRow("11") << 11.0 << 2.201;
    QTest::newRow("99") << 99.0 << 1.984;
    QTest::newRow("10000") << 10000.0 << 1.960;
}

void TestSummaryStatistics::quantilesAreThoseOfTheTables()
{
    QFETCH(double, degrees);
    QFETCH(double, expected);
    const double t = studentQuantile(0.95, degrees);
    QVERIFY2(std::abs(t - expected) < 6e-4, qPrintable(QString::number(t)));
    QVERIFY(std::abs(studentTail(t, degrees) - 0.05) < 1e-9);
}

void TestSummaryStatistics::meansHaveIntervals()
{
    const MeanInterval three = meanInterval(std::array{1.0, 2.0, 3.0});
    QCOMPARE(three.mean, 2.0);
    QVERIFY(std::abs(*three.ci95 - 4.302653 / std::sqrt(3.0)) < 1e-5);
    QVERIFY(!meanInterval(std::array{5.0}).ci95);
    QCOMPARE(meanInterval({}).n, std::size_t{0});
}

void TestSummaryStatistics::pairedDifferencesAreTested()
{
    const std::array a{1.0, 2.0, 3.0, 4.0};
    const std::array b{1.5, 2.4, 3.6, 4.5};
    const auto test = pairedTest(a, b);
    // differences -0.5, -0.4, -0.6, -0.5: t = -0.5 / (0.0816497 / 2) = -12.247 with 3 degrees
    QVERIFY(std::abs(test->difference.mean + 0.5) < 1e-12);
    QVERIFY(std::abs(test->p - 0.001171) < 2e-6);
    QCOMPARE(pairedTest(a, a)->p, 1.0);
    QVERIFY(!pairedTest(std::array{1.0}, std::array{2.0}));
}

void TestSummaryStatistics::slopesAndRanks()
{
    const std::array x{1.0, 2.0, 3.0, 4.0};
    const std::array y{2.0, 4.0, 6.0, 8.0};
    QCOMPARE(*slope(x, y), 2.0);
    QCOMPARE(*rankCorrelation(x, std::array{0.1, 0.2, 0.3, 100.0}), 1.0);
    // Ranks 0, 1.5, 1.5, 3 against 0, 1, 2, 3: 4.5 / sqrt(4.5 * 5)
    QVERIFY(std::abs(*rankCorrelation(x, std::array{1.0, 2.0, 2.0, 3.0}) - 4.5 / std::sqrt(22.5)) < 1e-12);
    QVERIFY(!slope(std::array{1.0, 1.0}, std::array{1.0, 2.0}));
}

QTEST_GUILESS_MAIN(TestSummaryStatistics)
#include "tst_summary_statistics.moc"
