#include "ui/jobs/job.h"

#include "ui/user_message.h"

#include <QMetaObject>
#include <QPointer>

namespace representer {

using namespace std::chrono_literals;

static constexpr auto reportInterval = 50ms;

Job::Job(QString title, Work work) : m_title(std::move(title)), m_work(std::move(work)) {}

Job::~Job() = default;

void Job::run()
{
    if (m_state != State::Waiting)
        return;
    m_stageClock.start();
    setState(State::Running);
    m_thread = std::jthread([this](const std::stop_token& stop) {
        Deliver deliver;
        QString failure;
        bool cancelled = false;
        try {
            const TaskContext context(
                stop,
                [this](std::string_view stage, std::int64_t done, std::int64_t total) {
                    report(stage, done, total);
                },
                [this](double objective) { step(objective); });
            deliver = m_work(context);
        } catch (const Cancelled&) {
            cancelled = true;
        } catch (...) {
            failure = userMessage(std::current_exception());
        }
        m_work = nullptr; // what the work captured is released here, not in the GUI thread
        QMetaObject::invokeMethod(
            this,
            [this, deliver = std::move(deliver), failure, cancelled] {
                conclude(deliver, failure, cancelled);
            },
            Qt::QueuedConnection);
    });
}

void Job::cancel()
{
    if (m_state == State::Waiting) {
        setState(State::Cancelled);
        emit ended(m_state);
    } else if (m_state == State::Running) {
        m_thread.request_stop();
        setState(State::Stopping);
    }
}

std::optional<double> Job::secondsLeft() const
{
    const std::int64_t progress = m_done - m_doneAtStageStart;
    const double elapsed = static_cast<double>(m_stageClock.elapsed()) / 1000.0;
    if (!active() || m_total <= 0 || progress <= 0 || elapsed < 0.5)
        return std::nullopt;
    return elapsed * static_cast<double>(m_total - m_done) / static_cast<double>(progress);
}

void Job::setState(State state)
{
    m_state = state;
    emit stateChanged(state);
}

void Job::report(std::string_view stage, std::int64_t done, std::int64_t total)
{
    {
        const std::scoped_lock lock(m_reportMutex);
        const auto now = std::chrono::steady_clock::now();
        if (now - m_lastReport < reportInterval)
            return;
        m_lastReport = now;
    }
    QMetaObject::invokeMethod(
        this,
        [this, text = QString::fromUtf8(stage.data(), static_cast<qsizetype>(stage.size())), done, total] {
            showProgress(text, done, total);
        },
        Qt::QueuedConnection);
}

void Job::step(double objective)
{
    {
        const std::scoped_lock lock(m_reportMutex);
        m_newSteps.push_back(objective);
        const auto now = std::chrono::steady_clock::now();
        if (now - m_lastStep < reportInterval)
            return;
        m_lastStep = now;
    }
    QMetaObject::invokeMethod(
        this, [this] { takeSteps(); }, Qt::QueuedConnection);
}

void Job::takeSteps()
{
    {
        const std::scoped_lock lock(m_reportMutex);
        if (m_newSteps.empty())
            return;
        m_steps.insert(m_steps.end(), m_newSteps.begin(), m_newSteps.end());
        m_newSteps.clear();
    }
    if (active())
        emit stepped();
}

void Job::showProgress(const QString& stage, std::int64_t done, std::int64_t total)
{
    if (!active())
        return;
    if (stage != m_stage || done < m_done) {
        m_stageClock.restart();
        m_doneAtStageStart = done;
    }
    m_stage = stage;
    m_done = done;
    m_total = total;
    emit progressed(stage, done, total);
}

void Job::conclude(const Deliver& deliver, const QString& failure, bool cancelled)
{
    takeSteps(); // those held back by the limit of 20 per second
    if (cancelled || m_state == State::Stopping) {
        setState(State::Cancelled);
    } else if (!failure.isEmpty()) {
        m_message = failure;
        setState(State::Failed);
    } else {
        setState(State::Finished);
        const QPointer<Job> alive(this); // the receiver may destroy what owns this job
        deliver();
        if (!alive)
            return;
    }
    emit ended(m_state);
}

} // namespace representer
