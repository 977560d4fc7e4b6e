#include "core/studies/flip_set.h"
#include "core/studies/impact.h"
#include "core/studies/test_selection.h"
#include "core/studies/training_selection.h"
#include "support/ridge_study.h"

#include <QtTest>

using namespace representer;

class TestWhatIf : public QObject {
    Q_OBJECT
private slots:
    void flipSetsAreTheShortestPrefix_data();
    void flipSetsAreTheShortestPrefix();
    void noneWithinTheShareIsSaid();
    void groupsOfSamples();
    void editsAreChecked_data();
    void editsAreChecked();
    void impactCountsWhatChanges();
    void testPointsAreFilteredAndDrawn();
};

namespace {

Dataset documents()
{
    DocumentData data;
    data.labelNames = {"ham", "spam"};
    data.train.labels = {0, 1, 1, 0};
    data.train.classes = {"news", "ads", "fraud", "news"};
    data.train.ids = {"a/1", "a/2", "b/1", "b/2"};
    data.test.labels = {1, 0, 1};
    data.test.classes = {"ads", "news", "fraud"};
    Dataset dataset;
    dataset.info.name = "mail";
    dataset.content = std::move(data);
    return dataset;
}

Dataset ratings()
{
    RatingData data;
    data.users.ids = {"10", "20"};
    data.users.attributeNames = {"gender"};
    data.users.attributes = {{"F", "M"}};
    data.items.ids = {"x", "y", "z"};
    data.train = {{0, 0, 1}, {0, 1, 1}, {1.0F, 0.0F, -1.0F}, {100, 200, 300}};
    data.test = {{0, 1}, {2, 2}, {0.5F, -1.0F}, {}};
    Dataset dataset;
    dataset.info.name = "films";
    dataset.content = std::move(data);
    return dataset;
}

std::string messageOf(const std::function<void()>& action)
{
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

std::vector<int> values(const std::vector<TrainIndex>& indices)
{
    std::vector<int> result;
    for (const TrainIndex index : indices)
        result.push_back(index.value);
    return result;
}

// A model whose score of test sample i is theta_i.
ModelContent tableModel(std::initializer_list<double> scores)
{
    SparseLinearModel model;
    model.theta = Vector::Zero(static_cast<Eigen::Index>(scores.size()));
    std::copy(scores.begin(), scores.end(), model.theta.data());
    return model;
}

double tableScore(const ModelContent& model, const TestPoint& point)
{
    const auto& theta = std::get<SparseLinearModel>(model).theta;
    if (const auto* pair = std::get_if<UserItem>(&point))
        return theta[pair->user.value];
    return theta[std::get<DatasetRow>(point).index];
}

} // namespace

void TestWhatIf::flipSetsAreTheShortestPrefix_data()
{
    QTest::addColumn<int>("needed");
    for (const int needed : {1, 2, 3, 7, 8, 12})
        QTest::addRow("%d", needed) << needed;
}

void TestWhatIf::flipSetsAreTheShortestPrefix()
{
    QFETCH(int, needed);
    const ridge::Laboratory lab;
    const TestPoint point = DatasetRow{Part::Test, 0};
    const auto order = removalOrder(summedImportances(lab.l2, std::span(&point, 1), 0), Sign::Positive, true);
    const auto scoreWithout = [&](int k) {
        return ridge::score(
            lab.world, ridge::model(ridge::solve(lab.world, firstOf(order, static_cast<std::size_t>(k)))),
            point);
    };
    // A threshold the score falls below exactly at the needed prefix.
    const double threshold = (scoreWithout(needed) + scoreWithout(needed - 1)) / 2;
    const auto turned = [&](const ModelContent& m) { return ridge::score(lab.world, m, point) < threshold; };
    const FlipSet set = findFlipSet(lab.exactRetrainer, order, 60, 0.2, turned);
    QVERIFY(set.found);
    QCOMPARE(set.searched, std::size_t{12});
    QCOMPARE(set.samples.size(), static_cast<std::size_t>(needed));
    QCOMPARE(set.samples.front().index, order.front().index);
    QVERIFY(turned(*set.after));
    QVERIFY(set.retrainings <= 8);
}

void TestWhatIf::noneWithinTheShareIsSaid()
{
    const ridge::Laboratory lab;
    const TestPoint point = DatasetRow{Part::Test, 0};
    const auto order = removalOrder(summedImportances(lab.l2, std::span(&point, 1), 0), Sign::Positive, true);
    const auto never = [](const ModelContent&) { return false; };
    const FlipSet set = findFlipSet(lab.exactRetrainer, order, 60, 0.2, never);
    QVERIFY(!set.found);
    QVERIFY(set.samples.empty());
    QCOMPARE(set.searched, std::size_t{12});
    QCOMPARE(set.retrainings, 5); // 1, 2, 4, 8, 12
    QCOMPARE(findFlipSet(lab.exactRetrainer, {}, 60, 0.2, never).retrainings, 0);
}

void TestWhatIf::groupsOfSamples()
{
    QCOMPARE(values(samplesOfUser(ratings(), "10")), (std::vector{0, 1}));
    QCOMPARE(values(samplesOfItem(ratings(), "y")), (std::vector{1, 2}));
    QCOMPARE(values(samplesInDates(ratings(), 150, 300)), (std::vector{1, 2}));
    QCOMPARE(values(samplesOfClass(documents(), "ham")), (std::vector{0, 3}));
    QCOMPARE(values(samplesOfClass(documents(), "fraud")), (std::vector{2}));
    QCOMPARE(values(samplesOfSource(documents(), "b/")), (std::vector{2, 3}));
    QVERIFY(messageOf([] { samplesOfUser(ratings(), "30"); }).find("no user with the id") !=
            std::string::npos);
    QVERIFY(messageOf([] { samplesOfItem(ratings(), "z"); }).find("No training sample is of item z") !=
            std::string::npos);
    QVERIFY(messageOf([] { samplesOfUser(documents(), "10"); }).find("holds no ratings") !=
            std::string::npos);
    QVERIFY(messageOf([] { samplesOfClass(documents(), "x"); }).find("No training sample has the class") ==
            0);
}

void TestWhatIf::editsAreChecked_data()
{
    QTest::addColumn<std::vector<int>>("removed");
    QTest::addColumn<int>("relabelled");
    QTest::addColumn<double>("value");
    QTest::addColumn<bool>("forRatings");
    QTest::addColumn<QString>("says");
    QTest::newRow("fine, sorted") << std::vector{1, 0, 1} << -1 << 0.0 << true << "";
    QTest::newRow("outside") << std::vector{3} << -1 << 0.0 << true
                             << "no training sample 3; they are numbered 0 to 2";
    QTest::newRow("all") << std::vector{0, 1, 2} << -1 << 0.0 << true << "leaves nothing";
    QTest::newRow("both") << std::vector{1} << 1 << 0.0 << true << "both removed and relabelled";
    QTest::newRow("rating") << std::vector<int>{} << 1 << 1.5 << true
                            << "The new rating 6 is outside the scale of 1 to 5";
    QTest::newRow("label") << std::vector<int>{} << 1 << 0.5 << false << "neither 0 nor 1";
}

void TestWhatIf::editsAreChecked()
{
    QFETCH(std::vector<int>, removed);
    QFETCH(int, relabelled);
    QFETCH(double, value);
    QFETCH(bool, forRatings);
    QFETCH(QString, says);
    TrainingEdit edit;
    for (const int index : removed)
        edit.removed.push_back({index});
    if (relabelled >= 0)
        edit.relabelled.emplace_back(TrainIndex{relabelled}, value);
    TrainingEdit checked;
    const std::string message =
        messageOf([&] { checked = checkedEdit(edit, forRatings ? ratings() : documents()); });
    QVERIFY2(says.isEmpty() ? message.empty() : QString::fromStdString(message).contains(says),
             message.c_str());
    if (says.isEmpty())
        QCOMPARE(values(checked.removed), (std::vector{0, 1}));
}

void TestWhatIf::impactCountsWhatChanges()
{
    const Impact mail =
        impactOnTestPart(documents(), tableModel({1, -1, -1}), tableModel({1, 0.5, 2}), tableScore);
    QCOMPARE(*mail.changedClass, std::size_t{2});
    QCOMPARE(mail.metricBefore, 2.0 / 3);
    QCOMPARE(mail.metricAfter, 2.0 / 3);
    QCOMPARE(mail.meanChange, 1.5);
    QCOMPARE(mail.largestChange, 3.0);
    const Impact films = impactOnTestPart(ratings(), tableModel({0.5, 0}), tableModel({0, -0.5}), tableScore);
    QVERIFY(!films.changedClass);
    QCOMPARE(films.metricBefore, 1.0); // off by 0 and 1 in training units, 2 stars each
    QCOMPARE(films.metricAfter, 1.0);
    QCOMPARE(films.meanChange, 0.5);
}

void TestWhatIf::testPointsAreFilteredAndDrawn()
{
    const ModelContent model = tableModel({1, 1, -1});
    const auto count = [&](const Dataset& dataset, const PointFilter& filter) {
        return testPoints(dataset, model, tableScore, filter).size();
    };
    QCOMPARE(count(documents(), {}), std::size_t{3});
    QCOMPARE(count(documents(), {.errorsOnly = true}), std::size_t{2});
    QCOMPARE(count(documents(), {.className = "spam"}), std::size_t{2});
    QCOMPARE(count(documents(), {.errorsOnly = true, .className = "fraud"}), std::size_t{1});
    QCOMPARE(count(ratings(), {.userGroup = std::pair{"gender", "F"}}), std::size_t{1});
    QCOMPARE(count(ratings(), {.errorsOnly = true}), std::size_t{2}); // off by 1 and 4 stars
    QVERIFY(messageOf([&] {
                count(ratings(), {.userGroup = std::pair{"age", "1"}});
            }).find("id, gender") != std::string::npos);
    QVERIFY(messageOf([&] { count(documents(), {.className = "x"}); }).find("No test sample has the class") ==
            0);

    const auto points = testPoints(documents(), model, tableScore);
    const auto trials = drawTrials(points, 1, 3, 5);
    QCOMPARE(trials.size(), std::size_t{3});
    std::set<int> seen;
    for (const auto& trial : trials)
        seen.insert(std::get<DatasetRow>(trial.at(0)).index);
    QCOMPARE(seen.size(), std::size_t{3});
    QVERIFY(messageOf([&] { drawTrials(points, 2, 2, 0); }).find("only 3 samples") != std::string::npos);
    QVERIFY(messageOf([&] { drawTrials(points, 0, 1, 0); }).find("zero test points") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestWhatIf)
#include "tst_what_if.moc"
