#include "core/base/parallel.h"

#include "core/base/parallel_phase.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

namespace representer {

namespace {
std::mutex limitMutex;
std::unique_ptr<tbb::global_control> limit;

// What TBB promises (all before the loop, then every block, then all after it), said again in atomics of this
// program, because a sanitizer cannot see those inside the library.
class LoopOrder {
public:
    LoopOrder() { m_begun.store(true, std::memory_order_release); }
    ~LoopOrder() { m_ended.load(std::memory_order_acquire); }
    LoopOrder(const LoopOrder&) = delete;
    LoopOrder& operator=(const LoopOrder&) = delete;

    class Block {
    public:
        explicit Block(LoopOrder& order) : m_order(order) { order.m_begun.load(std::memory_order_acquire); }
        ~Block() { m_order.m_ended.fetch_add(1, std::memory_order_release); }
        Block(const Block&) = delete;
        Block& operator=(const Block&) = delete;

    private:
        LoopOrder& m_order;
    };

private:
    std::atomic<bool> m_begun = false;
    std::atomic<std::int64_t> m_ended = 0;
};
} // namespace

int setThreadLimit(int threads)
{
    const std::lock_guard lock(limitMutex);
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const int wanted = threads > 0 ? threads : cores;
    limit = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism,
                                                  static_cast<std::size_t>(wanted));
    return wanted;
}

int threadLimit()
{
    return static_cast<int>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
}

void parallelBlocks(std::int64_t count, std::int64_t grain,
                    const std::function<void(std::int64_t, std::int64_t)>& body)
{
    grain = std::max<std::int64_t>(grain, 1);
    const std::int64_t blocks = (count + grain - 1) / grain;
    if (blocks <= 1) {
        if (count > 0)
            body(0, count);
        return;
    }
    const auto run = [&](std::int64_t block) { body(block * grain, std::min(count, (block + 1) * grain)); };
    if (ParallelPhase::run(blocks, run))
        return;
    LoopOrder order;
    tbb::parallel_for(std::int64_t{0}, blocks, [&](std::int64_t block) {
        const LoopOrder::Block ordered(order);
        run(block);
    });
}

} // namespace representer
