#include "support/document_workspace.h"
#include "ui/models/entity_list_model.h"
#include "ui/models/explanation_comparison.h"
#include "ui/models/explanation_model.h"
#include "ui/models/item_list_model.h"
#include "ui/models/plain_table_model.h"
#include "ui/models/point_list_model.h"
#include "ui/models/point_words.h"
#include "ui/models/roles.h"
#include "ui/models/signed_samples_proxy.h"
#include "ui/models/suspect_model.h"
#include "ui/models/word_places.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>

#include <optional>

using namespace representer;

class TestItemModels : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        m_workspace.emplace();
        m_model = OpenModel::open(Workspace(m_workspace->path()), "l1");
        ExplainQuestion question;
        question.point = DatasetRow{Part::Test, 0};
        question.method = "high-dim";
        question.top = 40;
        m_point = std::make_shared<const ExplainedPoint>(explainPoint(m_model, question, {}));
    }

    void explanationRowsFollowTheSamples()
    {
        ExplanationModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        model.setExplained(m_point);
        QCOMPARE(reset.count(), 1);
        QCOMPARE(model.rowCount(), static_cast<int>(m_point->samples.size()));
        const QModelIndex first = model.index(0, ExplanationModel::Importance);
        QCOMPARE(first.data(SortRole).toDouble(), m_point->samples[0].contribution.importance);
        QCOMPARE(first.data(ExactTextRole).toString().toDouble(),
                 m_point->samples[0].contribution.importance);
        QVERIFY(std::abs(first.data(FractionRole).toDouble()) <= 1);
        for (int column = 0; column < ExplanationModel::ColumnCount; ++column)
            QVERIFY(!model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty());
        model.setExplained(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void proxiesCutBySignTextAndBrush()
    {
        ExplanationModel model;
        SignedSamplesProxy up(SignedSamplesProxy::Direction::Up, &model);
        SignedSamplesProxy down(SignedSamplesProxy::Direction::Down, &model);
        QAbstractItemModelTester upTester(&up, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QAbstractItemModelTester downTester(&down, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setExplained(m_point);
        QVERIFY(up.rowCount() > 1 && down.rowCount() > 1);
        const auto importance = [](const QAbstractItemModel& rows, int row) {
            return rows.index(row, ExplanationModel::Importance).data(SortRole).toDouble();
        };
        for (int row = 0; row < up.rowCount(); ++row)
            QVERIFY(importance(up, row) > 0);
        for (int row = 0; row < down.rowCount(); ++row)
            QVERIFY(importance(down, row) < 0);
        QVERIFY(importance(up, 0) >= importance(up, 1));
        QVERIFY(importance(down, 0) <= importance(down, 1));

        const int all = up.rowCount();
        up.setText(QStringLiteral("no such words at all"));
        QCOMPARE(up.rowCount(), 0);
        QCOMPARE(up.total(), all);
        up.setText({});
        up.setBrushed(std::set<int>{0});
        QCOMPARE(up.rowCount(), 1);
        model.setExplained(m_point);
        QCOMPARE(up.rowCount(), all); // a new explanation forgets the brush
    }

    void userTextIsNeverMarkup()
    {
        auto marked = std::make_shared<ExplainedPoint>(*m_point);
        marked->samples[0].title = "<b>bold</b> & <img src=x>";
        ExplanationModel model;
        model.setExplained(marked);
        const QString tip = model.index(0, ExplanationModel::Sample).data(Qt::ToolTipRole).toString();
        QVERIFY(!tip.contains(QStringLiteral("<b>")) && !tip.contains(QStringLiteral("<img")));
        QVERIFY(tip.contains(QStringLiteral("&lt;b&gt;")));
    }

    void documentsAreFiltered()
    {
        const PointLines lines = pointLines(*m_model, Part::Test, {});
        PointListModel model;
        PointFilterProxy proxy(&model);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QAbstractItemModelTester proxyTester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setLines(lines, {QStringLiteral("zero"), QStringLiteral("one")});
        const auto wrong =
            std::count_if(lines->begin(), lines->end(), [](const PointLine& line) { return line.wrong(); });
        proxy.setOutcome(PointFilterProxy::Outcome::Wrong);
        QCOMPARE(proxy.rowCount(), static_cast<int>(wrong));
        proxy.setOutcome(PointFilterProxy::Outcome::All);
        QCOMPARE(proxy.rowCount(), static_cast<int>(lines->size()));
        QCOMPARE(model.rowOf(DatasetRow{Part::Test, 3}), 3);
        QCOMPARE(model.rowOf(DatasetRow{Part::Train, 3}), -1);
    }

    void itemsOfAUserAreFiltered()
    {
        auto lines = std::make_shared<std::vector<ItemLine>>(3);
        (*lines)[0].title = QStringLiteral("Seen");
        (*lines)[0].given = 4;
        (*lines)[0].inTraining = true;
        (*lines)[1].title = QStringLiteral("Held out");
        (*lines)[1].item.value = 1;
        (*lines)[1].given = 3;
        (*lines)[2].title = QStringLiteral("New");
        (*lines)[2].item.value = 2;
        ItemListModel model;
        ItemFilterProxy proxy(&model);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setLines(lines);
        QCOMPARE(proxy.rowCount(), 2);
        proxy.setChoice(ItemFilterProxy::Choice::History);
        QCOMPARE(proxy.index(0, ItemListModel::Title).data().toString(), QStringLiteral("Seen"));
        proxy.setChoice(ItemFilterProxy::Choice::HeldOut);
        QCOMPARE(proxy.index(0, ItemListModel::Title).data().toString(), QStringLiteral("Held out"));
        proxy.setChoice(ItemFilterProxy::Choice::All);
        proxy.setText(QStringLiteral("new"));
        QCOMPARE(proxy.rowCount(), 1);
        EntityListModel users(EntityListModel::Kind::Users);
        QAbstractItemModelTester userTester(&users, QAbstractItemModelTester::FailureReportingMode::QtTest);
        users.setModel(m_model); // documents have no users
        QCOMPARE(users.rowCount(), 0);
    }

    void suspectsCarryMarks()
    {
        SuspectModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        std::optional<Verdict> verdict;
        model.setMarks([&verdict](std::int32_t) { return verdict; });
        model.setSuspects(findSuspects(*m_model, "high-dim", 30, {}));
        QCOMPARE(model.rowCount(), 30);
        QVERIFY(model.suspect(0).suspicion >= model.suspect(29).suspicion);
        verdict = Verdict::Wrong;
        model.marksChanged();
        QVERIFY(model.index(0, SuspectModel::MarkColumn).data().toString().contains(QStringLiteral("wrong")));
        verdict.reset();
        model.marksChanged();
        QVERIFY(model.index(0, SuspectModel::MarkColumn).data().toString().isEmpty());
    }

    void wordsAreFoundWhole()
    {
        const std::vector<SharedWord> words{{QStringLiteral("star"), 1, 1, 0.5},
                                            {QStringLiteral("bright star"), 1, 1, 0.9}};
        const auto places = wordPlaces(QStringLiteral("A bright,\nSTAR; starling"), words, {});
        QCOMPARE(places.size(), std::size_t{2});
        QCOMPARE(places.back().contribution, 0.9); // the strongest is painted last
        QCOMPARE(places.back().begin, 2);
        QCOMPARE(places.back().length, 12);
    }

    void sameExplanationsAgree()
    {
        const ExplanationComparison same = compareExplanations(*m_point, *m_point);
        for (const auto& [k, share] : same.overlap)
            QCOMPARE(share, 1.0);
        QCOMPARE(same.entered, 0);
        for (const ComparedSample& sample : same.samples)
            QCOMPARE(sample.difference(), 0.0);
    }

    void sentencesSayWhatIsMeant()
    {
        QVERIFY(predictionSentence(*m_point).contains(QStringLiteral("predicted")));
        QCOMPARE(completeness(m_point->explanation), Completeness::Exact);
        QVERIFY(completenessText(m_point->explanation).startsWith(QStringLiteral("exact")));
        Explanation nearly = m_point->explanation;
        nearly.exact = false;
        nearly.sums[0].residual = 0.01;
        QCOMPARE(completeness(nearly), Completeness::Nearly);
        nearly.unit = "ranking";
        QCOMPARE(completeness(nearly), Completeness::RankingOnly);
    }

private:
    std::optional<DocumentWorkspace> m_workspace;
    std::shared_ptr<const OpenModel> m_model;
    std::shared_ptr<const ExplainedPoint> m_point;
};

QTEST_MAIN(TestItemModels)
#include "tst_item_models.moc"
