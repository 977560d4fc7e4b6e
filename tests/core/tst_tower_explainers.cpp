// FIA and TracIn of two-tower models against gradients by finite differences over every weight.
#include "core/explainers/factor_explainers.h"
#include "core/trainers/two_tower_trainer.h"
#include "support/small_ratings.h"

#include <QtTest>

#include <Eigen/LU>

#include <algorithm>

using namespace representer;

class TestTowerExplainers : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void tracinEqualsGradientProducts();
    void influenceIsGaussNewtonOfTheEmbedding();
    void highDimOnlyRanks();

private:
    Explanation explain(const char* method) const;
    std::shared_ptr<const RatingData> m_data;
    std::shared_ptr<const ModelContent> m_content;
    const UserItem m_pair{UserIndex{5}, ItemIndex{8}};
};

namespace {

double score(const TwoTowerWeights& weights, UserIndex user, ItemIndex item)
{
    Vector h = weights.userEmbeddings.row(user.value).transpose();
    for (std::size_t l = 0; l < weights.layers.size(); ++l) {
        h = weights.layers[l].weights * h + weights.layers[l].bias;
        if (l + 1 < weights.layers.size())
            h = h.cwiseMax(0.0);
    }
    return h.dot(weights.itemEmbeddings.row(item.value));
}

double slopeBy(double& weight, const auto& function)
{
    const double kept = weight;
    weight = kept + 1e-6;
    const double above = function();
    weight = kept - 1e-6;
    const double below = function();
    weight = kept;
    return (above - below) / 2e-6;
}

// The gradient of one score by all weights of the model, in a fixed order.
Vector gradientOf(TwoTowerWeights weights, UserIndex user, ItemIndex item)
{
    std::vector<double> gradient;
    const auto take = [&](double* values, Eigen::Index count) {
        for (Eigen::Index i = 0; i < count; ++i)
            gradient.push_back(slopeBy(values[i], [&] { return score(weights, user, item); }));
    };
    take(weights.userEmbeddings.data(), weights.userEmbeddings.size());
    take(weights.itemEmbeddings.data(), weights.itemEmbeddings.size());
    for (DenseLayer& layer : weights.layers) {
        take(layer.weights.data(), layer.weights.size());
        take(layer.bias.data(), layer.bias.size());
    }
    return Eigen::Map<const Vector>(gradient.data(), static_cast<Eigen::Index>(gradient.size()));
}

} // namespace

void TestTowerExplainers::initTestCase()
{
    m_data = std::make_shared<const RatingData>(test::smallRatings(25, 18, 0.5, 21));
    TwoTowerOptions options;
    options.dim = 4;
    options.hidden = {6, 5, 3};
    options.dropout = 0;
    options.batch = 40;
    options.epochs = 6;
    options.rate = 0.02;
    options.checkpoints = 2;
    m_content = std::make_shared<const ModelContent>(trainTwoTower(*m_data, options).model);
}

Explanation TestTowerExplainers::explain(const char* method) const
{
    const auto index =
        std::make_shared<const RatingIndex>(m_data->train, m_data->users.size(), m_data->items.size());
    return makeFactorExplainer(method, m_data, index, m_content)->explain(m_pair, {});
}

// -sum_t rate_t l'(sample at t) <grad f(sample), grad f(pair)> over every weight there is.
void TestTowerExplainers::tracinEqualsGradientProducts()
{
    const auto& model = std::get<TwoTowerModel>(*m_content);
    QCOMPARE(model.checkpoints.size(), std::size_t{2});
    const Explanation explanation = explain("tracin");
    QVERIFY(explanation.contributions.size() > 8);
    double largest = 0;
    for (const Contribution& contribution : explanation.contributions) {
        const auto row = static_cast<std::size_t>(contribution.index.value);
        const UserIndex user{m_data->train.users[row]};
        const ItemIndex item{m_data->train.items[row]};
        double expected = 0;
        for (const TwoTowerCheckpoint& checkpoint : model.checkpoints) {
            const double slope = lossSlope(model.loss, score(checkpoint.weights, user, item),
                                           static_cast<double>(m_data->train.values[row]));
            expected -= checkpoint.rate * slope *
                        gradientOf(checkpoint.weights, user, item)
                            .dot(gradientOf(checkpoint.weights, m_pair.user, m_pair.item));
        }
        QVERIFY(std::abs(contribution.importance - expected) < 1e-8);
        largest = std::max(largest, std::abs(expected));
    }
    QVERIFY(largest > 1e-4);
}

// Item side: the user's embedding alone is refitted, g = d f / d embedding. User side: the item's embedding.
void TestTowerExplainers::influenceIsGaussNewtonOfTheEmbedding()
{
    const auto& model = std::get<TwoTowerModel>(*m_content);
    TwoTowerWeights weights = model.weights;
    const Explanation explanation = explain("fia");
    for (const Side side : {Side::Item, Side::User}) {
        RowMatrix& table = side == Side::Item ? weights.userEmbeddings : weights.itemEmbeddings;
        const Eigen::Index entity = side == Side::Item ? m_pair.user.value : m_pair.item.value;
        const auto direction = [&](UserIndex user, ItemIndex item) {
            Vector g(table.cols());
            for (Eigen::Index c = 0; c < g.size(); ++c)
                g[c] = slopeBy(table(entity, c), [&] { return score(weights, user, item); });
            return g;
        };
        Matrix hessian = Matrix::Zero(table.cols(), table.cols());
        for (std::size_t row = 0; row < m_data->train.size(); ++row) {
            const UserIndex user{m_data->train.users[row]};
            const ItemIndex item{m_data->train.items[row]};
            if (side == Side::Item ? user != m_pair.user : item != m_pair.item)
                continue;
            const Vector g = direction(user, item);
            hessian += g * g.transpose();
        }
        // The damping that keeps a block with few samples solvable.
        hessian.diagonal().array() += 1e-3 * hessian.trace() / static_cast<double>(hessian.rows()) + 1e-9;
        const Vector solved = hessian.partialPivLu().solve(direction(m_pair.user, m_pair.item));
        int rows = 0;
        for (const Contribution& contribution : explanation.contributions) {
            if (contribution.side != side)
                continue;
            const auto row = static_cast<std::size_t>(contribution.index.value);
            const UserIndex user{m_data->train.users[row]};
            const ItemIndex item{m_data->train.items[row]};
            const double slope =
                score(model.weights, user, item) - static_cast<double>(m_data->train.values[row]);
            const double expected = -slope * direction(user, item).dot(solved);
            QVERIFY(std::abs(contribution.importance - expected) < 1e-5 * std::max(1.0, std::abs(expected)));
            ++rows;
        }
        QVERIFY(rows > 2);
    }
}

void TestTowerExplainers::highDimOnlyRanks()
{
    const Explanation explanation = explain("high-dim");
    QVERIFY(!explanation.exact);
    QVERIFY(!explanation.contributions.empty());
    for (const Contribution& contribution : explanation.contributions)
        QVERIFY(std::abs(contribution.global * contribution.local - contribution.importance) < 1e-12);
}

QTEST_GUILESS_MAIN(TestTowerExplainers)
#include "tst_tower_explainers.moc"
