// Unobserved pairs as negatives, the logistic loss and ranking metrics, each against sums written out pair by
// pair.
#include "core/models/scoring_factors.h"
#include "core/trainers/mf_als.h"
#include "core/trainers/mf_sgd.h"
#include "core/trainers/rating_metrics.h"
#include "support/small_ratings.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace representer;

class TestImplicitFeedback : public QObject {
    Q_OBJECT
private slots:
    void alternatingReachesAStationaryPoint_data();
    void alternatingReachesAStationaryPoint();
    void stochasticTrainingSeparatesObservedPairs_data();
    void stochasticTrainingSeparatesObservedPairs();
    void rankingMetricsEqualABruteForceCount_data();
    void rankingMetricsEqualABruteForceCount();
};

namespace {

// 1 where a training pair was observed.
Matrix observed(const RatingData& data)
{
    Matrix seen = Matrix::Zero(static_cast<Eigen::Index>(data.users.size()),
                               static_cast<Eigen::Index>(data.items.size()));
    for (std::size_t e = 0; e < data.train.size(); ++e)
        seen(data.train.users[e], data.train.items[e]) = 1;
    return seen;
}

} // namespace

void TestImplicitFeedback::alternatingReachesAStationaryPoint_data()
{
    QTest::addColumn<int>("loss");
    QTest::addColumn<double>("negatives");
    QTest::newRow("squared, observed only") << static_cast<int>(Loss::Squared) << 0.0;
    QTest::newRow("squared, negatives") << static_cast<int>(Loss::Squared) << 0.05;
    QTest::newRow("squared, equal weights") << static_cast<int>(Loss::Squared) << 1.0;
    QTest::newRow("logistic, observed only") << static_cast<int>(Loss::Logistic) << 0.0;
    QTest::newRow("logistic, negatives")
        << static_cast<int>(Loss::Logistic) << 0.125; // exact in single precision
}

// grad U = D V + mu U and grad V = D^T U + mu V with D the dense matrix of weighted slopes; objective alike.
void TestImplicitFeedback::alternatingReachesAStationaryPoint()
{
    QFETCH(int, loss);
    QFETCH(double, negatives);
    const RatingData data = test::smallRatings(40, 30, 0.8, 9, true);
    const MfAlsOptions options{.dim = 4,
                               .mu = 0.3,
                               .loss = static_cast<Loss>(loss),
                               .negatives = negatives,
                               .tolerance = 1e-8,
                               .offsets = OffsetKind::None};
    const FactorResult result = trainMfAls(data, options);
    QVERIFY(result.report.stop == Stop::Converged);
    const FactorModel& model = result.model;
    QVERIFY(model.users.norm() > 0.1);
    const Matrix seen = observed(data);
    Matrix slopes(seen.rows(), seen.cols());
    double objective = options.mu / 2 * (model.users.squaredNorm() + model.items.squaredNorm());
    for (Eigen::Index u = 0; u < seen.rows(); ++u)
        for (Eigen::Index i = 0; i < seen.cols(); ++i) {
            const double f = model.users.row(u).dot(model.items.row(i));
            const double weight = seen(u, i) > 0 ? 1.0 : negatives;
            slopes(u, i) = weight * lossSlope(options.loss, f, seen(u, i));
            objective += weight * lossValue(options.loss, f, seen(u, i));
        }
    QVERIFY((slopes * model.items + options.mu * model.users).norm() < 1e-6);
    QVERIFY((slopes.transpose() * model.users + options.mu * model.items).norm() < 1e-6);
    QVERIFY(std::abs(result.report.objective - objective) < 1e-9 * objective);
}

void TestImplicitFeedback::stochasticTrainingSeparatesObservedPairs_data()
{
    QTest::addColumn<bool>("adam");
    QTest::addColumn<int>("loss");
    QTest::newRow("sgd squared") << false << static_cast<int>(Loss::Squared);
    QTest::newRow("sgd logistic") << false << static_cast<int>(Loss::Logistic);
    QTest::newRow("adam squared") << true << static_cast<int>(Loss::Squared);
    QTest::newRow("adam logistic") << true << static_cast<int>(Loss::Logistic);
}

void TestImplicitFeedback::stochasticTrainingSeparatesObservedPairs()
{
    QFETCH(bool, adam);
    QFETCH(int, loss);
    const RatingData data = test::smallRatings(60, 40, 0.8, 9, true);
    MfSgdOptions options{
        .dim = 4, .batch = 100, .epochs = 30, .loss = static_cast<Loss>(loss), .negatives = 0.3, .seed = 2};
    options.optimizer = adam ? MfSgdOptions::Optimizer::Adam : MfSgdOptions::Optimizer::Sgd;
    options.rate = adam ? 0.02 : 1;
    const FactorResult result = trainMfSgd(data, options);
    QVERIFY(result.report.trace.back() < result.report.trace.front());
    const Matrix seen = observed(data);
    const Matrix scores = result.model.users * result.model.items.transpose();
    const double positives = seen.sum();
    const double above = scores.cwiseProduct(seen).sum() / positives;
    const double below =
        (scores.sum() - scores.cwiseProduct(seen).sum()) / (static_cast<double>(seen.size()) - positives);
    QVERIFY(above > below + 0.2);
    const FactorModel again = trainMfSgd(data, options).model;
    QVERIFY(again.users == result.model.users && again.items == result.model.items);
}

void TestImplicitFeedback::rankingMetricsEqualABruteForceCount_data()
{
    QTest::addColumn<bool>("binary");
    QTest::addColumn<int>("k");
    QTest::newRow("ratings") << false << 5;
    QTest::newRow("implicit feedback") << true << 5;
    QTest::newRow("longer than the list") << true << 100;
}

// Every item of every user sorted by score, training items left out, hits counted one by one.
void TestImplicitFeedback::rankingMetricsEqualABruteForceCount()
{
    QFETCH(bool, binary);
    QFETCH(int, k);
    const RatingData data = test::smallRatings(50, 30, binary ? 0.6 : 0.4, 12, binary);
    ScoringFactors factors{{0.1, Vector::LinSpaced(50, -1, 1), Vector::LinSpaced(30, 0, 0.5)},
                           RowMatrix(50, 3),
                           RowMatrix(30, 3)};
    Random random(4);
    for (RowMatrix* rows : {&factors.users, &factors.items})
        for (Eigen::Index i = 0; i < rows->size(); ++i)
            rows->data()[i] = random.normal();
    const Matrix seen = observed(data);
    double recall = 0, ndcg = 0, popularity = 0, users = 0;
    for (std::int32_t u = 0; u < 50; ++u) {
        std::vector<std::pair<double, std::int32_t>> list;
        for (std::int32_t i = 0; i < 30; ++i)
            if (seen(u, i) == 0)
                list.emplace_back(-factors.score(UserIndex{u}, ItemIndex{i}), i);
        std::sort(list.begin(), list.end());
        list.resize(std::min(list.size(), static_cast<std::size_t>(k)));
        double relevant = 0, hits = 0, gain = 0, ideal = 0, ratings = 0;
        for (std::size_t e = 0; e < data.test.size(); ++e) {
            if (data.test.users[e] != u || !(data.test.values[e] > 0))
                continue;
            if (relevant < k)
                ideal += std::log(2) / std::log(relevant + 2);
            ++relevant;
            for (std::size_t rank = 0; rank < list.size(); ++rank)
                if (list[rank].second == data.test.items[e]) {
                    ++hits;
                    gain += std::log(2) / std::log(static_cast<double>(rank) + 2);
                }
        }
        if (relevant == 0)
            continue;
        for (const auto& entry : list)
            ratings += seen.col(entry.second).sum();
        ++users;
        recall += hits / relevant;
        ndcg += gain / ideal;
        popularity += ratings / static_cast<double>(list.size());
    }
    const RankingMetrics metrics = rankingMetrics(factors, data, Part::Test, k);
    QVERIFY(users > 5 && recall > 0);
    QCOMPARE(static_cast<double>(metrics.users), users);
    QVERIFY(std::abs(metrics.recall - recall / users) < 1e-12);
    QVERIFY(std::abs(metrics.ndcg - ndcg / users) < 1e-12);
    QVERIFY(std::abs(metrics.popularity - popularity / users) < 1e-9);
}

QTEST_GUILESS_MAIN(TestImplicitFeedback)
#include "tst_implicit_feedback.moc"
