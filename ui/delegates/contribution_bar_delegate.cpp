#include "ui/delegates/contribution_bar_delegate.h"

#include "ui/models/roles.h"
#include "ui/theme/colours.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace representer {

ContributionBarDelegate::ContributionBarDelegate(Shape shape, QObject* parent)
    : QStyledItemDelegate(parent), m_shape(shape)
{
}

void ContributionBarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                                    const QModelIndex& index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QString text = cell.text;
    cell.text.clear();
    const QStyle* style = cell.widget ? cell.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);

    const double fraction = std::clamp(index.data(FractionRole).toDouble(), -1.0, 1.0);
    const QRect area = option.rect.adjusted(4, 3, -4, -3);
    // The number has its own place at the right, so that it is never read through the bar.
    const int numberWidth = option.fontMetrics.horizontalAdvance(QStringLiteral("+0.00000"));
    QRect track = area.adjusted(0, 0, -numberWidth - 4, 0);
    if (track.width() > 8) {
        QRect bar = track;
        if (m_shape == Shape::FromLeft) {
            bar.setWidth(std::max(2, static_cast<int>(std::lround(std::abs(fraction) * track.width()))));
        } else {
            const int middle = track.center().x();
            const int length =
                std::max(1, static_cast<int>(std::lround(std::abs(fraction) * track.width() / 2)));
            bar = QRect(fraction >= 0 ? middle : middle - length, track.top(), length, track.height());
        }
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        const QColor colour = fraction >= 0 ? upColour(option.palette) : downColour(option.palette);
        painter->setBrush(colour);
        painter->drawRoundedRect(bar, 2, 2);
        painter->restore();
    }
    const auto role = cell.state & QStyle::State_Selected ? QPalette::HighlightedText : QPalette::Text;
    style->drawItemText(painter, area, Qt::AlignRight | Qt::AlignVCenter, cell.palette, true, text, role);
}

QSize ContributionBarDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QSize text = QStyledItemDelegate::sizeHint(option, index);
    return {option.fontMetrics.averageCharWidth() * 20, text.height()};
}

} // namespace representer
