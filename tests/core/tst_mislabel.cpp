#include "core/studies/mislabel.h"

#include <QtTest>

#include <cmath>

using namespace representer;

class TestMislabel : public QObject {
    Q_OBJECT
private slots:
    void mistakesAreSeededAndInTheScale();
    void implicitFeedbackIsRefused();
    void curvesCountWhatIsFound();
    void lossesAreThoseOfTheModel();
};

namespace {

Dataset films(std::size_t n)
{
    RatingData data;
    for (std::size_t i = 0; i < n; ++i) {
        data.train.users.push_back(0);
        data.train.items.push_back(static_cast<std::int32_t>(i));
        data.train.values.push_back(static_cast<float>(static_cast<int>(i % 5) - 2) / 2);
    }
    Dataset dataset;
    dataset.content = std::move(data);
    return dataset;
}

std::vector<TrainIndex> indices(std::initializer_list<int> values)
{
    std::vector<TrainIndex> result;
    for (const int value : values)
        result.push_back({value});
    return result;
}

} // namespace

void TestMislabel::mistakesAreSeededAndInTheScale()
{
    const Dataset dataset = films(100);
    const TrainingEdit edit = plantMistakes(dataset, 0.1, 3);
    QCOMPARE(edit.relabelled.size(), std::size_t{10});
    QVERIFY(plantMistakes(dataset, 0.1, 3).relabelled == edit.relabelled);
    QVERIFY(plantMistakes(dataset, 0.1, 4).relabelled != edit.relabelled);
    const Dataset wrong = relabelled(dataset, edit);
    std::size_t changed = 0;
    for (std::size_t i = 0; i < 100; ++i) {
        const float before = std::get<RatingData>(dataset.content).train.values[i];
        const float after = std::get<RatingData>(wrong.content).train.values[i];
        changed += before != after ? 1 : 0;
        QVERIFY(std::abs(after) <= 1);
    }
    QCOMPARE(changed, std::size_t{10});
    QVERIFY_EXCEPTION_THROWN(plantMistakes(dataset, 0, 0), Error);
    QVERIFY_EXCEPTION_THROWN(plantMistakes(dataset, 1, 0), Error);
}

void TestMislabel::implicitFeedbackIsRefused()
{
    Dataset dataset = films(100);
    std::get<RatingData>(dataset.content).scale.binary = true;
    QVERIFY_EXCEPTION_THROWN(plantMistakes(dataset, 0.1, 0), Error);
}

void TestMislabel::curvesCountWhatIsFound()
{
    const auto order = triageOrder({0.1, -5, 3, 0, 2, -2, 0, 0, 0, 0});
    QVERIFY(std::vector(order.begin(), order.begin() + 5) == indices({1, 2, 4, 5, 0}));
    const InspectionCurve curve = inspectionCurve(order, indices({1, 4}));
    QCOMPARE(curve.inspected.size(), std::size_t{11});
    QCOMPARE(curve.found, (std::vector{0.0, 0.5, 0.5, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0}));
    QVERIFY(std::abs(curve.area - (0.25 + 0.5 + 0.75 + 7) / 10) < 1e-12);
    QCOMPARE(curve.foundAt(0.25), 0.75);
    // A list that knows nothing finds its share: the first of every ten is wrong.
    std::vector<TrainIndex> inOrder, everyTenth;
    for (int i = 0; i < 1000; ++i) {
        inOrder.push_back({i});
        if (i % 10 == 5)
            everyTenth.push_back({i});
    }
    const InspectionCurve chance = inspectionCurve(inOrder, everyTenth);
    QVERIFY(std::abs(chance.area - 0.5) < 0.01);
    QCOMPARE(chance.inspected.size(), std::size_t{101});
    QVERIFY(std::abs(chance.foundAt(0.3) - 0.3) < 1e-12);
}

void TestMislabel::lossesAreThoseOfTheModel()
{
    FactorModel model;
    const auto losses = trainingLosses(films(5), ModelContent(model),
                                       [](const ModelContent&, const TestPoint&) { return 0.5; });
    QCOMPARE(losses, (std::vector{1.125, 0.5, 0.125, 0.0, 0.125}));
}

QTEST_GUILESS_MAIN(TestMislabel)
#include "tst_mislabel.moc"
