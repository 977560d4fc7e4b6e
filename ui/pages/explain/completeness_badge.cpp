#include "ui/pages/explain/completeness_badge.h"

#include "ui/models/plain_tool_tip.h"
#include "ui/theme/colours.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

namespace representer {

CompletenessBadge::CompletenessBadge(QWidget* parent) : QFrame(parent), m_text(new QLabel(this))
{
    setFocusPolicy(Qt::TabFocus);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(24, 3, 10, 3);
    layout->addWidget(m_text);
    hide();
}

void CompletenessBadge::setPoint(const ExplainedPoint* point)
{
    setVisible(point != nullptr);
    if (!point)
        return;
    m_completeness = completeness(point->explanation);
    m_text->setText(completenessText(point->explanation));
    const QString meaning = completenessToolTip(*point);
    setToolTip(plainToolTip(meaning));
    setAccessibleName(tr("Completeness: %1").arg(m_text->text()));
    setAccessibleDescription(meaning);
    update();
}

QColor CompletenessBadge::colour() const
{
    switch (m_completeness) {
    case Completeness::Exact:
        return goodColour(palette());
    case Completeness::Nearly:
        return warningColour(palette());
    case Completeness::RankingOnly:
        break;
    }
    return mutedTextColour(palette());
}

void CompletenessBadge::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        update();
}

void CompletenessBadge::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    QColor fill = colour();
    fill.setAlphaF(0.14f);
    painter.setPen(hasFocus() ? QPen(accentColour(palette()), 1.5) : QPen(Qt::NoPen));
    painter.setBrush(fill);
    painter.drawRoundedRect(area, area.height() / 2, area.height() / 2);
    const QPointF middle(13, area.center().y());
    painter.setPen(QPen(colour(), 1.8));
    // Full, half and empty dots: the state is not told by colour alone.
    painter.setBrush(m_completeness == Completeness::Exact ? QBrush(colour()) : QBrush(Qt::NoBrush));
    painter.drawEllipse(middle, 4, 4);
    if (m_completeness == Completeness::Nearly) {
        painter.setBrush(colour());
        painter.drawPie(QRectF(middle.x() - 4, middle.y() - 4, 8, 8), 90 * 16, 180 * 16);
    }
}

} // namespace representer
