#pragma once

#include "core/exporters/table.h"

#include <QAbstractTableModel>

#include <vector>

namespace representer {

// Shows a core Table: summaries, ledgers, comparisons. What is on screen is what an export writes.
class PlainTableModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    // barColumn: a column of numbers whose cells offer FractionRole, or -1.
    void setTable(Table table, int barColumn = -1);
    const Table& table() const { return m_table; }
    void setColumnToolTips(const QStringList& toolTips) { m_toolTips = toolTips; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const Table::Cell& cell(const QModelIndex& index) const;

    Table m_table;
    int m_barColumn = -1;
    double m_largest = 0;
    QStringList m_toolTips;
};

} // namespace representer
