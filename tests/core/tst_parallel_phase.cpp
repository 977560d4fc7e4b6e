// Parallel loops with helpers that stay awake between them.
#include "core/base/parallel.h"
#include "core/base/parallel_phase.h"

#include <QtTest/QTest>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace representer;

namespace {

// How often each of 0 .. count - 1 was visited by a loop.
std::vector<int> visits(std::int64_t count, std::int64_t grain)
{
    std::vector<std::atomic<int>> seen(static_cast<std::size_t>(count));
    parallelBlocks(count, grain, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i)
            ++seen[static_cast<std::size_t>(i)];
    });
    return {seen.begin(), seen.end()};
}

std::vector<int> once(std::int64_t count)
{
    return std::vector<int>(static_cast<std::size_t>(count), 1);
}

} // namespace

class TestParallelPhase : public QObject {
    Q_OBJECT
private slots:
    void init() { setThreadLimit(4); } // also on a machine with fewer cores
    void cleanup() { setThreadLimit(0); }

    void everyBlockRunsOnce()
    {
        const ParallelPhase phase;
        for (int loop = 0; loop < 2000; ++loop) {
            const std::int64_t count = loop % 97;
            QCOMPARE(visits(count, 1 + loop % 5), once(count));
        }
    }
    void helpersThatFellAsleepComeBack()
    {
        const ParallelPhase phase;
        for (int loop = 0; loop < 5; ++loop) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            QCOMPARE(visits(100, 3), once(100));
        }
    }
    void blocksRunOnSeveralThreads()
    {
        const ParallelPhase phase;
        if (!ParallelPhase::run(0, {}))
            QSKIP("This machine has one core.");
        // Two blocks that wait for each other: on one thread this would not end.
        std::atomic<int> arrived = 0;
        parallelBlocks(2, 1, [&](std::int64_t, std::int64_t) {
            ++arrived;
            while (arrived < 2)
                std::this_thread::yield();
        });
        QCOMPARE(arrived.load(), 2);
    }
    void anExceptionStopsTheLoopAndTheNextOneRuns()
    {
        const ParallelPhase phase;
        for (int loop = 0; loop < 200; ++loop) {
            std::atomic<int> ran = 0;
            QVERIFY_EXCEPTION_THROWN(parallelBlocks(1000, 1,
                                                    [&](std::int64_t begin, std::int64_t) {
                                                        ++ran;
                                                        if (begin % 7 == 3)
                                                            throw std::runtime_error("stop");
                                                    }),
                                     std::runtime_error);
            QVERIFY(ran < 1000);
            QCOMPARE(visits(50, 1), once(50));
        }
    }
    void loopsAndPhasesInside()
    {
        const ParallelPhase phase;
        {
            const ParallelPhase inner;
            QCOMPARE(visits(50, 1), once(50));
        }
        std::vector<std::atomic<int>> seen(20 * 30);
        parallelBlocks(20, 1, [&](std::int64_t block, std::int64_t) {
            parallelBlocks(30, 1, [&](std::int64_t begin, std::int64_t) {
                ++seen[static_cast<std::size_t>(30 * block + begin)];
            });
        });
        QCOMPARE(std::vector<int>(seen.begin(), seen.end()), once(20 * 30));
    }
    void threadsWithPhasesOfTheirOwn()
    {
        std::atomic<bool> right = true;
        std::vector<std::jthread> threads;
        for (int t = 0; t < 3; ++t)
            threads.emplace_back([&] {
                const ParallelPhase phase;
                for (int loop = 0; loop < 200; ++loop)
                    if (visits(60, 2) != once(60))
                        right = false;
            });
        threads.clear();
        QVERIFY(right);
    }
    void oneThreadNeedsNoHelpers()
    {
        setThreadLimit(1);
        const ParallelPhase phase;
        QVERIFY(!ParallelPhase::run(3, [](std::int64_t) {}));
        QCOMPARE(visits(50, 1), once(50));
    }
};

QTEST_GUILESS_MAIN(TestParallelPhase)
#include "tst_parallel_phase.moc"
