#include "core/base/parallel.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <thread>

namespace representer {

namespace {
std::mutex limitMutex;
std::unique_ptr<tbb::global_control> limit;
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
    tbb::parallel_for(std::int64_t{0}, blocks, [&](std::int64_t block) {
        body(block * grain, std::min(count, (block + 1) * grain));
    });
}

} // namespace representer
