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
    MfAlsOptions options;
    options.dim = 4;
    options.mu = 0.5;
    options.loss = Loss::Logistic;
    options.negatives = 0.2;
    options.offsets = OffsetKind::None;
    m_model = trainMfAls(m_data, options).model;
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
    plan.dim = 4;
    plan.mu = 0.5;
    plan.negatives = 0.2;
    plan.tolerance = 1e-3;
    std::vector<NegativeRow> rows;
    runNegativeStudy(m_data, plan, {}, [&](const NegativeRow& row, std::int64_t done, std::int64_t total) {
        rows.push_back(row);
        QCOMPARE(done, static_cast<std::int64_t>(rows.size()));
        QCOMPARE(total, std::int64_t{16});
    });
    std::map<std::pair<NegativeRanking, double>, double> found;
    for (const NegativeMean& mean : summariseNegatives(plan, rows)) {
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
    runNegativeStudy(m_data, plan, finished, [&](const NegativeRow& row, std::int64_t, std::int64_t) {
        ++repeated;
        QCOMPARE(row.recallAfter, rows.front().recallAfter);
    });
    QCOMPARE(repeated, 1);
}

void TestNegativeSamples::otherDataIsRefused()
{
    RatingData stars = m_data;
    stars.scale = {1, 5, false};
    const auto ignore = [](const NegativeRow&, std::int64_t, std::int64_t) {};
    QVERIFY_EXCEPTION_THROWN(runNegativeStudy(stars, {}, {}, ignore), Error);
    FactorModel squared = m_model;
    squared.loss = Loss::Squared;
    QVERIFY_EXCEPTION_THROWN(retrainWithoutNegatives(squared, m_data.train, {}, 1e-3), Error);
    QVERIFY_EXCEPTION_THROWN(negativeRankingFromName("tracin"), Error);
}

QTEST_GUILESS_MAIN(TestNegativeSamples)
#include "tst_negative_samples.moc"
