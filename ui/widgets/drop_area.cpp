#include "ui/widgets/drop_area.h"

#include "ui/theme/colours.h"

#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMimeData>
#include <QPainter>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

namespace representer {

QStringList localFiles(const QMimeData* data)
{
    QStringList paths;
    for (const QUrl& url : data->urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    return paths;
}

DropArea::DropArea(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("dropArea"));
    setAcceptDrops(true);
    auto* title = new QLabel(tr("Drop files or a folder here"), this);
    title->setProperty("role", QStringLiteral("subtitle"));
    auto* text = new QLabel(
        tr("MovieLens and Amazon ratings, CSV tables, LIBSVM rows, folders of text, labelled lines, NumPy "
           "arrays; zipped or not. The format is recognised from the content."),
        this);
    text->setProperty("role", QStringLiteral("muted"));
    text->setWordWrap(true);
    auto* files = new QPushButton(tr("Choose files..."), this);
    files->setProperty("role", QStringLiteral("primary"));
    auto* folder = new QPushButton(tr("Choose a folder..."), this);
    connect(files, &QPushButton::clicked, this, &DropArea::filesWanted);
    connect(folder, &QPushButton::clicked, this, &DropArea::folderWanted);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(files);
    buttons->addWidget(folder);
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(22, 18, 22, 18);
    layout->setSpacing(8);
    layout->addWidget(title);
    layout->addWidget(text);
    layout->addSpacing(4);
    layout->addLayout(buttons);
}

void DropArea::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor base = palette().color(QPalette::Base);
    const QColor accent = accentColour(palette());
    painter.setBrush(m_hovered ? mixed(base, accent, 0.12) : base);
    painter.setPen(
        QPen(m_hovered ? accent : mixed(borderColour(palette()), palette().color(QPalette::Text), 0.15), 1.5,
             Qt::DashLine));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 10, 10);
}

void DropArea::dragEnterEvent(QDragEnterEvent* event)
{
    if (localFiles(event->mimeData()).isEmpty())
        return;
    event->acceptProposedAction();
    m_hovered = true;
    update();
}

void DropArea::dragLeaveEvent(QDragLeaveEvent*)
{
    m_hovered = false;
    update();
}

void DropArea::dropEvent(QDropEvent* event)
{
    m_hovered = false;
    update();
    event->acceptProposedAction();
    emit dropped(localFiles(event->mimeData()));
}

} // namespace representer
