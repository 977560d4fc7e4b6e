#include "ui/jobs/job_row.h"

#include "ui/jobs/job.h"
#include "ui/number_format.h"
#include "ui/theme/colours.h"
#include "ui/theme/icons.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

namespace representer {

JobRow::JobRow(Job& job, QWidget* parent)
    : QWidget(parent), m_job(&job), m_icon(new QLabel(this)), m_title(new QLabel(job.title(), this)),
      m_stage(new QLabel(this)), m_bar(new QProgressBar(this)), m_button(new QPushButton(this))
{
    m_title->setTextFormat(Qt::PlainText);
    m_stage->setTextFormat(Qt::PlainText);
    m_stage->setProperty("role", QStringLiteral("muted"));
    m_stage->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_stage->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_bar->setTextVisible(false);
    m_bar->setFixedWidth(180);
    m_bar->setAccessibleName(tr("Progress of %1").arg(job.title()));
    m_button->setProperty("role", QStringLiteral("quiet"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 3, 8, 3);
    layout->setSpacing(10);
    layout->addWidget(m_icon);
    layout->addWidget(m_title);
    layout->addWidget(m_stage, 1);
    layout->addWidget(m_bar);
    layout->addWidget(m_button);
    connect(&job, &Job::stateChanged, this, &JobRow::refresh);
    connect(&job, &Job::progressed, this, &JobRow::refresh);
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_job)
            emit dismissed(m_job);
    });
    refresh();
}

const Job* JobRow::job() const
{
    return m_job;
}

void JobRow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        refresh();
    QWidget::changeEvent(event);
}

void JobRow::refresh()
{
    if (!m_job)
        return;
    const Job::State state = m_job->state();
    const bool failed = state == Job::State::Failed;
    m_icon->setPixmap(
        failed ? tintedPixmap(QStringLiteral("warning"), errorColour(palette()), 16, devicePixelRatioF())
               : tintedPixmap(QStringLiteral("run"), accentColour(palette()), 16, devicePixelRatioF()));
    m_bar->setVisible(!failed);
    m_button->setText(failed                          ? tr("Dismiss")
                      : state == Job::State::Stopping ? tr("Stopping...")
                                                      : tr("Cancel"));
    m_button->setEnabled(state != Job::State::Stopping);
    m_button->setAccessibleName(failed ? tr("Dismiss the failure of %1").arg(m_job->title())
                                       : tr("Cancel %1").arg(m_job->title()));
    if (failed) {
        m_stage->setWordWrap(true);
        m_stage->setText(m_job->message());
        m_stage->setToolTip(m_job->message().toHtmlEscaped());
        return;
    }
    if (state == Job::State::Waiting) {
        m_stage->setText(tr("waiting for the job before it"));
        m_bar->setRange(0, 1);
        m_bar->setValue(0);
        return;
    }
    QString text = m_job->stage();
    const std::int64_t total = m_job->total();
    if (total > 0) {
        text += tr(", %1 of %2").arg(countText(m_job->done()), countText(total));
        m_bar->setRange(0, 1000);
        m_bar->setValue(
            static_cast<int>(1000.0 * static_cast<double>(m_job->done()) / static_cast<double>(total)));
    } else {
        m_bar->setRange(0, 0);
    }
    if (const auto left = m_job->secondsLeft())
        text += tr(", about %1 left").arg(durationText(*left));
    m_stage->setText(text);
}

} // namespace representer
