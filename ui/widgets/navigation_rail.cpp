#include "ui/widgets/navigation_rail.h"

#include "ui/theme/icons.h"

#include <QEvent>
#include <QToolButton>
#include <QVBoxLayout>

namespace representer {

NavigationRail::NavigationRail(QWidget* parent) : QFrame(parent), m_layout(new QVBoxLayout(this))
{
    setProperty("role", QStringLiteral("rail"));
    setAccessibleName(tr("Pages"));
    m_layout->setContentsMargins(6, 8, 6, 8);
    m_layout->setSpacing(2);
    m_layout->addStretch(1);
}

void NavigationRail::add(const QString& icon, const QString& name, const QString& toolTip)
{
    auto* button = new QToolButton(this);
    button->setProperty("role", QStringLiteral("rail"));
    button->setObjectName(QStringLiteral("page.") + icon);
    button->setText(name);
    button->setToolTip(toolTip);
    button->setAccessibleName(name);
    button->setCheckable(true);
    button->setAutoExclusive(true);
    button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    button->setIconSize({22, 22});
    button->setFocusPolicy(Qt::TabFocus);
    button->setFixedSize(fontMetrics().averageCharWidth() * 11, fontMetrics().height() * 2 + 26);
    const int index = static_cast<int>(m_entries.size());
    connect(button, &QToolButton::clicked, this, [this, index] { emit chosen(index); });
    m_entries.push_back({icon, button});
    m_layout->insertWidget(index, button, 0, Qt::AlignHCenter);
    button->setIcon(themedIcon(icon, palette()));
}

void NavigationRail::setCurrent(int index)
{
    m_entries[static_cast<std::size_t>(index)].button->setChecked(true);
}

void NavigationRail::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        recolour();
    QFrame::changeEvent(event);
}

void NavigationRail::recolour()
{
    for (const Entry& entry : m_entries)
        entry.button->setIcon(themedIcon(entry.icon, palette()));
}

} // namespace representer
