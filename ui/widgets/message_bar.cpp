#include "ui/widgets/message_bar.h"

#include "ui/theme/colours.h"
#include "ui/theme/icons.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace representer {

static constexpr int goodNewsMilliseconds = 12000;

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), m_icon(new QLabel(this)), m_text(new QLabel(this)), m_action(new QPushButton(this)),
      m_close(new QToolButton(this))
{
    setObjectName(QStringLiteral("messageBar"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_close->setAccessibleName(tr("Dismiss the message"));
    m_close->setToolTip(tr("Dismiss"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 8, 8, 8);
    layout->setSpacing(10);
    layout->addWidget(m_icon, 0, Qt::AlignTop);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_action);
    layout->addWidget(m_close, 0, Qt::AlignTop);
    connect(m_action, &QPushButton::clicked, this, &MessageBar::actionTriggered);
    connect(m_close, &QToolButton::clicked, this, [this] {
        clear();
        emit dismissed();
    });
    m_goodNews.setSingleShot(true);
    m_goodNews.setInterval(goodNewsMilliseconds);
    connect(&m_goodNews, &QTimer::timeout, this, &MessageBar::clear);
    hide();
}

void MessageBar::showMessage(Kind kind, const QString& text, const QString& actionText)
{
    m_kind = kind;
    m_text->setText(text);
    m_action->setText(actionText);
    m_action->setVisible(!actionText.isEmpty());
    setAccessibleName(text);
    recolour();
    show();
    if (kind == Kind::Info || kind == Kind::Good)
        m_goodNews.start();
    else
        m_goodNews.stop();
}

void MessageBar::clear()
{
    m_goodNews.stop();
    m_text->clear();
    hide();
}

QString MessageBar::text() const
{
    return m_text->text();
}

void MessageBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        recolour();
    QFrame::changeEvent(event);
}

void MessageBar::recolour()
{
    // Not its own palette, which takes its background from the sheet set below.
    const QPalette colours = QApplication::palette();
    const QColor tone = m_kind == Kind::Error     ? errorColour(colours)
                        : m_kind == Kind::Warning ? warningColour(colours)
                        : m_kind == Kind::Good    ? goodColour(colours)
                                                  : accentColour(colours);
    const QColor base = colours.color(QPalette::Base);
    const QString icon = m_kind == Kind::Good   ? QStringLiteral("check")
                         : m_kind == Kind::Info ? QStringLiteral("info")
                                                : QStringLiteral("warning");
    m_icon->setPixmap(tintedPixmap(icon, tone, 18, devicePixelRatioF()));
    m_close->setIcon(themedIcon(QStringLiteral("close"), colours));
    const QString sheet =
        QStringLiteral("#messageBar { background: %1; border: 1px solid %2; border-radius: 8px; }")
            .arg(mixed(base, tone, 0.10).name(), mixed(base, tone, 0.40).name());
    if (sheet != styleSheet())
        setStyleSheet(sheet);
}

} // namespace representer
