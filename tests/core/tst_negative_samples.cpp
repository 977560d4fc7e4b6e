#include "core/base/error.h"
#include "core/base/random.h"
#include "core/studies/negative_samples.h"
#include "core/studies/negative_study.h"
#include "core/trainers/mf_als.h"

#include <QtTest>

#include <map>

using namespace representer;

class TestNegativeSamples : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void scoresAreTheSumsOverAllPositives();
    void leavingNothingOutChangesNothing();
    void leftOutPairsStopPullingDown();
    void theStudyFindsHeldOutPositives();
    void otherDataIsRefused();

private:
    RatingData m_data;
    FactorModel m_model;
    NegativeSetup m_setup;
};

namespace {

// Two groups of users with their own items; some pairs of the own group are held out, and look like
// negatives.
RatingData twoTastes()
{
    Random random(4);
    RatingData data;
    data.scale = {0, 1, true};
    for (int u = 0; u < 40; ++u)
        data.users.ids.push_back(std::to_string(u));
    for (int i = 0; i < 30; ++i)
        data.items.ids.push_back(std::to_string(i));
    for (int u = 0; u < 40; ++u) {
        for (int i = 0; i < 30; ++i) {
            if (random.uniform() > (u % 2 == i % 2 ? 0.7 : 0.03))
                continue;
            RatingPart& part = random.uniform() < 0.3 ? data.test : data.train;
            part.users.push_back(u);
            part.items.push_back(i);
            part.values.push_back(1);
        }
    }
    return data;
}

} // namespace

void TestNegativeSamples::initTestCase()
{
    m_data = twoTastes();
    m_setup = {&m_data, &m_model, {}};
    m_setup.training.dim = 4;
    m_setup.training.mu = 0.5;
    m_setup.training.loss = Loss::Logistic;
    m_setup.training.negatives = 0.2;
    m_setup.training.offsets = OffsetKind::None;
    m_setup.training.tolerance = 1e-4;
    m_model = trainMfAls(m_data, m_setup.training).model;
}

void TestNegativeSamples::scoresAreTheSumsOverAllPositives()
{
    const auto suspects = mostSuspectNegatives(m_model, m_data.train, NegativeRanking::HighDim, 1'000'000, 0);
    QCOMPARE(static_cast<std::int64_t>(suspects.size()), negativeCount(m_model, m_data.train));
    for (std::size_t s = 0; s < suspects.size(); s += 37) {
        const auto [user, item, score] = suspects[s];
        const double slope = lossSlope(Loss::Logistic, m_model.score(user, item), 0);
        double sum = 0; // the definition: importance of this negative for each observed positive that shares
                        // user or item
        for (std::size_t p = 0; p < m_data.train.size(); ++p) {
            if (m_data.train.items[p] == item.value)
                sum += -0.2 * slope *
                       m_model.users.row(user.value).dot(m_model.users.row(m_data.train.users[p]));
            if (m_data.train.users[p] == user.value)
                sum += -0.2 * slope *
                       m_model.items.row(item.value).dot(m_model.items.row(m_data.train.items[p]));
        }
        QVERIFY(std::abs(score - sum) < 1e-5 * (1 + std::abs(sum)));
        if (s > 0)
            QVERIFY(suspects[s - 1].score <= score);
    }
}

void TestNegativeSamples::leavingNothingOutChangesNothing()
{
    const FactorModel again = retrainWithoutNegatives(m_model, m_data.train, {}, 1e-5);
    QVERIFY((again.users * again.items.transpose() - m_model.users * m_model.items.transpose())
                .cwiseAbs()
                .maxCoeff() < 1e-3);
}

void TestNegativeSamples::leftOutPairsStopPullingDown()
{
    const auto suspects = mostSuspectNegatives(m_model, m_data.train, NegativeRanking::HighDim, 40, 0);
    const FactorModel without = retrainWithoutNegatives(m_model, m_data.train, suspects, 1e-5);
    double change = 0;
    for (const SuspectPair& pair : suspects)
        change += without.score(pair.user, pair.item) - m_model.score(pair.user, pair.item);
    QVERIFY(change > 0);
}

void TestNegativeSamples::theStudyFindsHeldOutPositives()
{
    NegativePlan plan;
    plan.percents = {5, 20};
    plan.seeds = 2;
    std::vector<NegativeRow> rows;
    runNegativeStudy(m_setup, plan, {}, [&](const NegativeRow& row, std::int64_t done, std::int64_t total) {
        rows.push_back(row);
        QCOMPARE(done, static_cast<std::int64_t>(rows.size()));
        QCOMPARE(total, std::int64_t{16});
    });
    std::map<std::pair<NegativeRanking, double>, double> found;
    const NegativeSummary summary = summariseNegatives(plan, rows);
    QCOMPARE(summary.areas.size(), std::size_t{4});
    QCOMPARE(summary.areas[0].found.n, std::size_t{2});
    QVERIFY(std::abs(summary.areas[0].found.mean -
                     (summary.rows[0].found.mean + summary.rows[1].found.mean) / 2) < 1e-12);
    for (const NegativeMean& mean : summary.rows) {
        QCOMPARE(mean.found.n, std::size_t{2});
        found[{mean.method, mean.percent}] = mean.found.mean;
    }
    QVERIFY(std::abs((found[{NegativeRanking::Random, 20.0}]) - 0.2) < 0.1);
    for (const auto method : {NegativeRanking::HighDim, NegativeRanking::Fia, NegativeRanking::Loss})
        QVERIFY((found[{method, 20.0}]) > 0.4);
    // What is stored is not run again.
    std::set<std::string> finished;
    for (const NegativeRow& row : rows)
        finished.insert(row.key());
    finished.erase(rows.front().key());
    int repeated = 0;
    runNegativeStudy(m_setup, plan, finished, [&](const NegativeRow& row, std::int64_t, std::int64_t) {
        ++repeated;
        QCOMPARE(row.recallAfter, rows.front().recallAfter);
    });
    QCOMPARE(repeated, 1);
}

void TestNegativeSamples::otherDataIsRefused()
{
    RatingData stars = m_data;
    stars.scale = {1, 5, false};
    NegativeSetup other = m_setup;
    other.data = &stars;
    QVERIFY_EXCEPTION_THROWN(checkNegativeStudy(other, {}), Error);
    FactorModel squared = m_model;
    squared.loss = Loss::Squared;
    other = m_setup;
    other.original = &squared;
    QVERIFY_EXCEPTION_THROWN(checkNegativeStudy(other, {}), Error);
    QVERIFY_EXCEPTION_THROWN(retrainWithoutNegatives(squared, m_data.train, {}, 1e-3), Error);
    QVERIFY_EXCEPTION_THROWN(negativeRankingFromName("tracin"), Error);
}

QTEST_GUILESS_MAIN(TestNegativeSamples)
#include "tst_negative_samples.moc"
