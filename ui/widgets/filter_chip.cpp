#include "ui/widgets/filter_chip.h"

#include "ui/number_format.h"
#include "ui/theme/colours.h"
#include "ui/theme/icons.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace representer {

FilterChip::FilterChip(QWidget* parent)
    : QFrame(parent), m_text(new QLabel(this)), m_clear(new QToolButton(this))
{
    setObjectName(QStringLiteral("filterChip"));
    m_clear->setAccessibleName(tr("Show all rows"));
    m_clear->setToolTip(tr("Show all rows"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 0, 2, 0);
    layout->setSpacing(2);
    layout->addWidget(m_text);
    layout->addWidget(m_clear);
    connect(m_clear, &QToolButton::clicked, this, &FilterChip::cleared);
    recolour();
    hide();
}

void FilterChip::setCounts(qint64 shown, qint64 all)
{
    m_text->setText(tr("%1 of %2 rows").arg(countText(shown), countText(all)));
    setVisible(shown != all);
}

void FilterChip::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        recolour();
    QFrame::changeEvent(event);
}

void FilterChip::recolour()
{
    // The application's palette: the chip's own takes its background from the sheet set below.
    const QPalette colours = QApplication::palette();
    m_clear->setIcon(themedIcon(QStringLiteral("close"), colours));
    m_clear->setIconSize({12, 12});
    const QString sheet = QStringLiteral("#filterChip { background: %1; border-radius: 10px; border: none; }")
                              .arg(mixed(colours.color(QPalette::Base), accentColour(colours), 0.18).name());
    if (sheet != styleSheet())
        setStyleSheet(sheet);
}

} // namespace representer
