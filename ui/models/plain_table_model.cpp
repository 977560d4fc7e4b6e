#include "ui/models/plain_table_model.h"

#include "ui/models/plain_tool_tip.h"
#include "ui/models/roles.h"
#include "ui/number_format.h"

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

QString text(const Table::Cell& cell, bool exact)
{
    if (const auto* string = std::get_if<std::string>(&cell))
        return toQString(*string);
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return exact ? QString::number(*whole) : countText(*whole);
    if (const auto* number = std::get_if<double>(&cell))
        return exact ? exactNumberText(*number) : numberText(*number);
    return {};
}

double number(const Table::Cell& cell)
{
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return static_cast<double>(*whole);
    const auto* value = std::get_if<double>(&cell);
    return value ? *value : 0.0;
}

} // namespace

void PlainTableModel::setTable(Table table, int barColumn)
{
    beginResetModel();
    m_table = std::move(table);
    m_barColumn = barColumn;
    m_largest = 0;
    for (const auto& row : m_table.rows) {
        if (barColumn >= 0)
            m_largest = std::max(m_largest, std::abs(number(row[static_cast<std::size_t>(barColumn)])));
    }
    endResetModel();
}

int PlainTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}

int PlainTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
}

const Table::Cell& PlainTableModel::cell(const QModelIndex& index) const
{
    return m_table.rows[static_cast<std::size_t>(index.row())][static_cast<std::size_t>(index.column())];
}

QVariant PlainTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Table::Cell& value = cell(index);
    const bool isText = std::holds_alternative<std::string>(value);
    switch (role) {
    case Qt::DisplayRole:
        return text(value, false);
    case ExactTextRole:
        return text(value, true);
    case Qt::ToolTipRole:
        return plainToolTip(text(value, true));
    case SortRole:
        return isText ? QVariant(text(value, true)) : QVariant(number(value));
    case FractionRole:
        return m_largest > 0 ? number(value) / m_largest : 0.0;
    case IndexRole:
        return index.row();
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (isText ? Qt::AlignLeft : Qt::AlignRight));
    default:
        return {};
    }
}

QVariant PlainTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::DisplayRole)
        return toQString(m_table.columns[static_cast<std::size_t>(section)].title);
    if (role == Qt::ToolTipRole)
        return section < m_toolTips.size() ? plainToolTip(m_toolTips[section]) : QVariant();
    return {};
}

} // namespace representer
