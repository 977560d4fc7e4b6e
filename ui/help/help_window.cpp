#include "ui/help/help_window.h"

#include <QFile>
#include <QHBoxLayout>
#include <QListWidget>
#include <QTextBrowser>
#include <QUrl>

namespace representer {

QList<HelpWindow::Topic> HelpWindow::topics()
{
    return {{QStringLiteral("tour"), tr("A tour in five minutes")},
            {QStringLiteral("numbers"), tr("What the numbers mean")},
            {QStringLiteral("methods"), tr("Methods, formulas, promises")},
            {QStringLiteral("studies"), tr("Proof by retraining")},
            {QStringLiteral("results"), tr("Results beside the paper's")},
            {QStringLiteral("data"), tr("Data: what is in it")},
            {QStringLiteral("models"), tr("Models: train, adopt")},
            {QStringLiteral("explain"), tr("Explain a prediction")},
            {QStringLiteral("compare"), tr("Compare two explanations")},
            {QStringLiteral("deletion"), tr("Deletion: the proof")},
            {QStringLiteral("triage"), tr("Triage: look twice")},
            {QStringLiteral("hubs"), tr("Hubs")},
            {QStringLiteral("formats"), tr("Data formats")},
            {QStringLiteral("shortcuts"), tr("Keyboard shortcuts")}};
}

HelpWindow::HelpWindow(QWidget* parent)
    : QWidget(parent, Qt::Window), m_list(new QListWidget(this)), m_text(new QTextBrowser(this))
{
    setWindowTitle(tr("Help"));
    resize(920, 640);
    m_list->setAccessibleName(tr("Help topics"));
    m_list->setFixedWidth(fontMetrics().averageCharWidth() * 34);
    m_text->setAccessibleName(tr("Help text"));
    m_text->setOpenLinks(false);
    for (const Topic& topic : topics()) {
        auto* item = new QListWidgetItem(topic.title, m_list);
        item->setData(Qt::UserRole, topic.key);
    }
    auto* layout = new QHBoxLayout(this);
    layout->addWidget(m_list);
    layout->addWidget(m_text, 1);
    connect(m_list, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
        QFile file(
            QStringLiteral(":/help/%1.md").arg(item ? item->data(Qt::UserRole).toString() : QString()));
        if (file.open(QIODevice::ReadOnly))
            m_text->setMarkdown(QString::fromUtf8(file.readAll()));
    });
    // Pages link to each other by file name, which works in the repository too.
    connect(m_text, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
        QString topic = link.path();
        if (topic.endsWith(QStringLiteral(".md")))
            showTopic(topic.chopped(3));
    });
    m_list->setCurrentRow(0);
}

void HelpWindow::showTopic(const QString& topic)
{
    for (int row = 0; row < m_list->count(); ++row)
        if (m_list->item(row)->data(Qt::UserRole).toString() == topic)
            m_list->setCurrentRow(row);
}

QString HelpWindow::currentTopic() const
{
    return m_list->currentItem() ? m_list->currentItem()->data(Qt::UserRole).toString() : QString();
}

} // namespace representer
