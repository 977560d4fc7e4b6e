// Sums of columns that are read by masks against the same sums entry by entry.
#include "core/base/random.h"
#include "core/explainers/frequent_columns.h"

#include <QTest>

using namespace representer;

namespace {

// Columns from an empty one to one of nearly all rows.
SparseColumns columns(Eigen::Index rows)
{
    Random random(3);
    std::vector<Eigen::Triplet<double>> entries;
    const std::vector<double> shares{0.0, 0.01, 0.15, 0.3, 0.5, 0.6, 0.8, 0.95};
    for (std::size_t c = 0; c < shares.size(); ++c)
        for (Eigen::Index r = 0; r < rows; ++r)
            if (random.uniform() < shares[c])
                entries.emplace_back(r, static_cast<Eigen::Index>(c), random.normal());
    SparseColumns z(rows, static_cast<Eigen::Index>(shares.size()));
    z.setFromTriplets(entries.begin(), entries.end());
    return z;
}

} // namespace

class TestFrequentColumns : public QObject {
    Q_OBJECT
private slots:
    void sumsAreThoseOfTheColumns_data();
    void sumsAreThoseOfTheColumns();
    void rareColumnsAreNotAmongThem();
};

void TestFrequentColumns::sumsAreThoseOfTheColumns_data()
{
    QTest::addColumn<int>("rows");
    for (const int rows : {1, 7, 8, 9, 64, 1003})
        QTest::addRow("%d rows", rows) << rows;
}

void TestFrequentColumns::sumsAreThoseOfTheColumns()
{
    QFETCH(int, rows);
    const SparseColumns z = columns(rows);
    const FrequentColumns frequent(z);
    // One more column each time: whole groups, and what is left of one.
    std::vector<std::pair<std::int32_t, double>> terms;
    for (std::int32_t s = 0; s < z.cols(); ++s) {
        if (!frequent.has(s))
            continue;
        terms.emplace_back(s, 0.5 - s);
        Vector sums = Vector::LinSpaced(rows, 1, 2), expected = sums;
        frequent.add(terms, sums);
        for (const auto& [column, value] : terms)
            expected += value * z.col(column);
        QVERIFY((sums - expected).cwiseAbs().maxCoeff() < 1e-13);
    }
}

void TestFrequentColumns::rareColumnsAreNotAmongThem()
{
    const SparseColumns z = columns(1003);
    const FrequentColumns frequent(z);
    QVERIFY(!frequent.has(0) && !frequent.has(1));
    QCOMPARE(frequent.has(2), frequent.has(7)); // all or, on other processors, none
}

QTEST_APPLESS_MAIN(TestFrequentColumns)
#include "tst_frequent_columns.moc"
