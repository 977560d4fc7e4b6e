#pragma once

#include <QStyledItemDelegate>

namespace representer {

// Draws a cell's FractionRole as a bar behind its number: to the right of the middle when it pushes up, to
// the left when it pushes down; from the edge when the column holds one sign only.
class ContributionBarDelegate final : public QStyledItemDelegate {
    Q_OBJECT
public:
    enum class Shape { Diverging, FromLeft };

    explicit ContributionBarDelegate(Shape shape, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    Shape m_shape;
};

} // namespace representer
