#include "core/base/parallel.h"
#include "core/studies/deletion_json.h"
#include "core/studies/deletion_summary.h"
#include "core/studies/removal_order.h"
#include "support/ridge_study.h"

#include <nlohmann/json.hpp>

#include <QtTest>

#include <map>

using namespace representer;

class TestDeletionStudy : public QObject {
    Q_OBJECT
private slots:
    void rowsAreTheDefinition();
    void nothingDependsOnThreadsOrInterruptions_data();
    void nothingDependsOnThreadsOrInterruptions();
    void finishedRowsAreNotRepeatedWithoutWarmStarts();
    void tooFewCandidatesAreUnavailable();
    void jointRemovesOnceForAllPoints();
    void cancelKeepsWhatIsFinished();
    void aFailingSinkStopsTheStudy();
    void plansThatCannotRunAreRefused_data();
    void plansThatCannotRunAreRefused();
    void plansAndRowsSurviveStorage();
    void theCostIsEstimatedFromOneRetraining();
};

namespace {

// Numbers of a run, without its timings.
std::map<std::string, std::string> run(const DeletionSetup& setup, const DeletionPlan& plan,
                                       const std::set<std::string>& finished = {}, std::size_t stopAfter = 0)
{
    std::map<std::string, std::string> rows;
    std::stop_source stop;
    try {
        runDeletionStudy(
            setup, plan, finished,
            [&](const DeletionRow& row, const DeletionProgress&) {
                DeletionRow untimed = row;
                untimed.seconds = 0;
                QVERIFY2(rows.emplace(row.key(), rowToJson(untimed).dump()).second, "a row came twice");
                if (rows.size() == stopAfter)
                    stop.request_stop();
            },
            TaskContext(stop.get_token(), {}));
    } catch (const Cancelled&) {
    }
    return rows;
}

std::set<std::string> keysOf(const std::map<std::string, std::string>& rows)
{
    std::set<std::string> keys;
    for (const auto& [key, value] : rows)
        keys.insert(key);
    return keys;
}

} // namespace

void TestDeletionStudy::rowsAreTheDefinition()
{
    const ridge::Laboratory lab;
    std::vector<DeletionRow> rows;
    runDeletionStudy(lab.setup(true), lab.plan(), {},
                     [&](const DeletionRow& row, const DeletionProgress& progress) {
                         rows.push_back(row);
                         QCOMPARE(progress.done, static_cast<std::int64_t>(rows.size()));
                         QCOMPARE(progress.total, 6 * 2 * 2 * 3);
                     });
    QCOMPARE(rows.size(), std::size_t{6 * 2 * 2 * 3});
    for (const DeletionRow& row : rows) {
        if (row.method != "l2")
            continue;
        // The definition, worked out slowly: sort all, take k, solve.
        const TestPoint point = DatasetRow{Part::Test, static_cast<std::int32_t>(row.unit)};
        auto contributions = lab.l2.explain(point, {}).contributions;
        const double sign = row.sign == Sign::Positive ? 1 : -1;
        std::sort(contributions.begin(), contributions.end(),
                  [&](const auto& a, const auto& b) { return sign * a.importance > sign * b.importance; });
        std::vector<TrainIndex> removed;
        double sum = 0;
        for (std::int64_t i = 0; i < row.removed; ++i) {
            removed.push_back(contributions[static_cast<std::size_t>(i)].index);
            sum += contributions[static_cast<std::size_t>(i)].importance;
        }
        QCOMPARE(row.removed, row.size.count(60));
        const double after = ridge::score(lab.world, ridge::model(ridge::solve(lab.world, removed)), point);
        QVERIFY(std::abs(row.after[0] - after) < 1e-12);
        QVERIFY(std::abs(row.predicted[0] + sum) < 1e-12);
        QCOMPARE(row.before[0], ridge::score(lab.world, lab.original, point));
    }
    const DeletionSummary summary = summarise(checkedPlan(lab.plan(), 60), rows);
    QCOMPARE(summary.rows.size(), std::size_t{12});
    for (const DeletionMean& mean : summary.rows) {
        if (mean.method == "l2")
            QVERIFY(mean.sign == Sign::Positive ? mean.change.mean < 0 : mean.change.mean > 0);
        QCOMPARE(mean.change.n, std::size_t{6});
    }
    QCOMPARE(summary.areas.size(), std::size_t{4});
    QCOMPARE(summary.predictions.size(), std::size_t{1});
    QVERIFY(*summary.predictions[0].rankCorrelation > 0.8);
    QCOMPARE(*summary.winnerPositive, std::string("l2"));
}

void TestDeletionStudy::nothingDependsOnThreadsOrInterruptions_data()
{
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("stopAfter");
    for (const int threads : {1, 2, 5})
        for (const int stopAfter : {0, 1, 2, 7, 30})
            QTest::addRow("%d threads, interrupted after %d", threads, stopAfter) << threads << stopAfter;
}

void TestDeletionStudy::nothingDependsOnThreadsOrInterruptions()
{
    QFETCH(int, threads);
    QFETCH(int, stopAfter);
    ridge::Laboratory lab;
    lab.retrainer.delay =
        std::chrono::microseconds(100); // leaves the collecting thread time to stop the study
    setThreadLimit(1);
    const auto expected = run(lab.setup(), lab.plan());
    setThreadLimit(threads);
    auto rows = run(lab.setup(), lab.plan(), {}, static_cast<std::size_t>(stopAfter));
    rows.merge(run(lab.setup(), lab.plan(), keysOf(rows)));
    setThreadLimit(0);
    QVERIFY(rows == expected);
}

void TestDeletionStudy::finishedRowsAreNotRepeatedWithoutWarmStarts()
{
    const ridge::Laboratory lab;
    auto rows = run(lab.setup(true), lab.plan(), {}, 5);
    const int before = lab.exactRetrainer.retrainings;
    const int missing = 72 - static_cast<int>(rows.size());
    run(lab.setup(true), lab.plan(), keysOf(rows));
    QCOMPARE(lab.exactRetrainer.retrainings - before, missing);
}

void TestDeletionStudy::tooFewCandidatesAreUnavailable()
{
    const ridge::Laboratory lab;
    DeletionPlan plan = lab.plan(1);
    plan.sizes = {{5, false}, {50, false}}; // 60 samples, about half of them positive
    std::vector<DeletionRow> rows;
    runDeletionStudy(lab.setup(), plan, {},
                     [&](const DeletionRow& row, const DeletionProgress&) { rows.push_back(row); });
    for (const DeletionRow& row : rows) {
        const bool expected =
            row.size.amount == 5 || row.method == "random"; // random has no sign to run out of
        QCOMPARE(row.available(), expected);
        if (!expected)
            QVERIFY(row.unavailable.starts_with("only ") && row.unavailable.ends_with("fewer than 50"));
    }
    const DeletionSummary summary = summarise(plan, rows);
    for (const DeletionMean& mean : summary.rows)
        if (mean.method == "l2" && mean.k.amount == 50)
            QCOMPARE(std::pair(mean.unavailable, mean.change.n), std::pair(std::size_t{1}, std::size_t{0}));
    for (const DeletionArea& area : summary.areas)
        QCOMPARE(area.method, std::string("random")); // no area from an incomplete curve
}

void TestDeletionStudy::jointRemovesOnceForAllPoints()
{
    const ridge::Laboratory lab;
    DeletionPlan plan = lab.plan();
    plan.joint = true;
    plan.trials = {{plan.trials[0][0], plan.trials[0][1], plan.trials[0][2]},
                   {plan.trials[0][3], plan.trials[0][4]}};
    std::vector<DeletionRow> rows;
    runDeletionStudy(lab.setup(true), plan, {},
                     [&](const DeletionRow& row, const DeletionProgress&) { rows.push_back(row); });
    QCOMPARE(rows.size(), std::size_t{2 * 2 * 2 * 3});
    for (const DeletionRow& row : rows) {
        QCOMPARE(row.after.size(), row.unit == 0 ? std::size_t{3} : std::size_t{2});
        if (row.method != "l2" || row.unit != 0 || row.sign != Sign::Positive)
            continue;
        const auto order = removalOrder(summedImportances(lab.l2, plan.trials[0], 0), Sign::Positive, true);
        const auto removed = firstOf(order, static_cast<std::size_t>(row.removed));
        const ModelContent after = ridge::model(ridge::solve(lab.world, removed));
        double predicted = 0;
        for (std::size_t i = 0; i < removed.size(); ++i)
            predicted -= order[i].importance;
        for (std::size_t p = 0; p < 3; ++p) {
            QVERIFY(std::abs(row.after[p] - ridge::score(lab.world, after, plan.trials[0][p])) < 1e-12);
            predicted -= row.predicted[p];
        }
        QVERIFY(std::abs(predicted) < 1e-12); // the points' predictions add up to the joint one
    }
}

void TestDeletionStudy::cancelKeepsWhatIsFinished()
{
    ridge::Laboratory lab;
    lab.retrainer.delay = std::chrono::microseconds(500);
    std::stop_source stop;
    std::size_t stored = 0;
    const auto study = [&] {
        runDeletionStudy(
            lab.setup(), lab.plan(), {},
            [&](const DeletionRow&, const DeletionProgress&) {
                if (++stored == 4)
                    stop.request_stop();
            },
            TaskContext(stop.get_token(), {}));
    };
    QVERIFY_EXCEPTION_THROWN(study(), Cancelled);
    QVERIFY(stored >= 4);
    QVERIFY(stored < 72);
    // At most one retraining per worker was lost.
    QVERIFY(lab.retrainer.retrainings - static_cast<int>(stored) <= threadLimit());
}

void TestDeletionStudy::aFailingSinkStopsTheStudy()
{
    ridge::Laboratory lab;
    lab.retrainer.delay = std::chrono::microseconds(200);
    int stored = 0;
    const auto study = [&] {
        runDeletionStudy(lab.setup(), lab.plan(), {}, [&](const DeletionRow&, const DeletionProgress&) {
            if (++stored == 3)
                throw Error(Error::Kind::Storage, "The disk is full.");
        });
    };
    QVERIFY_EXCEPTION_THROWN(study(), Error);
    QCOMPARE(stored, 3);
    QVERIFY(lab.retrainer.retrainings < 72);
}

void TestDeletionStudy::plansThatCannotRunAreRefused_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("says");
    QTest::newRow("no method") << "methods"
                               << "no method";
    QTest::newRow("unknown method") << "unknown"
                                    << "There is no method fia.";
    QTest::newRow("no k") << "sizes"
                          << "no k";
    QTest::newRow("no point") << "points"
                              << "no test point";
    QTest::newRow("k too large") << "large"
                                 << "k = 60 would remove all 60 training samples";
    QTest::newRow("k too small") << "small"
                                 << "k = 0.1% is less than one of the 60";
}

void TestDeletionStudy::plansThatCannotRunAreRefused()
{
    QFETCH(QString, change);
    QFETCH(QString, says);
    const ridge::Laboratory lab;
    DeletionPlan plan = lab.plan();
    if (change == "methods")
        plan.methods.clear();
    else if (change == "unknown")
        plan.methods.push_back("fia");
    else if (change == "sizes")
        plan.sizes.clear();
    else if (change == "points")
        plan.trials = {{}};
    else if (change == "large")
        plan.sizes.push_back({60, false});
    else
        plan.sizes.push_back({0.1, true});
    try {
        runDeletionStudy(lab.setup(), plan, {}, [](const DeletionRow&, const DeletionProgress&) {});
        QFAIL("the plan was accepted");
    } catch (const Error& error) {
        QVERIFY2(QString(error.what()).contains(says), error.what());
    }
    QCOMPARE(int(lab.retrainer.retrainings), 0);
}

void TestDeletionStudy::plansAndRowsSurviveStorage()
{
    const ridge::Laboratory lab;
    DeletionPlan plan = lab.plan(2);
    plan.trials.push_back({UserItem{{3}, {4}}, FreeRow{{{1, 5}, {0.1, 1.0 / 3}}, "a text"}});
    const auto json = planToJson(plan);
    QCOMPARE(planToJson(planFromJson(nlohmann::json::parse(json.dump()))).dump(), json.dump());
    const DeletionRow row{.unit = 3,
                          .method = "l2",
                          .sign = Sign::Negative,
                          .size = {2.5, true},
                          .removed = 2,
                          .before = {0.1},
                          .after = {1.0 / 3},
                          .predicted = {-1e-17},
                          .seconds = 0.5};
    const DeletionRow back = rowFromJson(nlohmann::json::parse(rowToJson(row).dump()));
    QCOMPARE(back.key(), row.key());
    QCOMPARE(back.after, row.after);
    QCOMPARE(back.predicted, row.predicted);
    QVERIFY_EXCEPTION_THROWN(rowFromJson(nlohmann::json::parse("{\"unit\": 1}")), Error);
}

void TestDeletionStudy::theCostIsEstimatedFromOneRetraining()
{
    ridge::Laboratory lab;
    setThreadLimit(2);
    const DeletionCost cost = estimateDeletionStudy(lab.setup(), lab.plan());
    setThreadLimit(0);
    QCOMPARE(int(lab.retrainer.retrainings), 1);
    QCOMPARE(cost.retrainings, std::int64_t{72});
    QCOMPARE(cost.workers, 2);
    QCOMPARE(cost.bytes, std::size_t{2000});
    QVERIFY(std::abs(cost.seconds - cost.secondsPerRetraining * 36) < 1e-12);
}

QTEST_GUILESS_MAIN(TestDeletionStudy)
#include "tst_deletion_study.moc"
