// The nuclear-norm trainer against an independent solver, its certificate, and the exact decompositions.
#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/explainers/factor_explainers.h"
#include "core/models/factor_balance.h"
#include "core/trainers/mf_als.h"
#include "core/trainers/rating_metrics.h"
#include "core/trainers/rating_retrainer.h"
#include "core/trainers/soft_impute.h"
#include "support/small_ratings.h"

#include <QtTest>

#include <Eigen/SVD>

using namespace representer;

class TestNuclearNorm : public QObject {
    Q_OBJECT
private slots:
    void balancedFactorsKeepTheProduct();
    void optimumAgreesWithFullSvdProximalGradient();
    void bothSidesSumToTheScore_data();
    void bothSidesSumToTheScore();
    void capThatBindsIsReported();
    void pathLeadsToTheSolution();
    void weightsAreChosenOnTheValidationPart();
    void retrainedModelIsOptimalForTheEditedRatings();
    void resultIsTheSameOnAnyNumberOfThreads();
};

namespace {

// Proximal gradient with step 1 on the dense matrix, a full SVD in each step: slow, and nothing shared with
// the trainer.
Matrix proximalGradient(const RatingData& data, double mean, double penalty)
{
    const auto m = static_cast<Eigen::Index>(data.users.size());
    const auto n = static_cast<Eigen::Index>(data.items.size());
    Matrix theta = Matrix::Zero(m, n);
    Matrix point = theta;
    double momentum = 1;
    for (int step = 0; step < 20000; ++step) {
        Matrix moved = point;
        for (std::size_t e = 0; e < data.train.size(); ++e)
            moved(data.train.users[e], data.train.items[e]) =
                static_cast<double>(data.train.values[e]) - mean;
        const Eigen::JacobiSVD<Matrix> svd(moved, Eigen::ComputeThinU | Eigen::ComputeThinV);
        const Vector shrunk = (svd.singularValues().array() - penalty).cwiseMax(0.0);
        const Matrix next = svd.matrixU() * shrunk.asDiagonal() * svd.matrixV().transpose();
        const double change = (next - theta).norm();
        const double following = (1 + std::sqrt(1 + 4 * momentum * momentum)) / 2;
        // Restarting when the momentum points uphill keeps the linear rate.
        const bool uphill = (point - next).cwiseProduct(next - theta).sum() > 0;
        point = uphill ? next : Matrix(next + (momentum - 1) / following * (next - theta));
        momentum = uphill ? 1 : following;
        theta = next;
        if (change < 1e-13)
            break;
    }
    return theta;
}

} // namespace

void TestNuclearNorm::balancedFactorsKeepTheProduct()
{
    Random random(3);
    RowMatrix u(40, 6);
    RowMatrix v(25, 6);
    for (Eigen::Index i = 0; i < u.size(); ++i)
        u.data()[i] = random.normal();
    for (Eigen::Index i = 0; i < v.size(); ++i)
        v.data()[i] = 3 * random.normal();
    const BalancedFactors balanced = balanceFactors(u, v);
    const Matrix product = u * v.transpose();
    QVERIFY((balanced.users * balanced.items.transpose() - product).norm() < 1e-12 * product.norm());
    const Matrix a = balanced.users.transpose() * balanced.users;
    const Matrix b = balanced.items.transpose() * balanced.items;
    QVERIFY((a - b).norm() < 1e-12 * a.norm());
}

void TestNuclearNorm::optimumAgreesWithFullSvdProximalGradient()
{
    const RatingData data = test::smallRatings(30, 22, 0.5, 11);
    for (const double penalty : {1.0, 2.5}) {
        const FactorResult result =
            trainNuclear(data, {.lambda = penalty / static_cast<double>(data.train.size()),
                                .tolerance = 1e-11,
                                .offsets = OffsetKind::Mean});
        const Matrix expected = proximalGradient(data, result.model.offsets.mean, penalty);
        const Matrix found = result.model.users * result.model.items.transpose();
        QVERIFY2((found - expected).cwiseAbs().maxCoeff() < 1e-8,
                 qPrintable(QString::number((found - expected).cwiseAbs().maxCoeff())));
        QVERIFY(result.report.optimality < 1e-8);
        QCOMPARE(result.report.stop, Stop::Converged);
    }
}

void TestNuclearNorm::bothSidesSumToTheScore_data()
{
    QTest::addColumn<bool>("nuclear");
    QTest::newRow("nuclear norm") << true;
    QTest::newRow("penalised factorisation") << false;
}

void TestNuclearNorm::bothSidesSumToTheScore()
{
    QFETCH(bool, nuclear);
    RatingData made = test::smallRatings(120, 60, 0.3, 5);
    made.users.ids.push_back("cold");
    made.items.ids.push_back("cold");
    const auto data = std::make_shared<const RatingData>(std::move(made));
    const FactorResult result = nuclear ? trainNuclear(*data, {}) : trainMfAls(*data, {.dim = 5, .mu = 1});
    QCOMPARE(result.report.stop, Stop::Converged);
    const auto index =
        std::make_shared<const RatingIndex>(data->train, data->users.size(), data->items.size());
    const auto content = std::make_shared<const ModelContent>(result.model);
    const auto explainer = makeFactorExplainer("high-dim", data, index, content);
    Random random(2);
    for (int pair = 0; pair < 200; ++pair) {
        const UserItem point{UserIndex{static_cast<std::int32_t>(random.below(data->users.size()))},
                             ItemIndex{static_cast<std::int32_t>(random.below(data->items.size()))}};
        const Explanation explanation = explainer->explain(point, {});
        const double score = explanation.prediction - explanation.offset;
        QVERIFY(explanation.exact);
        QCOMPARE(explanation.unit, std::string("score"));
        for (const SideSum& sum : explanation.sums)
            QVERIFY(std::abs(sum.residual) <= 1e-4 * std::max(0.1, std::abs(score)));
        for (std::size_t i = 1; i < explanation.contributions.size(); ++i)
            QVERIFY(explanation.contributions[i - 1].importance >= explanation.contributions[i].importance);
    }
    const Explanation cold = explainer->explain(UserItem{UserIndex{120}, ItemIndex{60}}, {});
    QVERIFY(cold.contributions.empty());
    QCOMPARE(cold.notes.size(), std::size_t{2});
}

void TestNuclearNorm::capThatBindsIsReported()
{
    const RatingData data = test::smallRatings(60, 40, 0.4, 5);
    const FactorResult result =
        trainNuclear(data, {.lambda = 0.5 / static_cast<double>(data.train.size()), .maxRank = 2});
    QCOMPARE(result.model.users.cols(), Eigen::Index{2});
    QCOMPARE(result.model.origin, FactorModel::Origin::PenalisedMf);
    QVERIFY(result.notes.back().find("binds") != std::string::npos);
}

// No neighbour of the chosen weight on its path is better on the validation part, within what counts as
// better.
void TestNuclearNorm::weightsAreChosenOnTheValidationPart()
{
    RatingData data = test::smallRatings(60, 40, 0.4, 3);
    QVERIFY(trainNuclear(data, {}).notes.front().find("noise level") != std::string::npos);
    QVERIFY_EXCEPTION_THROWN(trainMfAls(data, {.dim = 4, .mu = 0}), Error);
    data.validation = data.test;
    const auto error = [&](const FactorModel& model) {
        return ratingErrors({model.offsets, model.users, model.items}, data.validation, data.scale).mae;
    };
    const auto n = static_cast<double>(data.train.size());
    const FactorResult chosen = trainNuclear(data, {});
    QVERIFY(chosen.notes.front().find("validation part") != std::string::npos);
    QVERIFY(chosen.report.optimality <= 1e-5);
    for (const double factor : {0.85, 1 / 0.85})
        QVERIFY(error(chosen.model) <
                1.01 * error(trainNuclear(data, {.lambda = factor * chosen.model.penalty / n}).model));
    const FactorResult narrow = trainNuclear(data, {.chosenRank = 1});
    QVERIFY(narrow.model.penalty >= chosen.model.penalty);

    const FactorResult als = trainMfAls(data, {.dim = 4, .mu = 0});
    QVERIFY(als.report.optimality <= 1e-5);
    QVERIFY(als.notes.back().find("validation part") != std::string::npos);
    for (const double factor : {0.75, 1 / 0.75})
        QVERIFY(error(als.model) <
                1.01 * error(trainMfAls(data, {.dim = 4, .mu = factor * als.model.penalty}).model));
}

void TestNuclearNorm::pathLeadsToTheSolution()
{
    RatingData data = test::smallRatings(60, 40, 0.4, 3);
    const double n = static_cast<double>(data.train.size());
    const double smallest = 2 / n;
    QVERIFY(std::isnan(nuclearPath(data, {}, smallest, 1).front().validationMae));
    data.validation = data.test;
    const std::vector<NuclearPathPoint> path = nuclearPath(data, {}, smallest, 6);
    QCOMPARE(path.size(), std::size_t{6});
    QVERIFY(std::abs(path.back().lambda / smallest - 1) < 1e-12);
    for (std::size_t p = 0; p < path.size(); ++p) {
        const FactorResult alone = trainNuclear(data, {.lambda = path[p].lambda});
        QVERIFY(std::abs(path[p].objective / alone.report.objective - 1) < 1e-3);
        QVERIFY(p == 0 || (path[p].lambda < path[p - 1].lambda && path[p].objective < path[p - 1].objective));
        double sum = 0;
        for (std::size_t e = 0; e < data.test.size(); ++e)
            sum += std::abs(alone.model.score(UserIndex{data.test.users[e]}, ItemIndex{data.test.items[e]}) -
                            static_cast<double>(data.test.values[e]));
        QVERIFY(std::abs(path[p].validationMae - sum / static_cast<double>(data.test.size())) < 1e-2);
    }
    QVERIFY(path.front().rank < path.back().rank);
    QVERIFY_EXCEPTION_THROWN(nuclearPath(data, {}, 1e3, 3), Error);
}

// Without an edit the same model; with one, the sums over the edited ratings give the factors back, and the
// objective is that of a training from nothing.
void TestNuclearNorm::retrainedModelIsOptimalForTheEditedRatings()
{
    const auto data = std::make_shared<const RatingData>(test::smallRatings(60, 40, 0.4, 3));
    const NuclearOptions options{.lambda = 2 / static_cast<double>(data->train.size()), .tolerance = 1e-7};
    const FactorModel model = trainNuclear(*data, options).model;
    const auto original = std::make_shared<const ModelContent>(model);
    const auto retrainer = makeRatingRetrainer(data, original, options);
    QCOMPARE(modelFingerprint(retrainer->retrain({}, nullptr, {})), modelFingerprint(*original));
    const TrainingEdit edit{{TrainIndex{3}, TrainIndex{40}, TrainIndex{41}}, {{TrainIndex{7}, -1.0}}};
    const auto retrained = std::get<FactorModel>(retrainer->retrain(edit, nullptr, {}));
    const RatingPart part = editedPart(data->train, edit);
    QCOMPARE(part.size(), data->train.size() - 3);
    RowMatrix users = RowMatrix::Zero(retrained.users.rows(), retrained.users.cols());
    RowMatrix items = RowMatrix::Zero(retrained.items.rows(), retrained.items.cols());
    for (std::size_t e = 0; e < part.size(); ++e) {
        const double slope = retrained.score(UserIndex{part.users[e]}, ItemIndex{part.items[e]}) -
                             static_cast<double>(part.values[e]);
        users.row(part.users[e]) -= slope / retrained.penalty * retrained.items.row(part.items[e]);
        items.row(part.items[e]) -= slope / retrained.penalty * retrained.users.row(part.users[e]);
    }
    QVERIFY((users * retrained.items.transpose() - retrained.users * retrained.items.transpose())
                .cwiseAbs()
                .maxCoeff() < 1e-6);
    QVERIFY((retrained.users * items.transpose() - retrained.users * retrained.items.transpose())
                .cwiseAbs()
                .maxCoeff() < 1e-6);
    const FactorResult afresh = solveNuclear(part, data->users.size(), data->items.size(), model.offsets,
                                             model.penalty, options, {}, nullptr);
    QVERIFY(
        (afresh.model.users * afresh.model.items.transpose() - retrained.users * retrained.items.transpose())
            .cwiseAbs()
            .maxCoeff() < 1e-5);
}

void TestNuclearNorm::resultIsTheSameOnAnyNumberOfThreads()
{
    const RatingData data = test::smallRatings(200, 90, 0.2, 8);
    const int before = threadLimit();
    setThreadLimit(1);
    const FactorResult one = trainNuclear(data, {});
    setThreadLimit(4);
    const FactorResult four = trainNuclear(data, {});
    setThreadLimit(before);
    QVERIFY(one.model.users == four.model.users);
    QVERIFY(one.model.items == four.model.items);
}

QTEST_GUILESS_MAIN(TestNuclearNorm)
#include "tst_nuclear_norm.moc"
