#pragma once

#include "ui/jobs/job.h"

#include <QObject>

#include <memory>
#include <vector>

namespace representer {

// Heavy work (imports, trainings, studies), one at a time in the order asked for. Failures stay until
// dismissed.
class JobList final : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    ~JobList() override;

    Job* add(std::unique_ptr<Job> job); // owned by the list; starts when its turn comes
    void dismiss(Job* job);             // an ended job leaves the list; a live one is cancelled
    void cancelAll();

    const std::vector<Job*>& jobs() const { return m_jobs; }
    bool idle() const;

signals:
    void changed(); // jobs came, went, or changed state
    void progressed(representer::Job* job);
    void ended(representer::Job* job); // while it is still in the list

private:
    void startNext();
    void jobEnded(Job* job);

    std::vector<Job*> m_jobs; // children
};

} // namespace representer
