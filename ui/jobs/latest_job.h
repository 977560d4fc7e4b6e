#pragma once

#include "ui/jobs/job.h"

#include <QObject>

#include <functional>
#include <memory>

namespace representer {

// Newest wins: starting cancels what ran before, whose result is dropped. The superseded job is parked until
// its thread has noticed, so starting never waits.
class LatestJob final : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    ~LatestJob() override;

    template<class Work, class Done>
    void start(QString title, Work work, Done done, std::function<void(const QString&)> failed = {})
    {
        adopt(Job::make(std::move(title), std::move(work), std::move(done)), std::move(failed));
    }
    void cancel();
    bool running() const { return m_current != nullptr; }

signals:
    void runningChanged(bool running);

private:
    void adopt(std::unique_ptr<Job> job, std::function<void(const QString&)> failed);
    void park();

    Job* m_current = nullptr; // a child, like the parked ones
};

} // namespace representer
