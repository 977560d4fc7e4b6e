#include "ui/models/text_table_model.h"

#include "ui/models/plain_tool_tip.h"
#include "ui/models/roles.h"

namespace representer {

static int alignment(const TableColumn& column)
{
    return int(Qt::AlignVCenter | (column.number ? Qt::AlignRight : Qt::AlignLeft));
}

QVariant TextTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), index.column(), false);
    case ExactTextRole:
        return text(index.row(), index.column(), true);
    case SortRole:
        return sortKey(index.row(), index.column());
    case Qt::TextAlignmentRole:
        return alignment(column(index.column()));
    case Qt::ToolTipRole: {
        const QString tip = toolTip(index.row(), index.column());
        return tip.isEmpty() ? QVariant() : plainToolTip(tip);
    }
    default:
        return otherData(index.row(), index.column(), role);
    }
}

QVariant TextTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::DisplayRole)
        return column(section).title;
    if (role == Qt::TextAlignmentRole)
        return alignment(column(section));
    if (role != Qt::ToolTipRole)
        return {};
    const QString tip = column(section).toolTip;
    return tip.isEmpty() ? QVariant() : plainToolTip(tip);
}

QString TextTableModel::toolTip(int, int) const
{
    return {};
}

QVariant TextTableModel::otherData(int, int, int) const
{
    return {};
}

} // namespace representer
