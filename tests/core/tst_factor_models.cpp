// Stochastic training, gradients by finite differences, influence against refits, and retraining.
#include "core/explainers/factor_explainers.h"
#include "core/trainers/factor_newton.h"
#include "core/trainers/rating_retrainer.h"
#include "support/small_ratings.h"

#include <QtTest>

#include <Eigen/Cholesky>

#include <algorithm>
#include <numeric>

using namespace representer;

class TestFactorModels : public QObject {
    Q_OBJECT
private slots:
    void retrainingWithoutAnEditRepeatsTheTraining();
    void momentumEqualsAPlainLoop_data();
    void momentumEqualsAPlainLoop();
    void blocksSolveLikeADenseFactorisation();
    void newtonStepIsQuadratic_data();
    void newtonStepIsQuadratic();
    void influenceRanksLikeLeavingOut();
    void tracinEqualsGradientProducts();
    void refusalsSayWhy();
    void differenceOfTwoItemsAddsUp();
};

namespace {

std::shared_ptr<const RatingData> ratings()
{
    return std::make_shared<const RatingData>(test::smallRatings(80, 50, 0.35, 21));
}

std::shared_ptr<const RatingIndex> indexOf(const RatingData& data)
{
    return std::make_shared<const RatingIndex>(data.train, data.users.size(), data.items.size());
}

double rankCorrelation(const std::vector<double>& a, const std::vector<double>& b)
{
    const auto ranks = [](const std::vector<double>& values) {
        std::vector<std::size_t> order(values.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::sort(order.begin(), order.end(),
                  [&](std::size_t x, std::size_t y) { return values[x] < values[y]; });
        Vector result(static_cast<Eigen::Index>(values.size()));
        for (std::size_t r = 0; r < order.size(); ++r)
            result[static_cast<Eigen::Index>(order[r])] = static_cast<double>(r);
        return Vector(result.array() - result.mean());
    };
    const Vector x = ranks(a);
    const Vector y = ranks(b);
    return x.dot(y) / (x.norm() * y.norm());
}

} // namespace

void TestFactorModels::retrainingWithoutAnEditRepeatsTheTraining()
{
    const auto data = ratings();
    const MfSgdOptions sgd{.rate = 1, .batch = 100, .epochs = 4, .checkpoints = 2, .seed = 3};
    const FactorModel first = trainMfSgd(*data, sgd).model;
    const FactorModel third = trainMfAls(*data, {.dim = 4, .mu = 1}).model;
    const auto check = [&](const ModelContent& content, const RatingTraining& training) {
        const auto retrainer =
            makeRatingRetrainer(data, std::make_shared<const ModelContent>(content), training);
        QCOMPARE(modelFingerprint(retrainer->retrain({}, nullptr, {})), modelFingerprint(content));
        const TrainingEdit edit{{TrainIndex{3}, TrainIndex{10}}, {}};
        QVERIFY(modelFingerprint(retrainer->retrain(edit, nullptr, {})) != modelFingerprint(content));
    };
    check(first, sgd);
    check(third, MfAlsOptions{.dim = 4, .mu = 1});
    QCOMPARE(first.checkpoints.size(), std::size_t{2});
    QVERIFY(first.checkpoints.back().users == first.users);
}

void TestFactorModels::momentumEqualsAPlainLoop_data()
{
    QTest::addColumn<int>("dim");
    QTest::addColumn<double>("mu");
    QTest::addColumn<int>("batch"); // small ones leave rows untouched for many steps
    QTest::newRow("padded width") << 3 << 0.0 << 40;
    QTest::newRow("compiled width") << 16 << 2.0 << 40;
    QTest::newRow("any width") << 70 << 2.0 << 100;
    QTest::newRow("long pauses") << 4 << 0.5 << 2;
}

// Every row moved at every step, in double precision, two ratings left out and one changed.
void TestFactorModels::momentumEqualsAPlainLoop()
{
    QFETCH(int, dim);
    QFETCH(double, mu);
    QFETCH(int, batch);
    const auto data = ratings();
    const MfSgdOptions options{
        .dim = dim, .rate = 0.02 * batch, .batch = batch, .epochs = 3, .mu = mu, .seed = 4};
    const TrainingEdit edit{{TrainIndex{3}, TrainIndex{200}}, {{TrainIndex{7}, -1.0}}};
    const SgdPlan plan(*data, options);
    Matrix users = plan.users().cast<double>(), items = plan.items().cast<double>();
    Matrix userPush = Matrix::Zero(users.rows(), dim), itemPush = Matrix::Zero(items.rows(), dim);
    const RatingIndex index(data->train, data->users.size(), data->items.size());
    const double decay = mu / static_cast<double>(data->train.size());
    std::vector<SgdSample> scratch;
    for (int epoch = 0; epoch < options.epochs; ++epoch) {
        const auto samples = plan.epoch(epoch, scratch);
        for (std::size_t begin = 0; begin < samples.size(); begin += static_cast<std::size_t>(batch)) {
            const auto part =
                samples.subspan(begin, std::min(samples.size() - begin, static_cast<std::size_t>(batch)));
            userPush *= options.momentum;
            itemPush *= options.momentum;
            userPush += decay * users;
            itemPush += decay * items;
            for (const SgdSample& sample : part) {
                const auto row =
                    index.find(data->train, UserIndex{sample.user}, ItemIndex{sample.item})->value;
                if (row == 3 || row == 200)
                    continue;
                const double target = row == 7 ? -1.0 : static_cast<double>(sample.target);
                const double slope = (users.row(sample.user).dot(items.row(sample.item)) - target) /
                                     static_cast<double>(part.size());
                userPush.row(sample.user) += slope * items.row(sample.item);
                itemPush.row(sample.item) += slope * users.row(sample.user);
            }
            users -= options.rate * userPush;
            items -= options.rate * itemPush;
        }
    }
    const FactorModel model = runMfSgd(*data, options, plan, edit, {}).model;
    QVERIFY((model.users - users).cwiseAbs().maxCoeff() < 2e-5);
    QVERIFY((model.items - items).cwiseAbs().maxCoeff() < 2e-5);
}

// Widths of one panel and of several.
void TestFactorModels::blocksSolveLikeADenseFactorisation()
{
    Random random(5);
    for (const Eigen::Index width : {16, 48}) {
        EntityBlocks blocks;
        blocks.resize(3, width);
        std::vector<Eigen::MatrixXf> dense;
        for (std::int64_t entity = 0; entity < 3; ++entity) {
            Eigen::MatrixXf root(width, width);
            for (Eigen::Index i = 0; i < root.size(); ++i)
                root.data()[i] = static_cast<float>(random.normal());
            dense.emplace_back(root * root.transpose() + 10 * Eigen::MatrixXf::Identity(width, width));
            Eigen::MatrixXf block = dense.back().triangularView<Eigen::Lower>();
            blocks.set(entity, block);
        }
        for (std::int64_t entity = 0; entity < 3; ++entity) {
            Eigen::VectorXf right(width);
            for (Eigen::Index i = 0; i < width; ++i)
                right[i] = static_cast<float>(random.normal());
            Eigen::VectorXf found = right;
            blocks.solve(entity, found.data());
            QVERIFY((dense[static_cast<std::size_t>(entity)] * found - right).norm() < 1e-4F * right.norm());
        }
    }
}

void TestFactorModels::newtonStepIsQuadratic_data()
{
    QTest::addColumn<int>("dim");
    QTest::addColumn<bool>("logistic");
    QTest::addColumn<double>("negatives");
    QTest::addColumn<int>("steps"); // of wide factors: they are not solved to full accuracy
    QTest::newRow("squared") << 3 << false << 0.0 << 1;
    QTest::newRow("squared, two lines wide") << 20 << false << 0.0 << 1;
    QTest::newRow("squared, any width") << 34 << false << 0.0 << 1;
    QTest::newRow("squared, too wide for blocks") << 66 << false << 0.0 << 3;
    QTest::newRow("squared with negatives") << 3 << false << 0.2 << 1;
    QTest::newRow("squared with negatives, too wide for blocks") << 66 << false << 0.2 << 3;
    QTest::newRow("logistic with negatives") << 3 << true << 0.2 << 1;
}

// A step to full accuracy from near a stationary point leaves a gap of the order of the distance squared; a
// wrong term anywhere in the Hessian would leave one of the order of the distance.
void TestFactorModels::newtonStepIsQuadratic()
{
    QFETCH(int, dim);
    QFETCH(bool, logistic);
    QFETCH(double, negatives);
    QFETCH(int, steps);
    RatingData data = test::smallRatings(240, 160, 0.7, 21);
    // Many more ratings than factors, and a strong signal in every column: one that vanishes has no quadratic
    // neighbourhood.
    Random random(8);
    const auto drawn = [&](std::size_t rows, double scale) {
        RowMatrix factors(static_cast<Eigen::Index>(rows), dim);
        for (Eigen::Index i = 0; i < factors.size(); ++i)
            factors.data()[i] = scale * random.normal();
        return factors;
    };
    const RowMatrix left = drawn(data.users.size(), 1), right = drawn(data.items.size(), 1);
    for (std::size_t e = 0; e < data.train.size(); ++e)
        data.train.values[e] =
            static_cast<float>(left.row(data.train.users[e]).dot(right.row(data.train.items[e])));
    if (logistic || negatives > 0) {
        data.scale.binary = true;
        std::fill(data.train.values.begin(), data.train.values.end(), 1.0F);
    }
    const MfAlsOptions options{.dim = dim,
                               .mu = 1,
                               .loss = logistic ? Loss::Logistic : Loss::Squared,
                               .negatives = negatives,
                               .tolerance = 1e-9};
    const FactorResult trained = trainMfAls(data, options);
    QVERIFY(trained.report.optimality < 1e-7);
    const FactorModel& model = trained.model;
    const RatingProblem problem =
        makeRatingProblem(data.train, data.users.size(), data.items.size(), model.loss, model.penalty,
                          model.negativesWeight, model.offsets);
    const RowMatrix users = model.users + drawn(data.users.size(), 1e-4);
    const RowMatrix items = model.items + drawn(data.items.size(), 1e-4);
    FactorNewton solver(problem, users, items);
    double objective = solver.evaluate();
    const double before = solver.gap();
    for (int step = 0; step < steps; ++step)
        QVERIFY(solver.step(objective, {.accuracy = 1e-4, .gap = 0}, {}));
    QVERIFY2(solver.gap() < 0.01 * before, qPrintable(QString("%1 of %2").arg(solver.gap()).arg(before)));
}

// The user's factor refitted exactly without each rating, items fixed: a k x k least-squares problem.
void TestFactorModels::influenceRanksLikeLeavingOut()
{
    const auto data = ratings();
    const double mu = 1;
    const FactorModel model = trainMfAls(*data, {.dim = 4, .mu = mu}).model;
    const auto index = indexOf(*data);
    const auto explainer =
        makeFactorExplainer("fia", data, index, std::make_shared<const ModelContent>(model));
    const UserItem pair{UserIndex{12}, ItemIndex{9}};
    Explanation explanation = explainer->explain(pair, {.side = Side::Item});
    const auto [begin, end] = index->rowsOfUser(pair.user);
    std::vector<double> predicted;
    std::vector<double> measured;
    for (const Contribution& contribution : explanation.contributions) {
        Matrix a = mu * Matrix::Identity(4, 4);
        Vector b = Vector::Zero(4);
        for (auto row = begin; row < end; ++row) {
            if (row == contribution.index.value)
                continue;
            const auto r = static_cast<std::size_t>(row);
            const Vector v = model.items.row(data->train.items[r]).transpose();
            a += v * v.transpose();
            b += (static_cast<double>(data->train.values[r]) - model.offsets.mean) * v;
        }
        const Vector user = a.llt().solve(b);
        predicted.push_back(contribution.importance);
        measured.push_back(
            (model.users.row(pair.user.value) - user.transpose()).dot(model.items.row(pair.item.value)));
    }
    QVERIFY(predicted.size() > 8);
    QVERIFY(rankCorrelation(predicted, measured) > 0.9);
}

void TestFactorModels::tracinEqualsGradientProducts()
{
    const auto data = ratings();
    const FactorModel model =
        trainMfSgd(*data, {.dim = 3, .rate = 1, .batch = 100, .epochs = 4, .checkpoints = 2}).model;
    const auto explainer =
        makeFactorExplainer("tracin", data, indexOf(*data), std::make_shared<const ModelContent>(model));
    const UserItem pair{UserIndex{5}, ItemIndex{8}};
    const Explanation explanation = explainer->explain(pair, {});
    for (const Contribution& contribution : explanation.contributions) {
        const auto row = static_cast<std::size_t>(contribution.index.value);
        const auto user = data->train.users[row];
        const auto item = data->train.items[row];
        double expected = 0;
        for (const FactorCheckpoint& checkpoint : model.checkpoints) {
            RowMatrix u = checkpoint.users;
            RowMatrix v = checkpoint.items;
            const auto loss = [&] {
                return lossValue(model.loss, u.row(user).dot(v.row(item)),
                                 static_cast<double>(data->train.values[row]));
            };
            const auto score = [&] { return u.row(pair.user.value).dot(v.row(pair.item.value)); };
            const auto slope = [](double& weight, const auto& function) {
                const double kept = weight;
                weight = kept + 1e-5;
                const double above = function();
                weight = kept - 1e-5;
                const double below = function();
                weight = kept;
                return (above - below) / 2e-5;
            };
            for (Eigen::Index c = 0; c < u.cols(); ++c) {
                double& weight = contribution.side == Side::Item ? u(user, c) : v(item, c);
                expected -= checkpoint.rate * slope(weight, loss) * slope(weight, score);
            }
        }
        QVERIFY(std::abs(contribution.importance - expected) < 1e-7);
    }
}

void TestFactorModels::refusalsSayWhy()
{
    const auto data = ratings();
    const ModelContent nuclear = trainNuclear(*data, {}).model;
    QVERIFY(factorMethodRefusal("fia", nuclear).find("whole matrix") != std::string::npos);
    QVERIFY(factorMethodRefusal("tracin", nuclear).find("checkpoints") != std::string::npos);
    QVERIFY(factorMethodRefusal("high-dim", nuclear).empty());
    QVERIFY(!factorMethodRefusal("l2", nuclear).empty());
}

void TestFactorModels::differenceOfTwoItemsAddsUp()
{
    const auto data = ratings();
    const auto content = std::make_shared<const ModelContent>(trainMfAls(*data, {.dim = 4, .mu = 1}).model);
    const auto explainer = makeFactorExplainer("high-dim", data, indexOf(*data), content);
    const Explanation difference =
        explainDifference(*explainer, UserIndex{4}, ItemIndex{1}, ItemIndex{2}, {});
    QVERIFY(difference.exact);
    for (const Side side : {Side::Item, Side::User}) {
        double sum = 0;
        for (const Contribution& contribution : difference.contributions)
            sum += contribution.side == side ? contribution.importance : 0;
        QVERIFY(std::abs(sum - (difference.prediction - difference.offset)) < 1e-4);
    }
}

QTEST_GUILESS_MAIN(TestFactorModels)
#include "tst_factor_models.moc"
