#pragma once

#include "core/base/task_context.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace representer {

// One piece of core work on its own thread. The object lives in the GUI thread; destroying it asks the work
// to stop and waits for it, so nothing of the work outlives what it was started for.
class Job final : public QObject {
    Q_OBJECT
public:
    enum class State { Waiting, Running, Stopping, Finished, Cancelled, Failed };
    Q_ENUM(State)

    // work(context) runs on the worker thread and may throw; done(result) runs in the GUI thread, never after
    // a cancel.
    template<class Work, class Done>
    static std::unique_ptr<Job> make(QString title, Work work, Done done)
    {
        return std::unique_ptr<Job>(
            new Job(std::move(title), [work = std::move(work),
                                       done = std::move(done)](const TaskContext& context) mutable {
                using Result = std::invoke_result_t<Work&, const TaskContext&>;
                if constexpr (std::is_void_v<Result>) {
                    work(context);
                    return Deliver([done = std::move(done)]() mutable { done(); });
                } else {
                    auto result = std::make_shared<Result>(work(context));
                    return Deliver([done = std::move(done), result]() mutable { done(std::move(*result)); });
                }
            }));
    }
    template<class Work, class Done>
    static std::unique_ptr<Job> start(QString title, Work work, Done done)
    {
        auto job = make(std::move(title), std::move(work), std::move(done));
        job->run();
        return job;
    }
    ~Job() override;

    void run();    // once, from Waiting
    void cancel(); // returns at once; ended(Cancelled) follows when the work has noticed

    const QString& title() const { return m_title; }
    State state() const { return m_state; }
    bool active() const { return m_state == State::Running || m_state == State::Stopping; }
    const QString& message() const { return m_message; } // of a failure

    const QString& stage() const { return m_stage; }
    std::int64_t done() const { return m_done; }
    std::int64_t total() const { return m_total; }               // 0: unknown
    std::optional<double> secondsLeft() const;                   // of the current stage, once it can be told
    const std::vector<double>& steps() const { return m_steps; } // objectives an iterative solver has passed

signals:
    void stateChanged(representer::Job::State state);
    void progressed(const QString& stage, qint64 done, qint64 total); // at most 20 per second
    void stepped();                                                   // steps() grew; at most 20 per second
    void ended(representer::Job::State state);                        // Finished, Cancelled or Failed; once

private:
    using Deliver = std::function<void()>;
    using Work = std::function<Deliver(const TaskContext&)>;
    Job(QString title, Work work);

    void setState(State state);
    void report(std::string_view stage, std::int64_t done, std::int64_t total);
    void step(double objective);
    void takeSteps();
    void showProgress(const QString& stage, std::int64_t done, std::int64_t total);
    void conclude(const Deliver& deliver, const QString& failure, bool cancelled);

    QString m_title;
    Work m_work;
    State m_state = State::Waiting;
    QString m_message;
    QString m_stage;
    std::int64_t m_done = 0;
    std::int64_t m_total = 0;
    std::int64_t m_doneAtStageStart = 0;
    QElapsedTimer m_stageClock;
    std::vector<double> m_steps;

    // Shared by the workers of one task while they report.
    std::mutex m_reportMutex;
    std::chrono::steady_clock::time_point m_lastReport{};
    std::chrono::steady_clock::time_point m_lastStep{};
    std::vector<double> m_newSteps; // on their way to the GUI thread

    std::jthread m_thread; // last: joined before anything above goes away
};

} // namespace representer
