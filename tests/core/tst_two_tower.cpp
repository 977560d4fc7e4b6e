#include "core/base/parallel.h"
#include "core/base/random_lanes.h"
#include "core/trainers/tower_batch.h"
#include "core/trainers/two_tower_trainer.h"
#include "support/tower_samples.h"

#include <QtTest>

#include <cmath>

using namespace representer;

namespace {

bool sameWeights(const TwoTowerWeights& a, const TwoTowerWeights& b)
{
    bool same = a.userEmbeddings == b.userEmbeddings && a.itemEmbeddings == b.itemEmbeddings &&
                a.layers.size() == b.layers.size();
    for (std::size_t l = 0; same && l < a.layers.size(); ++l)
        same = a.layers[l].weights == b.layers[l].weights && a.layers[l].bias == b.layers[l].bias;
    return same;
}

double meanSquare(const TwoTowerModel& model, const RatingPart& part)
{
    double sum = 0;
    for (std::size_t r = 0; r < part.size(); ++r) {
        const double f = model.score(UserIndex{part.users[r]}, ItemIndex{part.items[r]});
        sum += std::pow(f - static_cast<double>(part.values[r]), 2);
    }
    return sum / static_cast<double>(part.size());
}

} // namespace

class TestTwoTower : public QObject {
    Q_OBJECT
private slots:
    void backwardIsTheDerivativeOfForward_data();
    void backwardIsTheDerivativeOfForward();
    void maskedProductsAreTheDenseOnes_data();
    void maskedProductsAreTheDenseOnes();
    void lanesDrawWhatSingleStreamsDraw();
    void firstStepIsAdamOnTheGradient();
    void learnsAndKeepsCheckpoints();
    void learnsImplicitFeedback();
    void sameNetworkWithAnyNumberOfThreads();
    void retrainingRepeatsTheRun();
    void removalSkipsTheSampleOnly();
    void badInputIsRefused();
};

void TestTwoTower::backwardIsTheDerivativeOfForward_data()
{
    QTest::addColumn<bool>("dropout");
    QTest::newRow("plain") << false;
    QTest::newRow("dropout") << true;
}

void TestTwoTower::backwardIsTheDerivativeOfForward()
{
    QFETCH(bool, dropout);
    Random random(3);
    const auto normal = [&](Eigen::Index rows, Eigen::Index columns) {
        return Matrix(Matrix::NullaryExpr(rows, columns, [&] { return random.normal(); }));
    };
    // Widths that fill no line, one that fills several sums and more than 64 units.
    constexpr Eigen::Index users = 7;
    const std::vector<Eigen::Index> widths{4, 75, 6, 3};
    std::vector<Matrix> weights;
    std::vector<Vector> bias;
    for (std::size_t l = 0; l + 1 < widths.size(); ++l) {
        weights.push_back(normal(widths[l + 1], widths[l]));
        bias.push_back(normal(widths[l + 1], 1));
    }
    Matrix input = normal(4, users);
    const Matrix weight = normal(3, users); // the loss is <weight, output>
    const double scale = dropout ? 1.5 : 1.0;
    const auto dropped = [&](std::size_t layer, Eigen::Index c, Eigen::Index r) {
        return dropout && (r + c + static_cast<Eigen::Index>(layer)) % 3 == 0;
    };
    // The tower written plainly.
    const auto loss = [&] {
        Matrix h = input;
        for (std::size_t l = 0; l < weights.size(); ++l) {
            h = ((weights[l] * h).colwise() + bias[l]).eval();
            if (l + 1 == weights.size())
                break;
            for (Eigen::Index c = 0; c < h.cols(); ++c)
                for (Eigen::Index r = 0; r < h.rows(); ++r)
                    h(r, c) = dropped(l, c, r) ? 0 : scale * std::max(h(r, c), 0.0);
        }
        return h.cwiseProduct(weight).sum();
    };
    std::vector<TowerLayer<double>> layers(weights.size());
    std::vector<LayerGradient<double>> gradients(weights.size());
    for (std::size_t l = 0; l < layers.size(); ++l) {
        layers[l].set(paddedRows<double>(weights[l], packedWidth<double>(weights[l].cols())),
                      paddedRows<double>(bias[l], 1));
        const Matrix& shape = l == 0 ? layers[l].transposed : layers[l].weights;
        gradients[l] = {Matrix::Zero(shape.rows(), shape.cols()), Vector::Zero(layers[l].bias.size())};
    }
    TowerBatch<double> batch(layers);
    batch.input().topLeftCorner(4, users) = input;
    batch.forward(layers, users, scale, [&](std::size_t layer, Eigen::Index c, Vector& factors) {
        for (Eigen::Index r = 0; r < factors.size(); ++r)
            factors[r] = dropped(layer, c, r) ? 0 : scale;
    });
    const double value = batch.output().topLeftCorner(3, users).cwiseProduct(weight).sum();
    QVERIFY(std::abs(value - loss()) < 1e-12 * (1 + std::abs(value)));
    batch.outputGradient().topLeftCorner(3, users) = weight;
    const Matrix inputGradient = batch.backward(layers).topLeftCorner(4, users);
    batch.addGradients(gradients);
    gradients[0].weights.transposeInPlace();

    const auto check = [&](double& parameter, double gradient) {
        const double h = 1e-6, at = parameter;
        parameter = at + h;
        const double up = loss();
        parameter = at - h;
        const double down = loss();
        parameter = at;
        QVERIFY(std::abs((up - down) / (2 * h) - gradient) < 1e-5 * (1 + std::abs(gradient)));
    };
    for (Eigen::Index k = 0; k < input.size(); ++k)
        check(input.data()[k], inputGradient.data()[k]);
    for (std::size_t l = 0; l < layers.size(); ++l) {
        for (Eigen::Index c = 0; c < weights[l].cols(); ++c)
            for (Eigen::Index r = 0; r < weights[l].rows(); ++r)
                check(weights[l](r, c), gradients[l].weights(r, c));
        for (Eigen::Index r = 0; r < bias[l].size(); ++r)
            check(bias[l][r], gradients[l].bias[r]);
    }
}

void TestTwoTower::maskedProductsAreTheDenseOnes_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    QTest::newRow("one line") << 16 << 16;
    QTest::newRow("the usual width") << 64 << 64;
    QTest::newRow("parts of sums") << 112 << 48;
    QTest::newRow("several words of bits") << 32 << 208;
}

void TestTwoTower::maskedProductsAreTheDenseOnes()
{
    QFETCH(int, rows);
    QFETCH(int, columns);
    constexpr Eigen::Index count = 37;
    Random random(4);
    const auto normal = [&](Eigen::Index r, Eigen::Index c) {
        return Eigen::MatrixXf(
            Eigen::MatrixXf::NullaryExpr(r, c, [&] { return static_cast<float>(random.normal()); }));
    };
    const Eigen::MatrixXf matrix = normal(rows, columns);
    const Eigen::MatrixXf x = normal(columns, count).cwiseMax(0.0F); // half of them 0
    ColumnBits bits;
    bits.resize(columns, count);
    for (Eigen::Index c = 0; c < count; ++c)
        findPositive(x.col(c).data(), columns, bits.of(c));
    Eigen::MatrixXf product(rows, count);
    for (Eigen::Index c = 0; c < count; ++c)
        maskedProduct(matrix, x.col(c).data(), bits.of(c), product.col(c).data(),
                      [](Eigen::Index, Pack<float>::Lanes sum) { return 2 * sum; });
    QVERIFY((product - 2 * matrix * x).cwiseAbs().maxCoeff() < 1e-4F);

    // A dense one takes whole groups of columns.
    const Eigen::MatrixXf all = normal(columns, 40);
    product.resize(rows, 40);
    denseProduct(matrix, all, count, product);
    QVERIFY((product - matrix * all).leftCols(count).cwiseAbs().maxCoeff() < 1e-4F);

    const Eigen::MatrixXf left = normal(rows, count), start = normal(rows, columns);
    Eigen::MatrixXf outer = start;
    addMaskedOuter(left, x, bits, count, outer);
    QVERIFY((outer - start - left * x.transpose()).cwiseAbs().maxCoeff() < 1e-4F);
}

void TestTwoTower::lanesDrawWhatSingleStreamsDraw()
{
    std::array<std::uint64_t, RandomLanes::lanes> indices{};
    for (std::size_t i = 0; i < indices.size(); ++i)
        indices[i] = 17 * i + 3;
    RandomLanes lanes(5, indices);
    std::vector<Random> streams;
    for (const std::uint64_t index : indices)
        streams.push_back(Random::forTask(5, index));
    for (int draw = 0; draw < 100; ++draw) {
        const RandomLanes::Words words = lanes.next();
        for (std::size_t i = 0; i < streams.size(); ++i)
            QCOMPARE(words[i], streams[i].next());
    }
}

void TestTwoTower::firstStepIsAdamOnTheGradient()
{
    // Adam's first step is rate * gradient / |gradient| for every parameter, so the signs of the change from
    // a run with a vanishing rate (the initial weights) are those of the numerical gradient of the mean loss.
    const auto data = towerRatings(12, 9, 4, 5);
    TwoTowerOptions options = smallTower();
    options.dropout = 0;
    options.epochs = 1;
    options.batch = 1000;
    options.rate = 1e-12;
    TwoTowerModel start = trainTwoTower(*data, options).model;
    options.rate = 1e-3;
    const TwoTowerModel stepped = trainTwoTower(*data, options).model;
    int checked = 0;
    const auto check = [&](double& parameter, double after) {
        const double h = 1e-5, at = parameter;
        parameter = at + h;
        const double up = meanSquare(start, data->train) / 2;
        parameter = at - h;
        const double down = meanSquare(start, data->train) / 2;
        parameter = at;
        const double gradient = (up - down) / (2 * h);
        if (std::abs(gradient) < 1e-5)
            return; // epsilon and rounding matter
        ++checked;
        QVERIFY2(std::abs((after - at) + 1e-3 * (gradient > 0 ? 1 : -1)) < 2e-5,
                 qPrintable(QString::number(after - at)));
    };
    for (Eigen::Index k = 0; k < start.weights.userEmbeddings.size(); ++k)
        check(start.weights.userEmbeddings.data()[k], stepped.weights.userEmbeddings.data()[k]);
    for (Eigen::Index k = 0; k < start.weights.itemEmbeddings.size(); ++k)
        check(start.weights.itemEmbeddings.data()[k], stepped.weights.itemEmbeddings.data()[k]);
    for (std::size_t l = 0; l < start.weights.layers.size(); ++l) {
        for (Eigen::Index k = 0; k < start.weights.layers[l].weights.size(); ++k)
            check(start.weights.layers[l].weights.data()[k], stepped.weights.layers[l].weights.data()[k]);
        for (Eigen::Index k = 0; k < start.weights.layers[l].bias.size(); ++k)
            check(start.weights.layers[l].bias.data()[k], stepped.weights.layers[l].bias.data()[k]);
    }
    QVERIFY2(checked > 100, qPrintable(QString::number(checked)));
}

void TestTwoTower::learnsAndKeepsCheckpoints()
{
    const auto data = towerRatings(80, 40, 20, 1);
    TwoTowerOptions options = smallTower();
    options.dropout = 0;
    options.epochs = 40;
    options.checkpoints = 3;
    const TwoTowerResult result = trainTwoTower(*data, options);
    QCOMPARE(result.report.stop, Stop::Epochs);
    QCOMPARE(result.report.trace.size(), std::size_t(40));
    double variance = 0;
    for (const float value : data->test.values)
        variance += static_cast<double>(value * value) / static_cast<double>(data->test.size());
    QVERIFY2(meanSquare(result.model, data->test) < 0.5 * variance,
             qPrintable(QString("%1 of %2").arg(meanSquare(result.model, data->test)).arg(variance)));
    QCOMPARE(result.model.checkpoints.size(), std::size_t(3));
    QCOMPARE(result.model.checkpoints[0].epoch, 14);
    QCOMPARE(result.model.checkpoints[2].epoch, 40);
    QVERIFY(sameWeights(result.model.checkpoints[2].weights, result.model.weights));

    options.mean = true;
    const TwoTowerModel shifted = trainTwoTower(*data, options).model;
    double mean = 0;
    for (const float value : data->train.values)
        mean += static_cast<double>(value) / static_cast<double>(data->train.size());
    QVERIFY(std::abs(shifted.offsets.mean - mean) < 1e-12);
}

void TestTwoTower::learnsImplicitFeedback()
{
    const auto data = towerRatings(30, 20, 6, 2, true);
    TwoTowerOptions options = smallTower();
    options.loss = Loss::Logistic;
    options.negatives = 0.2;
    options.dropout = 0;
    options.epochs = 60;
    const TwoTowerModel model = trainTwoTower(*data, options).model;
    const RatingIndex index(data->train, 30, 20);
    double observed = 0, unobserved = 0;
    for (std::int32_t u = 0; u < 30; ++u)
        for (std::int32_t i = 0; i < 20; ++i) {
            const bool seen = index.find(data->train, UserIndex{u}, ItemIndex{i}).has_value();
            (seen ? observed : unobserved) +=
                model.score(UserIndex{u}, ItemIndex{i}) / (seen ? 180.0 : 420.0);
        }
    QVERIFY2(observed > unobserved + 2, qPrintable(QString("%1 %2").arg(observed).arg(unobserved)));
}

void TestTwoTower::sameNetworkWithAnyNumberOfThreads()
{
    const auto data = towerRatings(700, 30, 4, 6); // several blocks of users in a batch
    TwoTowerOptions options = smallTower();
    options.batch = 2000;
    setThreadLimit(1);
    const TwoTowerModel one = trainTwoTower(*data, options).model;
    setThreadLimit(4);
    const TwoTowerModel four = trainTwoTower(*data, options).model;
    setThreadLimit(0);
    QVERIFY(sameWeights(one.weights, four.weights));
    options.seed = 1;
    QVERIFY(!sameWeights(one.weights, trainTwoTower(*data, options).model.weights));
}

void TestTwoTower::retrainingRepeatsTheRun()
{
    const auto data = towerRatings(60, 30, 8, 7);
    const TwoTowerOptions options = smallTower();
    const auto model = std::make_shared<TwoTowerModel>(trainTwoTower(*data, options).model);
    const auto retrainer = makeTwoTowerRetrainer(data, model, options);
    QVERIFY(!retrainer->usesWarmStart());
    QVERIFY(
        sameWeights(std::get<TwoTowerModel>(retrainer->retrain({}, nullptr, {})).weights, model->weights));
    // The same through the training itself: a relabelling that changes nothing.
    const TrainingEdit same{{}, {{TrainIndex{3}, static_cast<double>(data->train.values[3])}}};
    QVERIFY(
        sameWeights(std::get<TwoTowerModel>(retrainer->retrain(same, nullptr, {})).weights, model->weights));
}

void TestTwoTower::removalSkipsTheSampleOnly()
{
    // One epoch, one batch: without user 0's ratings the other users' embeddings take the step they took
    // before (each user's own gradient is its samples' alone), and user 0 keeps its initial embedding.
    const auto data = towerRatings(20, 10, 4, 8);
    TwoTowerOptions options = smallTower();
    options.epochs = 1;
    options.batch = 1000;
    const auto model = std::make_shared<TwoTowerModel>(trainTwoTower(*data, options).model);
    TrainingEdit edit;
    for (std::size_t row = 0; data->train.users[row] == 0; ++row)
        edit.removed.push_back({static_cast<std::int32_t>(row)});
    const auto retrainer = makeTwoTowerRetrainer(data, model, options);
    const auto edited = std::get<TwoTowerModel>(retrainer->retrain(edit, nullptr, {}));
    const auto rest = Eigen::seq(1, Eigen::last);
    QVERIFY(edited.weights.userEmbeddings(rest, Eigen::all) ==
            model->weights.userEmbeddings(rest, Eigen::all));
    QVERIFY(edited.weights.userEmbeddings.row(0) != model->weights.userEmbeddings.row(0));
}

void TestTwoTower::badInputIsRefused()
{
    const auto data = towerRatings(10, 8, 3, 9);
    const auto refused = [&](auto change) {
        TwoTowerOptions options = smallTower();
        change(options);
        QVERIFY_EXCEPTION_THROWN(trainTwoTower(*data, options), Error);
    };
    refused([](TwoTowerOptions& o) { o.dim = 0; });
    refused([](TwoTowerOptions& o) { o.hidden = {}; });
    refused([](TwoTowerOptions& o) { o.hidden = {4, 0}; });
    refused([](TwoTowerOptions& o) { o.dropout = 1; });
    refused([](TwoTowerOptions& o) { o.rate = 0; });
    refused([](TwoTowerOptions& o) { o.loss = Loss::Logistic; }); // ratings that are no labels
    refused([](TwoTowerOptions& o) { o.loss = Loss::SquaredHinge; });
    QVERIFY_EXCEPTION_THROWN(trainTwoTower(RatingData{}, {}), Error);
}

QTEST_APPLESS_MAIN(TestTwoTower)
#include "tst_two_tower.moc"
