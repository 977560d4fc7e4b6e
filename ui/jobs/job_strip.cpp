#include "ui/jobs/job_strip.h"

#include "ui/jobs/job_list.h"
#include "ui/jobs/job_row.h"

#include <QVBoxLayout>

#include <algorithm>

namespace representer {

JobStrip::JobStrip(JobList& jobs, QWidget* parent)
    : QFrame(parent), m_jobs(jobs), m_layout(new QVBoxLayout(this))
{
    setProperty("role", QStringLiteral("footer"));
    setAccessibleName(tr("Running jobs"));
    m_layout->setContentsMargins(0, 2, 0, 2);
    m_layout->setSpacing(0);
    connect(&jobs, &JobList::changed, this, &JobStrip::rebuild);
    rebuild();
}

void JobStrip::rebuild()
{
    const auto& jobs = m_jobs.jobs();
    std::erase_if(m_rows, [&](JobRow* row) {
        if (std::find(jobs.begin(), jobs.end(), row->job()) != jobs.end())
            return false;
        row->hide();
        row->deleteLater();
        return true;
    });
    for (Job* job : jobs) {
        const auto known =
            std::find_if(m_rows.begin(), m_rows.end(), [&](JobRow* row) { return row->job() == job; });
        if (known != m_rows.end())
            continue;
        auto* row = new JobRow(*job, this);
        connect(row, &JobRow::dismissed, &m_jobs, &JobList::dismiss, Qt::QueuedConnection);
        m_layout->addWidget(row);
        m_rows.push_back(row);
    }
    setVisible(!m_rows.empty());
}

} // namespace representer
