#include "ui/models/plain_table_model.h"

#include "ui/models/roles.h"
#include "ui/number_format.h"

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

QString screenText(const Table::Cell& cell, bool exact)
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

const Table::Cell& PlainTableModel::cell(int row, int column) const
{
    return m_table.rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
}

TableColumn PlainTableModel::column(int column) const
{
    const bool number = !m_table.rows.empty() && !std::holds_alternative<std::string>(cell(0, column));
    return {toQString(m_table.columns[static_cast<std::size_t>(column)].title), m_toolTips.value(column),
            number};
}

QString PlainTableModel::text(int row, int column, bool exact) const
{
    return screenText(cell(row, column), exact);
}

QVariant PlainTableModel::sortKey(int row, int column) const
{
    const Table::Cell& value = cell(row, column);
    return std::holds_alternative<std::string>(value) ? QVariant(screenText(value, true))
                                                      : QVariant(number(value));
}

QString PlainTableModel::toolTip(int row, int column) const
{
    return text(row, column, true);
}

QVariant PlainTableModel::otherData(int row, int column, int role) const
{
    if (role == IndexRole)
        return row;
    if (role == FractionRole)
        return m_largest > 0 ? number(cell(row, column)) / m_largest : 0.0;
    return {};
}

} // namespace representer
