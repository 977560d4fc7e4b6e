// The questions of the study pages asked of the bundled example, through the same calls.
#include "core/operations/example_documents.h"
#include "core/operations/example_ratings.h"
#include "core/operations/flip_set.h"
#include "core/operations/train_fields.h"
#include "core/operations/triage.h"
#include "core/operations/what_if.h"
#include "core/trainers/l1_trainer.h"
#include "core/trainers/mf_als.h"

#include <QtTest>

using namespace representer;

class TestTriage : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void plantedMistakesLeadTheList_data();
    void plantedMistakesLeadTheList();
    void listsAreRankedAndDescribed();
    void nothingRemovedIsTheOriginal();
    void whatIfRetrainsAndUndoes();
    void flipSetsAreVerified();
    void otherItemsOvertake();
    void ratingsCanBeChanged();

private:
    DocumentExample m_example;
    std::shared_ptr<const OpenModel> m_model;
    RatingExample m_ratingExample;
    std::shared_ptr<const OpenModel> m_ratingModel;
};

namespace {

// Share of the planted mistakes in the first tenth of the list.
double shareInFirstTenth(const OpenModel& model, const std::string& method,
                         const std::vector<TrainIndex>& planted)
{
    const auto tenth = static_cast<std::size_t>(model.dataset().info.train) / 10;
    const TriageList list = triage(model, method, tenth);
    std::size_t found = 0;
    for (const ExplainedSample& sample : list.samples)
        found += std::binary_search(planted.begin(), planted.end(), sample.contribution.index) ? 1 : 0;
    return static_cast<double>(found) / static_cast<double>(planted.size());
}

} // namespace

void TestTriage::initTestCase()
{
    m_ratingExample = makeExampleRatings();
    const auto& ratings = std::get<RatingData>(m_ratingExample.dataset.content);
    MfAlsOptions als;
    als.dim = 8;
    als.mu = 3;
    auto factors = std::make_shared<Model>();
    factors->content = trainMfAls(ratings, als).model;
    factors->info.name = "films";
    factors->info.kind = ModelKind::Mf;
    factors->info.options =
        completeTrainOptions(ModelKind::Mf, {{"optimizer", "als"}, {"dim", 8}, {"mu", 3.0}});
    m_ratingModel =
        OpenModel::ofParts(std::make_shared<const Dataset>(m_ratingExample.dataset), std::move(factors));

    m_example = makeExampleDocuments();
    const auto& data = std::get<DocumentData>(m_example.dataset.content);
    L1Options options;
    options.C = 10;
    auto model = std::make_shared<Model>();
    model->content = trainL1(data.train.x, data.train.labels, options).model;
    model->info.name = "letters";
    model->info.kind = ModelKind::L1;
    model->info.options = completeTrainOptions(ModelKind::L1, {{"C", 10.0}});
    m_model = OpenModel::ofParts(std::make_shared<const Dataset>(m_example.dataset), std::move(model));
}

void TestTriage::plantedMistakesLeadTheList_data()
{
    QTest::addColumn<bool>("ratings");
    QTest::addColumn<QString>("method");
    for (const char* method : {"high-dim", "influence", "loss"})
        QTest::addRow("documents, %s", method) << false << method;
    for (const char* method : {"high-dim", "fia", "loss"})
        QTest::addRow("ratings, %s", method) << true << method;
}

void TestTriage::plantedMistakesLeadTheList()
{
    QFETCH(bool, ratings);
    QFETCH(QString, method);
    const double share = ratings
                             ? shareInFirstTenth(*m_ratingModel, method.toStdString(), m_ratingExample.wrong)
                             : shareInFirstTenth(*m_model, method.toStdString(), m_example.mislabelled);
    qInfo("%.1f %% of the planted mistakes in the first 10 %%", 100 * share);
    QVERIFY(share >= 0.9);
}

void TestTriage::listsAreRankedAndDescribed()
{
    const TriageList list = triage(*m_ratingModel, "loss", 20);
    QCOMPARE(list.samples.size(), std::size_t{20});
    for (std::size_t i = 0; i < list.samples.size(); ++i) {
        QCOMPARE(list.samples[i].rank, static_cast<int>(i) + 1);
        QVERIFY(!list.samples[i].title.empty() && !list.samples[i].label.empty());
        QVERIFY(list.samples[i].title.find(" by user ") != std::string::npos); // the film and who rated it
        QVERIFY(i == 0 || std::abs(list.values[i - 1]) >= std::abs(list.values[i]));
    }
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

void TestTriage::otherItemsOvertake()
{
    const auto& ratings = std::get<RatingData>(m_ratingExample.dataset.content);
    int found = 0;
    for (std::size_t row = 0; row < 6; ++row) {
        // Of two items of one user the lower is to come out above.
        const UserIndex user{ratings.test.users[row]};
        UserItem high{user, {0}}, low{user, {1}};
        if (m_ratingModel->predict(high) < m_ratingModel->predict(low))
            std::swap(high, low);
        FlipRequest request;
        request.point = high;
        request.rival = low.item;
        const FlipResult result = smallestFlipSet(*m_ratingModel, request);
        QVERIFY(result.before > 0);
        if (!result.set.found) {
            QVERIFY2(result.sentence.starts_with("None within 20 %"), result.sentence.c_str());
            continue;
        }
        ++found;
        TrainingEdit edit;
        edit.removed = firstOf(result.set.samples, result.set.samples.size());
        const auto lead = [&](const ModelContent& content) {
            return m_ratingModel->trainedScore(content, high) - m_ratingModel->trainedScore(content, low);
        };
        // The set puts B above A, and the prefix one shorter does not.
        QVERIFY(lead(m_ratingModel->retrainer().retrain(edit, nullptr, {})) <= 0);
        edit.removed = firstOf(result.set.samples, result.set.samples.size() - 1);
        QVERIFY(lead(m_ratingModel->retrainer().retrain(edit, nullptr, {})) > 0);
    }
    QVERIFY(found > 0);
}

void TestTriage::ratingsCanBeChanged()
{
    const auto& ratings = std::get<RatingData>(m_ratingExample.dataset.content);
    const TrainIndex changed = m_ratingExample.wrong.front();
    const auto row = static_cast<std::size_t>(changed.value);
    WhatIfRequest request;
    request.point = UserItem{{ratings.train.users[row]}, {ratings.train.items[row]}};
    const bool wasLow = ratings.train.values[row] < 0;
    request.relabel = {{changed, wasLow ? ratings.scale.high : ratings.scale.low}};
    const WhatIfResult result = whatIf(*m_ratingModel, request);
    QCOMPARE(result.unit, std::string("stars"));
    QVERIFY(wasLow ? result.after > result.before : result.after < result.before);
    QCOMPARE(result.impact.metric, std::string("mae"));
    request.relabel.front().second = ratings.scale.high + 1;
    QVERIFY_EXCEPTION_THROWN(whatIf(*m_ratingModel, request), Error);
}

QTEST_GUILESS_MAIN(TestTriage)
#include "tst_triage.moc"
