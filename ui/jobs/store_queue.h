#pragma once

#include "ui/jobs/job.h"

#include <QObject>

#include <deque>
#include <filesystem>
#include <functional>
#include <memory>

namespace representer {

class Workspace;

// Small writes to a workspace (marks, notes, views), one after another on a worker and in the order they were
// asked for. What is still waiting when the queue goes away is written then: nothing the user did is lost.
class StoreQueue final : public QObject {
    Q_OBJECT
public:
    using Write = std::function<void(const Workspace&)>;

    using QObject::QObject;
    ~StoreQueue() override;

    void add(std::filesystem::path workspace, Write write);
    bool idle() const { return !m_job; }

signals:
    void failed(const QString& message);
    void written(); // nothing is waiting any more

private:
    struct Task {
        std::filesystem::path workspace;
        Write write;
    };
    static void run(const std::deque<Task>& tasks);
    void startNext();

    std::deque<Task> m_waiting;
    std::unique_ptr<Job> m_job;
};

} // namespace representer
