#include "ui/pages/page.h"

#include "ui/export/ask_export.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/message_bar.h"
#include "ui/workbench/workbench.h"

#include <QLabel>
#include <QProgressBar>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace representer {

static QWidget* makeBusyView(QLabel* text)
{
    auto* view = new QWidget;
    auto* bar = new QProgressBar(view);
    bar->setRange(0, 0);
    bar->setTextVisible(false);
    bar->setFixedWidth(260);
    text->setProperty("role", QStringLiteral("muted"));
    auto* layout = new QVBoxLayout(view);
    layout->addStretch(2);
    layout->addWidget(text, 0, Qt::AlignHCenter);
    layout->addSpacing(8);
    layout->addWidget(bar, 0, Qt::AlignHCenter);
    layout->addStretch(3);
    return view;
}

Page::Page(Workbench& workbench, JobList& jobs, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_jobs(jobs), m_messages(new MessageBar(this)),
      m_states(new QStackedLayout), m_empty(new EmptyState(this)), m_busyText(new QLabel),
      m_content(new QWidget(this))
{
    m_busyText->setTextFormat(Qt::PlainText);
    m_busy = makeBusyView(m_busyText);
    m_states->addWidget(m_empty);
    m_states->addWidget(m_busy);
    m_states->addWidget(m_content);
    auto* bars = new QVBoxLayout;
    bars->setContentsMargins(16, 0, 16, 0);
    bars->addWidget(m_messages);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bars);
    layout->addLayout(m_states, 1);
    connect(m_empty, &EmptyState::actionTriggered, this, [this] { emptyActionTriggered(); });
}

void Page::showContent()
{
    m_states->setCurrentWidget(m_content);
}

void Page::showEmpty(const QString& icon, const QString& title, const QString& text,
                     const QString& actionText)
{
    m_empty->set(icon, title, text, actionText);
    m_states->setCurrentWidget(m_empty);
}

void Page::showBusy(const QString& text)
{
    m_busyText->setText(text);
    m_states->setCurrentWidget(m_busy);
}

void Page::showError(const QString& message)
{
    m_messages->showMessage(MessageBar::Kind::Error, message);
}

void Page::tellWritten(const QString& path)
{
    m_workbench.notify(tr("Written: %1").arg(path));
}

void Page::exportChart(PlotView& view, const QString& name, const Manifest& manifest)
{
    askToExportChart(
        view, name, manifest, this, [this](const QString& path) { tellWritten(path); },
        [this](const QString& message) { showError(message); });
}

void Page::exportTable(const Table& table, const QString& name)
{
    askToExportTable(
        table, name, this, [this](const QString& path) { tellWritten(path); },
        [this](const QString& message) { showError(message); });
}

bool Page::showsContent() const
{
    return m_states->currentWidget() == m_content;
}

} // namespace representer
