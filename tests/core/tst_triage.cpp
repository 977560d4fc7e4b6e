// The questions of the study pages asked of the bundled example, through the same calls.
#include "core/operations/example_documents.h"
#include "core/operations/flip_set.h"
#include "core/operations/triage.h"
#include "core/operations/what_if.h"
#include "core/trainers/l1_trainer.h"

#include <QtTest>

using namespace representer;

class TestTriage : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void plantedLabelsLeadTheList_data();
    void plantedLabelsLeadTheList();
    void plantedOnPurposeAreFound();
    void nothingRemovedIsTheOriginal();
    void whatIfRetrainsAndUndoes();
    void flipSetsAreVerified();

private:
    DocumentExample m_example;
    std::shared_ptr<const OpenModel> m_model;
};

void TestTriage::initTestCase()
{
    m_example = makeExampleDocuments();
    const auto& data = std::get<DocumentData>(m_example.dataset.content);
    L1Options options;
    options.C = 10;
    auto model = std::make_shared<Model>();
    model->content = trainL1(data.train.x, data.train.labels, options).model;
    model->info.name = "letters";
    model->info.kind = ModelKind::L1;
    model->info.options = {{"loss", "logistic"},
                           {"C", 10.0},
                           {"lambda", nullptr},
                           {"intercept", false},
                           {"scale", false},
                           {"bias", nullptr},
                           {"tolerance", options.tolerance},
                           {"max-iterations", options.maxIterations}};
    m_model = OpenModel::ofParts(std::make_shared<const Dataset>(m_example.dataset), std::move(model));
}

void TestTriage::plantedLabelsLeadTheList_data()
{
    QTest::addColumn<QString>("method");
    QTest::newRow("high-dim") << "high-dim";
    QTest::newRow("loss") << "loss";
}

void TestTriage::plantedLabelsLeadTheList()
{
    QFETCH(QString, method);
    const std::size_t n = std::get<DocumentData>(m_example.dataset.content).train.size();
    const TriageList list = triage(*m_model, method.toStdString(), n / 10);
    QCOMPARE(list.samples.size(), n / 10);
    QCOMPARE(list.samples.front().rank, 1);
    std::size_t found = 0;
    for (const ExplainedSample& sample : list.samples)
        found += std::binary_search(m_example.mislabelled.begin(), m_example.mislabelled.end(),
                                    sample.contribution.index);
    const double share = static_cast<double>(found) / static_cast<double>(m_example.mislabelled.size());
    QVERIFY2(share >= 0.9,
             qPrintable(QString("%1 of %2 found").arg(found).arg(m_example.mislabelled.size())));
}

void TestTriage::plantedOnPurposeAreFound()
{
    const MislabelResult result = mislabelStudy(*m_model, {{"high-dim", "loss", "random"}, 0.05, 3});
    QVERIFY(result.planted > 0);
    QCOMPARE(result.curves.size(), std::size_t{3});
    QVERIFY(result.curves[0].curve.area > 0.85);
    QVERIFY(result.curves[1].curve.area > 0.85);
    QVERIFY(std::abs(result.curves[2].curve.area - 0.5) < 0.25);
}

void TestTriage::nothingRemovedIsTheOriginal()
{
    const ModelContent again = m_model->retrainer().retrain({}, nullptr, {});
    for (int i = 0; i < 5; ++i) {
        const TestPoint point = DatasetRow{Part::Test, i};
        QCOMPARE(m_model->trainedScore(again, point), m_model->trainedScore(m_model->model().content, point));
    }
}

void TestTriage::whatIfRetrainsAndUndoes()
{
    WhatIfRequest request;
    request.point = DatasetRow{Part::Test, 0};
    request.method = "influence";
    const double before = m_model->predict(request.point);
    request.top = std::pair{std::size_t{5}, before > 0 ? Sign::Positive : Sign::Negative};
    const WhatIfResult result = whatIf(*m_model, request);
    QCOMPARE(result.before, before);
    QCOMPARE(result.edit.removed.size(), std::size_t{5});
    QVERIFY(std::abs(result.after) < std::abs(result.before)); // its supporters are gone
    QVERIFY(result.predicted && std::abs(*result.predicted) < std::abs(result.before));
    QVERIFY(result.impact.points > 0);
    QCOMPARE(result.impact.metric, std::string("accuracy"));
    QCOMPARE(m_model->predict(request.point), before); // undone by forgetting it
    request.top.reset();
    QVERIFY_EXCEPTION_THROWN(whatIf(*m_model, request), Error);
    request.relabel = {{m_example.mislabelled.front(), 0.0}};
    QVERIFY(!whatIf(*m_model, request).predicted); // removals are foreseen, new labels are not
}

void TestTriage::flipSetsAreVerified()
{
    FlipRequest request;
    request.method = "influence";
    int found = 0;
    for (int i = 0; i < 4; ++i) {
        request.point = DatasetRow{Part::Test, i};
        const FlipResult result = smallestFlipSet(*m_model, request);
        if (!result.set.found) {
            QVERIFY2(result.sentence.starts_with("None within 20 %"), result.sentence.c_str());
            continue;
        }
        ++found;
        TrainingEdit edit;
        edit.removed = firstOf(result.set.samples, result.set.samples.size());
        const ModelContent without = m_model->retrainer().retrain(edit, nullptr, {});
        QVERIFY((m_model->trainedScore(without, request.point) > 0) != (result.before > 0));
        QVERIFY((result.after > 0) != (result.before > 0));
    }
    QVERIFY(found > 0);
}

QTEST_GUILESS_MAIN(TestTriage)
#include "tst_triage.moc"
