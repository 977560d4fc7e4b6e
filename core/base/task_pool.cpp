#include "core/base/task_pool.h"

#include "core/base/parallel.h"

#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace representer {

namespace {

// What the workers and the calling thread share.
class Pool {
public:
    explicit Pool(int workers) : m_running(workers) {}

    void post(std::function<void()> closure)
    {
        const std::lock_guard lock(m_mutex);
        m_posted.push_back(std::move(closure));
        m_changed.notify_one();
    }
    void fail(std::exception_ptr failure)
    {
        const std::lock_guard lock(m_mutex);
        if (!m_failure)
            m_failure = std::move(failure);
        m_stop.request_stop();
    }
    void workerEnded()
    {
        const std::lock_guard lock(m_mutex);
        --m_running;
        m_changed.notify_one();
    }
    // The next closure, or an empty one when all workers have ended and nothing is left.
    std::function<void()> take()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return !m_posted.empty() || m_running == 0; });
        if (m_posted.empty())
            return {};
        std::function<void()> closure = std::move(m_posted.front());
        m_posted.pop_front();
        return closure;
    }
    std::stop_source& stop() { return m_stop; }
    std::exception_ptr failure() const { return m_failure; }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<std::function<void()>> m_posted;
    std::stop_source m_stop;
    std::exception_ptr m_failure;
    int m_running;
};

} // namespace

void runTasks(std::int64_t count, int workers, const TaskContext& context,
              const std::function<void(std::int64_t, const TaskContext&, const Post&)>& body)
{
    context.throwIfStopped();
    workers = static_cast<int>(std::clamp<std::int64_t>(workers, 1, std::max<std::int64_t>(count, 1)));
    const int loopThreads = std::max(1, threadLimit() / workers);
    Pool pool(workers);
    const std::stop_callback passOn(context.stopToken(), [&pool] { pool.stop().request_stop(); });
    const TaskContext inner(pool.stop().get_token(), {});
    std::atomic<std::int64_t> next{0};
    const auto work = [&] {
        try {
            for (std::int64_t task = next++; task < count; task = next++) {
                inner.throwIfStopped();
                body(task, inner, [&pool](std::function<void()> closure) { pool.post(std::move(closure)); });
            }
        } catch (...) {
            pool.fail(std::current_exception());
        }
        pool.workerEnded();
    };
    std::vector<std::jthread> threads;
    for (int w = 0; w < workers; ++w)
        threads.emplace_back([&] { tbb::task_arena(loopThreads).execute(work); });
    bool closuresFail = false;
    while (const std::function<void()> closure = pool.take()) {
        if (closuresFail)
            continue;
        try {
            closure();
        } catch (const Cancelled&) {
            pool.fail(std::current_exception());
        } catch (...) {
            closuresFail = true;
            pool.fail(std::current_exception());
        }
    }
    threads.clear();
    if (pool.failure())
        std::rethrow_exception(pool.failure());
}

} // namespace representer
