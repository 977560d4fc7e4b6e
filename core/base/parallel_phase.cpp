#include "core/base/parallel_phase.h"

#include "core/base/parallel.h"

#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <limits>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif

namespace representer {

namespace {

// How long a helper stays awake without work: about the longest serial stretch between two loops.
constexpr std::chrono::microseconds patience(2000);
constexpr int looksPerYield = 64;

void pauseCore()
{
#if defined(__x86_64__) || defined(__i386__)
    _mm_pause(); // leaves the core's resources to its other thread
#endif
}

} // namespace

class ParallelPhase::Helpers {
public:
    explicit Helpers(int count)
    {
        m_threads.reserve(static_cast<std::size_t>(count));
        try {
            for (int k = 0; k < count; ++k)
                m_threads.emplace_back([this] { help(); });
        } catch (const std::system_error&) {
            // The system has no more threads to give: those that are here do the work.
        }
    }
    ~Helpers()
    {
        m_left.store(ended);
        m_left.notify_all();
    }
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;

    void run(std::int32_t blocks, const std::function<void(std::int64_t)>& body)
    {
        m_body = &body;
        m_blocks = blocks;
        m_failure = nullptr;
        m_unfinished.store(blocks, std::memory_order_relaxed);
        m_left.store(blocks, std::memory_order_release);
        m_left.notify_all();
        while (takeBlock()) {
        }
        for (int looks = 1; m_unfinished.load(std::memory_order_acquire) > 0; ++looks)
            rest(looks);
        if (m_failure)
            std::rethrow_exception(std::exchange(m_failure, nullptr));
    }

private:
    static constexpr std::int32_t ended = -1;

    static void rest(int looks)
    {
        pauseCore();
        if (looks % looksPerYield == 0)
            std::this_thread::yield();
    }

    // Runs one block of the current loop; false where none is left. The loop cannot end before a block that
    // was taken has, so what describes it stands still from there on.
    bool takeBlock()
    {
        std::int32_t left = m_left.load(std::memory_order_acquire);
        do {
            if (left <= 0)
                return false;
        } while (!m_left.compare_exchange_weak(left, left - 1, std::memory_order_acq_rel));
        try {
            (*m_body)(m_blocks - left);
        } catch (...) {
            const std::scoped_lock lock(m_failureMutex);
            if (!m_failure)
                m_failure = std::current_exception();
            m_unfinished.fetch_sub(m_left.exchange(0), std::memory_order_relaxed); // nobody takes the others
        }
        m_unfinished.fetch_sub(1, std::memory_order_acq_rel);
        return true;
    }

    void help()
    {
        while (m_left.load(std::memory_order_acquire) != ended) {
            if (takeBlock())
                continue;
            const auto since = std::chrono::steady_clock::now();
            for (int looks = 1; m_left.load(std::memory_order_relaxed) == 0; ++looks) {
                rest(looks);
                if (looks % looksPerYield == 0 && std::chrono::steady_clock::now() - since > patience)
                    m_left.wait(0);
            }
        }
    }

    const std::function<void(std::int64_t)>* m_body = nullptr;
    std::int32_t m_blocks = 0;
    std::atomic<std::int32_t> m_left = 0;       // blocks of the loop that nobody has taken
    std::atomic<std::int32_t> m_unfinished = 0; // and those that are not done
    std::mutex m_failureMutex;
    std::exception_ptr m_failure;
    std::vector<std::jthread> m_threads; // last: they end before what they use
};

thread_local ParallelPhase::Helpers* ParallelPhase::s_helpers = nullptr;

ParallelPhase::ParallelPhase()
{
    const int threads = std::min(threadLimit(), tbb::this_task_arena::max_concurrency());
    if (s_helpers || threads < 2)
        return;
    m_helpers = std::make_unique<Helpers>(threads - 1);
    s_helpers = m_helpers.get();
}

ParallelPhase::~ParallelPhase()
{
    if (m_helpers)
        s_helpers = nullptr;
}

bool ParallelPhase::run(std::int64_t blocks, const std::function<void(std::int64_t)>& body)
{
    if (!s_helpers || blocks > std::numeric_limits<std::int32_t>::max())
        return false;
    // A loop inside a block belongs to nobody's phase: the helpers are busy with the blocks.
    Helpers* const helpers = std::exchange(s_helpers, nullptr);
    const auto back = [&] { s_helpers = helpers; };
    try {
        helpers->run(static_cast<std::int32_t>(blocks), body);
    } catch (...) {
        back();
        throw;
    }
    back();
    return true;
}

} // namespace representer
