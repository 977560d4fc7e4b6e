#include "ui/jobs/store_queue.h"

#include "core/store/workspace.h"

#include <QtGlobal>

#include <exception>

namespace representer {

StoreQueue::~StoreQueue()
{
    m_job.reset(); // its writes look at no stop token: they end first
    try {
        run(m_waiting);
    } catch (const std::exception& error) {
        qWarning("%s", error.what()); // nobody is left to be told on screen
    }
}

void StoreQueue::add(std::filesystem::path workspace, Write write)
{
    m_waiting.push_back({std::move(workspace), std::move(write)});
    if (!m_job)
        startNext();
}

void StoreQueue::run(const std::deque<Task>& tasks)
{
    for (const Task& task : tasks)
        task.write(Workspace(task.workspace, Workspace::Mode::OpenExisting));
}

void StoreQueue::startNext()
{
    if (m_waiting.empty()) {
        emit written();
        return;
    }
    m_job = Job::make(
        tr("Storing"), [tasks = std::exchange(m_waiting, {})](const TaskContext&) { run(tasks); }, [] {});
    connect(m_job.get(), &Job::ended, this, [this](Job::State state) {
        const QString message = state == Job::State::Failed ? m_job->message() : QString();
        m_job.release()->deleteLater();
        if (!message.isEmpty())
            emit failed(message);
        startNext();
    });
    m_job->run();
}

} // namespace representer
