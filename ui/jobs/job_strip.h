#pragma once

#include <QFrame>

#include <vector>

class QVBoxLayout;

namespace representer {

class Job;
class JobList;
class JobRow;

// The foot of the window: each job with its stage, time left and Cancel; failures stay until read. Hidden
// when idle.
class JobStrip final : public QFrame {
    Q_OBJECT
public:
    explicit JobStrip(JobList& jobs, QWidget* parent = nullptr);

private:
    void rebuild();

    JobList& m_jobs;
    QVBoxLayout* m_layout;
    std::vector<JobRow*> m_rows;
};

} // namespace representer
