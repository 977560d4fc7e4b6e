#pragma once

#include "ui/models/text_table_model.h"

#include "core/exporters/table.h"

#include <vector>

namespace representer {

// Shows a core Table: summaries, ledgers, comparisons. What is on screen is what an export writes.
class PlainTableModel final : public TextTableModel {
    Q_OBJECT
public:
    using TextTableModel::TextTableModel;

    // barColumn: a column of numbers whose cells offer FractionRole, or -1.
    void setTable(Table table, int barColumn = -1);
    const Table& table() const { return m_table; }
    void setColumnToolTips(const QStringList& toolTips) { m_toolTips = toolTips; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;

protected:
    TableColumn column(int column) const override;
    QString text(int row, int column, bool exact) const override;
    QVariant sortKey(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant otherData(int row, int column, int role) const override;

private:
    const Table::Cell& cell(int row, int column) const;

    Table m_table;
    int m_barColumn = -1;
    double m_largest = 0;
    QStringList m_toolTips;
};

} // namespace representer
