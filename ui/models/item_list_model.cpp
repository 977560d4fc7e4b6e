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

TableColumn ItemListModel::column(int column) const
{
    switch (static_cast<Column>(column)) {
    case Rank:
        return {tr("#"), tr("Place among all items by the model's prediction for this user."), true};
    case Title:
        return {tr("Item"), tr("The item's title, or its id.")};
    case Predicted:
        return {tr("Score"), tr("The model's prediction, in the user's own scale."), true};
    case Given:
        return {tr("Given"), tr("What the user gave; in brackets when the model was not trained on it."),
                true};
    case About:
        return {tr("About"), tr("What else is known about the item.")};
    case ColumnCount:
        break;
    }
    return {};
}

QString ItemListModel::text(int row, int column, bool exact) const
{
    const ItemLine& entry = line(row);
    switch (static_cast<Column>(column)) {
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

QVariant ItemListModel::sortKey(int row, int column) const
{
    switch (static_cast<Column>(column)) {
    case Rank:
        return row;
    case Predicted:
        return line(row).predicted;
    case Given:
        return line(row).given.value_or(-1e300);
    default:
        return TextTableModel::sortKey(row, column);
    }
}

QString ItemListModel::toolTip(int row, int) const
{
    const ItemLine& entry = line(row);
    return entry.about.isEmpty() ? entry.title : entry.title + QLatin1Char('\n') + entry.about;
}

QVariant ItemListModel::otherData(int row, int, int role) const
{
    return role == IndexRole ? QVariant(line(row).item.value) : QVariant();
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
