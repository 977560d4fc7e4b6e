#include "ui/jobs/job_list.h"
#include "ui/jobs/latest_job.h"

#include <QSignalSpy>
#include <QTest>

#include <atomic>

using namespace representer;

namespace {

void workUntilStopped(const TaskContext& context)
{
    for (int i = 0;; ++i) {
        context.checkpoint("waiting", i, 0);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

} // namespace

class TestJobs final : public QObject {
    Q_OBJECT
private slots:
    void deliversTheResultInTheGuiThread()
    {
        std::unique_ptr<int> result;
        QThread* thread = nullptr;
        const auto job = Job::start(
            QStringLiteral("Adding"), [](const TaskContext&) { return std::make_unique<int>(42); },
            [&](std::unique_ptr<int> value) {
                result = std::move(value);
                thread = QThread::currentThread();
            });
        QSignalSpy ended(job.get(), &Job::ended);
        QVERIFY(ended.wait());
        QCOMPARE(job->state(), Job::State::Finished);
        QCOMPARE(*result, 42);
        QCOMPARE(thread, QThread::currentThread());
    }

    void cancelStopsTheWorkAndDropsTheResult()
    {
        bool delivered = false;
        const auto job = Job::start(QStringLiteral("Waiting"), workUntilStopped, [&] { delivered = true; });
        QSignalSpy ended(job.get(), &Job::ended);
        QSignalSpy progressed(job.get(), &Job::progressed);
        QVERIFY(progressed.wait());
        job->cancel();
        QCOMPARE(job->state(), Job::State::Stopping);
        QVERIFY(ended.wait());
        QCOMPARE(job->state(), Job::State::Cancelled);
        QVERIFY(!delivered);
    }

    void aResultThatComesAfterCancelIsDropped()
    {
        bool delivered = false;
        const auto job = Job::start(
            QStringLiteral("Quick"), [](const TaskContext&) {}, [&] { delivered = true; });
        QSignalSpy ended(job.get(), &Job::ended);
        QTest::qSleep(20); // the result is on its way to the event loop
        job->cancel();
        QVERIFY(ended.wait());
        QCOMPARE(job->state(), Job::State::Cancelled);
        QVERIFY(!delivered);
    }

    void failureCarriesItsSentence()
    {
        const auto job = Job::start(
            QStringLiteral("Failing"),
            [](const TaskContext&) { throw Error(Error::Kind::BadOption, "C must be above 0."); }, [] {});
        QSignalSpy ended(job.get(), &Job::ended);
        QVERIFY(ended.wait());
        QCOMPARE(job->state(), Job::State::Failed);
        QCOMPARE(job->message(), QStringLiteral("C must be above 0."));
    }

    void destroyedWhileRunning()
    {
        for (int i = 0; i < 50; ++i) {
            const auto job =
                Job::start(QStringLiteral("Waiting"), workUntilStopped, [] { QFAIL("delivered"); });
            if (i % 2)
                QTest::qSleep(1);
        }
        QCoreApplication::sendPostedEvents();
    }

    void progressIsThrottledAndTimeLeftIsTold()
    {
        const auto job = Job::start(
            QStringLiteral("Counting"),
            [](const TaskContext& context) {
                for (int i = 0; i < 800; ++i) {
                    context.checkpoint("counting", i, 1600);
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                }
            },
            [] {});
        QSignalSpy progressed(job.get(), &Job::progressed);
        QSignalSpy ended(job.get(), &Job::ended);
        std::optional<double> left;
        connect(job.get(), &Job::progressed, this, [&] { left = job->secondsLeft(); });
        QVERIFY(ended.wait());
        QVERIFY(progressed.count() >= 2);
        QVERIFY(progressed.count() <= 400);
        QVERIFY(left && *left > 0);
    }

    void newestWins()
    {
        LatestJob latest;
        std::vector<int> results;
        std::atomic<int> started = 0;
        for (int i = 0; i < 5; ++i)
            latest.start(
                QStringLiteral("Explaining"),
                [i, &started](const TaskContext& context) {
                    ++started;
                    if (i < 4)
                        workUntilStopped(context);
                    return i;
                },
                [&](int value) { results.push_back(value); });
        QTRY_VERIFY(!latest.running());
        QCOMPARE(results, std::vector<int>{4});
        QTRY_VERIFY(latest.findChildren<Job*>().isEmpty());
        QCOMPARE(started.load(), 5);
    }

    void latestReportsItsFailureOnly()
    {
        LatestJob latest;
        QStringList failures;
        const auto fail = [](const TaskContext&) { throw Error(Error::Kind::NotFound, "No such model."); };
        latest.start(
            QStringLiteral("First"), fail, [] {}, [&](const QString& text) { failures << text; });
        latest.start(
            QStringLiteral("Second"), fail, [] {}, [&](const QString& text) { failures << text; });
        QTRY_VERIFY(!latest.running());
        QTRY_COMPARE(failures, QStringList{QStringLiteral("No such model.")});
    }

    void listRunsOneAtATimeInOrder()
    {
        JobList list;
        std::atomic<int> running = 0, most = 0;
        std::vector<int> order;
        for (int i = 0; i < 4; ++i)
            list.add(Job::make(
                QStringLiteral("Study"),
                [&](const TaskContext&) {
                    most = std::max(most.load(), ++running);
                    std::this_thread::sleep_for(std::chrono::milliseconds(2));
                    --running;
                },
                [&order, i] { order.push_back(i); }));
        QCOMPARE(list.jobs().size(), std::size_t(4));
        QTRY_VERIFY(list.idle());
        QCOMPARE(order, (std::vector<int>{0, 1, 2, 3}));
        QCOMPARE(most.load(), 1);
        QVERIFY(list.jobs().empty());
    }

    void listKeepsFailuresUntilDismissedAndGoesOn()
    {
        JobList list;
        bool second = false;
        Job* failing = list.add(Job::make(
            QStringLiteral("Import"),
            [](const TaskContext&) { throw Error(Error::Kind::BadFile, "Not a file."); }, [] {}));
        list.add(Job::make(
            QStringLiteral("Training"), [](const TaskContext&) {}, [&] { second = true; }));
        QTRY_VERIFY(second);
        QTRY_COMPARE(list.jobs(), std::vector<Job*>{failing});
        list.dismiss(failing);
        QVERIFY(list.jobs().empty());
    }

    void listCancelsWaitingAndRunning()
    {
        JobList list;
        Job* running = list.add(Job::make(QStringLiteral("One"), workUntilStopped, [] {}));
        Job* waiting = list.add(Job::make(QStringLiteral("Two"), workUntilStopped, [] {}));
        QCOMPARE(waiting->state(), Job::State::Waiting);
        QVERIFY(running->active());
        list.cancelAll();
        QTRY_VERIFY(list.jobs().empty());
    }

    void listDestroyedWhileRunning()
    {
        JobList list;
        list.add(Job::make(QStringLiteral("One"), workUntilStopped, [] {}));
        list.add(Job::make(QStringLiteral("Two"), workUntilStopped, [] {}));
    }
};

QTEST_GUILESS_MAIN(TestJobs)
#include "tst_jobs.moc"
