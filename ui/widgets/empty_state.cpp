#include "ui/widgets/empty_state.h"

#include "ui/theme/colours.h"
#include "ui/theme/icons.h"

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace representer {

EmptyState::EmptyState(QWidget* parent)
    : QWidget(parent), m_icon(new QLabel(this)), m_title(new QLabel(this)), m_text(new QLabel(this)),
      m_action(new QPushButton(this))
{
    m_title->setProperty("role", QStringLiteral("subtitle"));
    m_text->setProperty("role", QStringLiteral("muted"));
    m_action->setProperty("role", QStringLiteral("primary"));
    for (QLabel* label : {m_title, m_text}) {
        label->setTextFormat(Qt::PlainText);
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
        label->setMinimumWidth(360);
        label->setMaximumWidth(520);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addStretch(2);
    layout->addWidget(m_icon, 0, Qt::AlignHCenter);
    layout->addWidget(m_title, 0, Qt::AlignHCenter);
    layout->addWidget(m_text, 0, Qt::AlignHCenter);
    layout->addSpacing(4);
    layout->addWidget(m_action, 0, Qt::AlignHCenter);
    layout->addStretch(3);
    connect(m_action, &QPushButton::clicked, this, &EmptyState::actionTriggered);
}

void EmptyState::set(const QString& icon, const QString& title, const QString& text,
                     const QString& actionText)
{
    m_iconName = icon;
    m_title->setText(title);
    m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
    m_action->setText(actionText);
    m_action->setVisible(!actionText.isEmpty());
    recolour();
}

void EmptyState::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        recolour();
    QWidget::changeEvent(event);
}

void EmptyState::recolour()
{
    if (!m_iconName.isEmpty())
        m_icon->setPixmap(tintedPixmap(m_iconName, mutedTextColour(palette()), 44, devicePixelRatioF()));
}

} // namespace representer
