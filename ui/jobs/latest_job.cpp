#include "ui/jobs/latest_job.h"

namespace representer {

LatestJob::~LatestJob()
{
    // All are told first, then each is joined by its destructor: the waits overlap.
    for (Job* job : findChildren<Job*>(Qt::FindDirectChildrenOnly))
        job->cancel();
}

void LatestJob::cancel()
{
    if (!m_current)
        return;
    park();
    emit runningChanged(false);
}

void LatestJob::park()
{
    m_current->cancel();
    m_current = nullptr;
}

void LatestJob::adopt(std::unique_ptr<Job> job, std::function<void(const QString&)> failed)
{
    const bool wasRunning = running();
    if (wasRunning)
        park();
    m_current = job.release();
    m_current->setParent(this);
    connect(m_current, &Job::stateChanged, this, [this, started = m_current](Job::State state) {
        // Before the result is delivered, so that its receiver may start the next one.
        if (started == m_current && (state == Job::State::Finished || state == Job::State::Failed)) {
            m_current = nullptr;
            emit runningChanged(false);
        }
    });
    connect(m_current, &Job::ended, this,
            [started = m_current, failed = std::move(failed)](Job::State state) {
                if (state == Job::State::Failed && failed)
                    failed(started->message());
                started->deleteLater();
            });
    if (!wasRunning)
        emit runningChanged(true);
    m_current->run();
}

} // namespace representer
