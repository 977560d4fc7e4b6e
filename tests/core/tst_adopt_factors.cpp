// Factors trained elsewhere: what is read, what the lint finds, what is refused.
#include "core/base/error.h"
#include "core/exporters/npy_writer.h"
#include "core/operations/adopt_factors.h"
#include "core/trainers/mf_als.h"
#include "core/trainers/rating_retrainer.h"
#include "support/import_folder.h"
#include "support/small_ratings.h"

#include <QtTest>

#include <algorithm>
#include <limits>

using namespace representer;

class TestAdoptFactors : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void ownFactorsAreTakenAsTheyAre();
    void everyFileFormIsRead();
    void rowsAreReorderedByTheirIds();
    void transposedAndExchangedMatricesAreRecognised();
    void starsAreConverted();
    void checkpointsComeAlong();
    void stationaryPenaltyIsFound();
    void polishReportsTheDrift();
    void badFactorsAreRefusedWithASentence_data();
    void badFactorsAreRefusedWithASentence();
    void retrainingWithoutAPenaltyIsRefused();

private:
    FactorFiles files() const;
    bool samePredictions(const FactorModel& model, double tolerance) const;
    RatingData m_data;
    FactorModel m_model;
};

namespace {

constexpr double mu = 1.5;

bool mentions(const std::vector<std::string>& findings, const std::string& words)
{
    return std::any_of(findings.begin(), findings.end(),
                       [&](const std::string& finding) { return finding.find(words) != std::string::npos; });
}

std::string csv(const RowMatrix& rows, const std::vector<std::string>& ids)
{
    std::string text;
    for (Eigen::Index r = 0; r < rows.rows(); ++r) {
        text += ids[static_cast<std::size_t>(r)];
        for (Eigen::Index c = 0; c < rows.cols(); ++c)
            text += "," + QByteArray::number(rows(r, c), 'g', 17).toStdString();
        text += '\n';
    }
    return text;
}

std::string lines(const std::vector<std::string>& ids)
{
    std::string text;
    for (const std::string& id : ids)
        text += id + '\n';
    return text;
}

} // namespace

void TestAdoptFactors::initTestCase()
{
    m_data = test::smallRatings(40, 30, 0.5, 5);
    m_model = trainMfAls(m_data, {.dim = 3, .mu = mu, .tolerance = 1e-9}).model;
}

FactorFiles TestAdoptFactors::files() const
{
    FactorFiles result;
    result.users = {"users", m_model.users, m_data.users.ids, false, {}};
    result.items = {"items", m_model.items, m_data.items.ids, false, {}};
    result.mean = m_model.offsets.mean;
    return result;
}

bool TestAdoptFactors::samePredictions(const FactorModel& model, double tolerance) const
{
    for (std::int32_t u = 0; u < 40; ++u)
        for (std::int32_t i = 0; i < 30; ++i)
            if (!(std::abs(model.score(UserIndex{u}, ItemIndex{i}) -
                           m_model.score(UserIndex{u}, ItemIndex{i})) <= tolerance))
                return false;
    return true;
}

void TestAdoptFactors::ownFactorsAreTakenAsTheyAre()
{
    FactorFiles own = files();
    own.trainingUnits = true;
    own.penalty = mu;
    const AdoptedFactors adopted = adoptFactors(m_data, own);
    QVERIFY(adopted.model.users == m_model.users);
    QVERIFY(adopted.model.items == m_model.items);
    QVERIFY(adopted.model.origin == FactorModel::Origin::PenalisedMf);
    QVERIFY(adopted.report.optimality < 1e-8);
    QVERIFY(mentions(adopted.findings, "reproduce the training ratings"));
}

void TestAdoptFactors::everyFileFormIsRead()
{
    const ImportFolder folder;
    const auto users = folder.write("a/user_factors.npy", npyBytes(m_model.users));
    const auto items = folder.write("a/item_factors.npy", npyBytes(m_model.items));
    folder.write("a/user_ids.txt", lines(m_data.users.ids));
    folder.write("a/item_factors_ids.txt", lines(m_data.items.ids));
    folder.write("a/user_biases.npy", npyBytes(Vector(Vector::Ones(40))));
    for (const FactorFiles& read :
         {readFactorFiles({users, items}), readFactorFiles({folder.root() / "a"})}) {
        QVERIFY(read.users.values == m_model.users && read.items.values == m_model.items);
        QVERIFY(read.users.ids == m_data.users.ids && read.items.ids == m_data.items.ids);
        QCOMPARE(read.users.biases.size(), Eigen::Index{40});
        QVERIFY(!read.trainingUnits);
    }
    folder.write("a/model.json", R"({"offsets": {"mean": 0.25}, "scale": {"low": 1}, "penalty": 2})");
    const FactorFiles described = readFactorFiles({folder.root() / "a"});
    QVERIFY(described.trainingUnits && described.mean == 0.25 && described.penalty == 2.0);

    const auto tables =
        readFactorFiles({folder.write("u.csv", "user,a,b,c\n" + csv(m_model.users, m_data.users.ids)),
                         folder.write("i.csv", csv(m_model.items, m_data.items.ids))});
    QVERIFY(tables.users.values == m_model.users && tables.items.values == m_model.items);
    QVERIFY(tables.users.ids == m_data.users.ids && tables.items.ids == m_data.items.ids);
    const FactorTable numbered = parseFactorTable("7,0.5,1\n9,1.5,2\n", "n.csv");
    QCOMPARE(numbered.ids, (std::vector<std::string>{"7", "9"}));
    QVERIFY(parseFactorTable("0.5,1\n1.5,2\n", "n.csv").ids.empty());

    const auto npz = folder.pack("m.npz", {{"pu.npy", npyBytes(m_model.users)},
                                           {"qi.npy", npyBytes(m_model.items)},
                                           {"bu.npy", npyBytes(Vector(Vector::Zero(40)))}});
    const FactorFiles surprise = readFactorFiles({npz});
    QVERIFY(surprise.users.values == m_model.users && surprise.users.biases.size() == 40);

    const FactorFiles libmf = readFactorFiles(
        {folder.write("m.txt", "f 0\nm 2\nn 1\nk 2\nb 3.5\np0 T 0.5 1.25 \np1 F nan nan \nq0 T 2 -1 \n")});
    QVERIFY(libmf.users.values == (RowMatrix(2, 2) << 0.5, 1.25, 0, 0).finished());
    QVERIFY(libmf.items.values == (RowMatrix(1, 2) << 2, -1).finished());
    QVERIFY(libmf.users.counted && libmf.mean == 0.0);
}

void TestAdoptFactors::rowsAreReorderedByTheirIds()
{
    FactorFiles shuffled = files();
    shuffled.users.values = m_model.users.colwise().reverse().eval();
    std::reverse(shuffled.users.ids.begin(), shuffled.users.ids.end());
    const AdoptedFactors adopted = adoptFactors(m_data, shuffled);
    QVERIFY(samePredictions(adopted.model, 1e-12));
    QVERIFY(mentions(adopted.findings, "dataset's order by their ids"));
}

void TestAdoptFactors::transposedAndExchangedMatricesAreRecognised()
{
    FactorFiles turned = files();
    turned.users.values = RowMatrix(m_model.users.transpose());
    QVERIFY(samePredictions(adoptFactors(m_data, turned).model, 1e-12));
    QVERIFY(mentions(adoptFactors(m_data, turned).findings, "transposed"));
    FactorFiles exchanged = files();
    exchanged.users.ids.clear();
    exchanged.items.ids.clear();
    std::swap(exchanged.users, exchanged.items);
    QVERIFY(samePredictions(adoptFactors(m_data, exchanged).model, 1e-12));
    QVERIFY(mentions(adoptFactors(m_data, exchanged).findings, "exchanged"));
}

// The same model in stars 1 to 5 (half = 2): its penalty, offset and factors are all in the other unit.
void TestAdoptFactors::starsAreConverted()
{
    const double half = m_data.scale.half();
    FactorFiles stars = files();
    stars.users.values *= std::sqrt(half);
    stars.items.values *= std::sqrt(half);
    stars.mean = m_data.scale.toUser(m_model.offsets.mean);
    const AdoptedFactors adopted = adoptFactors(m_data, stars, {.mu = mu * half});
    QVERIFY(samePredictions(adopted.model, 1e-12));
    QVERIFY(mentions(adopted.findings, "own scale"));
    QVERIFY(std::abs(adopted.model.penalty - mu) < 1e-12);
    QVERIFY(adopted.report.optimality < 1e-8);
    // Trained on ratings less their mean, which the files do not say.
    stars.mean.reset();
    QVERIFY(samePredictions(adoptFactors(m_data, stars).model, 1e-7));
    QVERIFY(mentions(adoptFactors(m_data, stars).findings, "no mean"));
}

// States beside the model, in stars and with rows in another order, as the model's own are.
void TestAdoptFactors::checkpointsComeAlong()
{
    const double root = std::sqrt(m_data.scale.half());
    const ImportFolder folder;
    const RowMatrix users = root * m_model.users.colwise().reverse();
    const RowMatrix items = root * m_model.items;
    std::vector<std::string> reversed(m_data.users.ids.rbegin(), m_data.users.ids.rend());
    folder.write("m/user_factors.npy", npyBytes(users));
    folder.write("m/item_factors.npy", npyBytes(items));
    folder.write("m/user_ids.txt", lines(reversed));
    folder.write("m/checkpoints/10/user_factors.npy", npyBytes(users));
    folder.write("m/checkpoints/10/item_factors.npy", npyBytes(items));
    folder.write("m/checkpoints/10/rate.txt", "0.5\n");
    folder.write("m/checkpoints/2/user_factors.npy", npyBytes(RowMatrix(0.5 * users)));
    folder.write("m/checkpoints/2/item_factors.npy", npyBytes(items));
    folder.write("m/checkpoints/2/rate.txt", "2\n");
    const AdoptedFactors adopted = adoptFactors(m_data, readFactorFiles({folder.root() / "m"}));
    const auto& states = adopted.model.checkpoints;
    QCOMPARE(states.size(), std::size_t{2});
    QCOMPARE(states[0].epoch, 2);
    QCOMPARE(states[1].epoch, 10);
    QCOMPARE(states[0].rate, 2.0);
    QVERIFY((states[0].users - 0.5 * m_model.users).cwiseAbs().maxCoeff() < 1e-12);
    QVERIFY((states[1].users - m_model.users).cwiseAbs().maxCoeff() < 1e-12);
    QVERIFY((states[1].items - m_model.items).cwiseAbs().maxCoeff() < 1e-12);
    QVERIFY(mentions(adopted.findings, "2 checkpoints for TracIn"));

    const auto refused = [&](const std::string& sentence) {
        try {
            adoptFactors(m_data, readFactorFiles({folder.root() / "m"}));
        } catch (const Error& error) {
            return std::string(error.what()).find(sentence) != std::string::npos;
        }
        return false;
    };
    folder.write("m/checkpoints/2/rate.txt", "-1\n");
    QVERIFY(refused("one number above 0"));
    folder.write("m/checkpoints/2/rate.txt", "2\n");
    folder.write("m/checkpoints/2/user_factors.npy", npyBytes(RowMatrix(users.leftCols(2))));
    QVERIFY(refused("same width"));
    folder.write("m/checkpoints/2/item_factors.npy", npyBytes(RowMatrix(items.leftCols(2))));
    QVERIFY(refused("earlier state"));
    folder.write("m/checkpoints/last/user_factors.npy", npyBytes(users));
    QVERIFY(refused("named by its epoch"));
}

void TestAdoptFactors::stationaryPenaltyIsFound()
{
    const AdoptedFactors adopted = adoptFactors(m_data, files());
    QVERIFY(std::abs(adopted.model.penalty - mu) < 1e-6);
    QVERIFY(adopted.model.origin == FactorModel::Origin::PenalisedMf);
    QVERIFY(mentions(adopted.findings, "mu = 1.5 makes"));
    QVERIFY(mentions(adoptFactors(m_data, files(), {.mu = 3}).findings, "mu = 1.5"));
    FactorFiles rough = files();
    rough.users.values.col(0) *= 0.5;
    const AdoptedFactors ranking = adoptFactors(m_data, rough);
    QVERIFY(ranking.model.origin == FactorModel::Origin::PlainMf);
    QCOMPARE(ranking.model.penalty, 0.0);
    QVERIFY(mentions(ranking.findings, "only rank"));
}

void TestAdoptFactors::polishReportsTheDrift()
{
    FactorFiles rough = files();
    rough.users.values *= 1.02;
    const AdoptedFactors adopted = adoptFactors(m_data, rough, {.mu = mu});
    QVERIFY(adopted.report.optimality > 1e-3);
    const PolishedFactors polished = polishAdopted(m_data, adopted.model);
    QVERIFY(polished.report.optimality <= 1e-5);
    double largest = 0;
    for (std::size_t e = 0; e < m_data.test.size(); ++e) {
        const UserIndex user{m_data.test.users[e]};
        const ItemIndex item{m_data.test.items[e]};
        largest =
            std::max(largest, std::abs(polished.model.score(user, item) - adopted.model.score(user, item)));
    }
    QVERIFY(largest > 0);
    QCOMPARE(polished.largestChange, m_data.scale.half() * largest);
    QVERIFY(polished.finding.find("on average") != std::string::npos);
    // Without a test part the drift is measured on training ratings.
    RatingData untested = m_data;
    untested.test = {};
    QVERIFY(polishAdopted(untested, adopted.model).finding.find("training predictions") != std::string::npos);
}

void TestAdoptFactors::badFactorsAreRefusedWithASentence_data()
{
    QTest::addColumn<int>("defect");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("width") << 0 << "3 columns and the item factors 2";
    QTest::newRow("NaN") << 1 << "Row 4 of the user factors holds NaN";
    QTest::newRow("foreign ids") << 2 << "None of the user ids is one of the dataset's";
    QTest::newRow("one id missing") << 3 << "1 user with training ratings";
    QTest::newRow("fewer rows") << 4 << "39 x 3, but the dataset has 40 users";
    QTest::newRow("double id") << 5 << "stands there twice";
    QTest::newRow("another model") << 6 << "no better than their mean";
    QTest::newRow("no training part") << 7 << "no training ratings";
    QTest::newRow("biases") << 8 << "12 item biases for 30 items";
}

void TestAdoptFactors::badFactorsAreRefusedWithASentence()
{
    QFETCH(int, defect);
    QFETCH(QString, sentence);
    FactorFiles bad = files();
    RatingData data = m_data;
    switch (defect) {
    case 0:
        bad.items.values = m_model.items.leftCols(2).eval();
        break;
    case 1:
        bad.users.values(4, 1) = std::numeric_limits<double>::quiet_NaN();
        break;
    case 2:
        for (std::string& id : bad.users.ids)
            id += "x";
        break;
    case 3:
        bad.users.ids[7] = "stranger";
        break;
    case 4:
        bad.users.ids.clear();
        bad.users.values = m_model.users.topRows(39).eval();
        break;
    case 5:
        bad.items.ids[1] = bad.items.ids[0];
        break;
    case 6:
        bad.users.values *= -1;
        break;
    case 7:
        data.train = {};
        break;
    case 8:
        bad.items.biases = Vector::Zero(12);
        break;
    default:
        QFAIL("unknown defect");
    }
    try {
        adoptFactors(data, bad);
        QFAIL("adopted");
    } catch (const Error& error) {
        QVERIFY2(QString(error.what()).contains(sentence), error.what());
    }
}

void TestAdoptFactors::retrainingWithoutAPenaltyIsRefused()
{
    FactorFiles rough = files();
    rough.users.values.col(0) *= 0.5;
    const auto content = std::make_shared<const ModelContent>(adoptFactors(m_data, rough).model);
    QVERIFY_EXCEPTION_THROWN(
        makeRatingRetrainer(std::make_shared<const RatingData>(m_data), content, MfAlsOptions{}), Error);
}

QTEST_GUILESS_MAIN(TestAdoptFactors)
#include "tst_adopt_factors.moc"
