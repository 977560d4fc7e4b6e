// Samples behind many predictions, counted again by hand.
#include "core/operations/example_documents.h"
#include "core/operations/example_ratings.h"
#include "core/operations/hubs.h"
#include "core/operations/train_model.h"
#include "core/store/dataset_store.h"

#include <QtTest>

#include <map>
#include <set>

using namespace representer;

class TestHubs : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void countsAreThoseOfTheExplanations_data();
    void countsAreThoseOfTheExplanations();
    void theSameSeedDrawsTheSamePoints();
    void ratingsAreNamedByBothTheirEnds();

private:
    QTemporaryDir m_folder;
    std::map<std::string, std::shared_ptr<const OpenModel>> m_models;
};

void TestHubs::initTestCase()
{
    const Workspace workspace((m_folder.path() + "/hubs.rpx").toStdString());
    Dataset documents = makeExampleDocuments().dataset;
    documents.info.name = "documents";
    Dataset ratings = makeExampleRatings().dataset;
    ratings.info.name = "ratings";
    DatasetStore(workspace).add(documents, {});
    DatasetStore(workspace).add(ratings, {});
    for (const auto& [name, kind] :
         {std::pair("documents", ModelKind::L1), std::pair("ratings", ModelKind::Mf)}) {
        TrainRequest request;
        request.name = name;
        request.kind = kind;
        request.dataset = name;
        trainModel(workspace, request);
        m_models[name] = OpenModel::open(workspace, name);
    }
}

void TestHubs::countsAreThoseOfTheExplanations_data()
{
    QTest::addColumn<QString>("model");
    QTest::newRow("documents") << "documents";
    QTest::newRow("ratings") << "ratings";
}

void TestHubs::countsAreThoseOfTheExplanations()
{
    QFETCH(const QString, model);
    const OpenModel& open = *m_models.at(model.toStdString());
    const std::size_t k = 5;
    const HubList list = findHubs(open, {.method = "high-dim", .predictions = 30, .top = k, .limit = 100000});
    QCOMPARE(list.points.size(), std::size_t(30));
    std::map<std::int32_t, std::set<std::size_t>> counted;
    for (std::size_t p = 0; p < list.points.size(); ++p) {
        std::map<std::int32_t, double> strength;
        for (const Contribution& c : open.explain(list.points[p], "high-dim", {}).contributions)
            strength[c.index.value] += std::abs(c.importance);
        for (const auto& [index, value] : strength) {
            const auto stronger = std::count_if(strength.begin(), strength.end(), [&](const auto& other) {
                return other.second > value || (other.second == value && other.first < index);
            });
            if (static_cast<std::size_t>(stronger) < k)
                counted[index].insert(p);
        }
    }
    QCOMPARE(list.hubs.size(), counted.size());
    std::size_t before = list.points.size() + 1;
    for (const Hub& hub : list.hubs) {
        const std::set<std::size_t>& expected = counted.at(hub.sample.contribution.index.value);
        QVERIFY(std::equal(hub.points.begin(), hub.points.end(), expected.begin(), expected.end()));
        QVERIFY(hub.points.size() <= before);
        before = hub.points.size();
        QVERIFY(hub.popularity && *hub.popularity > 0);
        QVERIFY(hub.totalImportance > 0);
    }
}

void TestHubs::theSameSeedDrawsTheSamePoints()
{
    const OpenModel& open = *m_models.at("documents");
    const HubList one = findHubs(open, {.predictions = 10, .seed = 3});
    const HubList same = findHubs(open, {.predictions = 10, .seed = 3});
    const HubList other = findHubs(open, {.predictions = 10, .seed = 4});
    QVERIFY(one.pointNames == same.pointNames);
    QVERIFY(one.pointNames != other.pointNames);
}

void TestHubs::ratingsAreNamedByBothTheirEnds()
{
    const OpenModel& open = *m_models.at("ratings");
    const HubList list = findHubs(open, {.predictions = 5, .limit = 3});
    QCOMPARE(list.hubs.size(), std::size_t(3));
    for (const Hub& hub : list.hubs)
        QVERIFY2(QString::fromStdString(hub.sample.title).contains(" by user "), hub.sample.title.c_str());
}

QTEST_APPLESS_MAIN(TestHubs)
#include "tst_hubs.moc"
