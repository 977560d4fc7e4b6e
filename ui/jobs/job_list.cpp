#include "ui/jobs/job_list.h"

#include <algorithm>

namespace representer {

JobList::~JobList()
{
    for (Job* job : m_jobs) {
        job->disconnect(this);
        job->cancel();
    }
}

Job* JobList::add(std::unique_ptr<Job> owned)
{
    Job* job = owned.release();
    job->setParent(this);
    m_jobs.push_back(job);
    connect(job, &Job::stateChanged, this, &JobList::changed);
    connect(job, &Job::progressed, this, [this, job] { emit progressed(job); });
    connect(job, &Job::ended, this, [this, job] { jobEnded(job); });
    emit changed();
    startNext();
    return job;
}

void JobList::dismiss(Job* job)
{
    if (job->state() == Job::State::Failed) {
        std::erase(m_jobs, job);
        job->deleteLater();
        emit changed();
    } else {
        job->cancel();
    }
}

void JobList::cancelAll()
{
    const std::vector<Job*> jobs = m_jobs;
    for (Job* job : jobs)
        if (job->state() != Job::State::Failed)
            job->cancel();
}

bool JobList::idle() const
{
    return std::none_of(m_jobs.begin(), m_jobs.end(),
                        [](const Job* job) { return job->active() || job->state() == Job::State::Waiting; });
}

void JobList::startNext()
{
    if (std::any_of(m_jobs.begin(), m_jobs.end(), [](const Job* job) { return job->active(); }))
        return;
    const auto next = std::find_if(m_jobs.begin(), m_jobs.end(),
                                   [](const Job* job) { return job->state() == Job::State::Waiting; });
    if (next != m_jobs.end())
        (*next)->run();
}

void JobList::jobEnded(Job* job)
{
    emit ended(job);
    if (job->state() != Job::State::Failed) {
        std::erase(m_jobs, job);
        job->deleteLater();
        emit changed();
    }
    startNext();
}

} // namespace representer
