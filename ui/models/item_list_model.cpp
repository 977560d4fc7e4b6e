#include "ui/models/item_list_model.h"

#include "ui/models/plain_tool_tip.h"
#include "ui/models/roles.h"
#include "ui/number_format.h"

#include <algorithm>

namespace representer {

void ItemListModel::setLines(ItemLines lines)
{
    beginResetModel();
    m_lines = std::move(lines);
    endResetModel();
}

int ItemListModel::rowOf(ItemIndex item) const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (line(row).item == item)
            return row;
    }
    return -1;
}

int ItemListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_lines ? 0 : static_cast<int>(m_lines->size());
}

int ItemListModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ItemListModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const ItemLine& row = line(index.row());
    const auto column = static_cast<Column>(index.column());
    const bool number = column != Title && column != About;
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), column, false);
    case ExactTextRole:
        return text(index.row(), column, true);
    case SortRole:
        switch (column) {
        case Rank:
            return index.row();
        case Predicted:
            return row.predicted;
        case Given:
            return row.given.value_or(-1e300);
        default:
            return text(index.row(), column, true);
        }
    case IndexRole:
        return row.item.value;
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::ToolTipRole:
        return plainToolTip(row.about.isEmpty() ? row.title : row.title + QLatin1Char('\n') + row.about);
    default:
        return {};
    }
}

QVariant ItemListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const auto column = static_cast<Column>(section);
    if (role == Qt::DisplayRole) {
        switch (column) {
        case Rank:
            return tr("#");
        case Title:
            return tr("Item");
        case Predicted:
            return tr("Predicted");
        case Given:
            return tr("Given");
        case About:
            return tr("About");
        case ColumnCount:
            break;
        }
    }
    if (role == Qt::ToolTipRole) {
        switch (column) {
        case Rank:
            return tr("Place among all items by the model's prediction for this user.");
        case Title:
            return tr("The item's title, or its id.");
        case Predicted:
            return tr("The model's prediction, in the user's own scale.");
        case Given:
            return tr("What the user gave; in brackets when the model was not trained on it.");
        case About:
            return tr("What else is known about the item.");
        case ColumnCount:
            break;
        }
    }
    return {};
}

QString ItemListModel::text(int row, Column column, bool exact) const
{
    const ItemLine& entry = line(row);
    switch (column) {
    case Rank:
        return QString::number(row + 1);
    case Title:
        return entry.title;
    case Predicted:
        return exact ? exactNumberText(entry.predicted) : numberText(entry.predicted);
    case Given:
        if (!entry.given)
            return {};
        return exact || entry.inTraining ? numberText(*entry.given)
                                         : tr("(%1)").arg(numberText(*entry.given));
    case About:
        return entry.about;
    case ColumnCount:
        break;
    }
    return {};
}

ItemFilterProxy::ItemFilterProxy(ItemListModel* source, QObject* parent)
    : QSortFilterProxyModel(parent), m_source(source)
{
    setSortRole(SortRole);
    setSourceModel(source);
}

void ItemFilterProxy::setChoice(Choice choice)
{
    m_choice = choice;
    invalidateFilter();
}

void ItemFilterProxy::setText(const QString& text)
{
    m_words = text.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

bool ItemFilterProxy::filterAcceptsRow(int sourceRow, const QModelIndex&) const
{
    const ItemLine& line = m_source->line(sourceRow);
    if (m_choice == Choice::Recommended && line.inTraining)
        return false;
    if (m_choice == Choice::History && !line.inTraining)
        return false;
    if (m_choice == Choice::HeldOut && (!line.given || line.inTraining))
        return false;
    return std::all_of(m_words.begin(), m_words.end(), [&line](const QString& word) {
        return line.title.contains(word, Qt::CaseInsensitive) ||
               line.about.contains(word, Qt::CaseInsensitive);
    });
}

} // namespace representer
