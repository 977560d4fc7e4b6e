#pragma once

#include "ui/models/point_lines.h"
#include "ui/models/text_table_model.h"

#include <QSortFilterProxyModel>

namespace representer {

// The items of one user: predictions, given ratings.
class ItemListModel final : public TextTableModel {
    Q_OBJECT
public:
    enum Column { Rank, Title, Predicted, Given, About, ColumnCount };

    using TextTableModel::TextTableModel;

    void setLines(ItemLines lines);
    const ItemLine& line(int row) const { return (*m_lines)[static_cast<std::size_t>(row)]; }
    int rowOf(ItemIndex item) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;

protected:
    TableColumn column(int column) const override;
    QString text(int row, int column, bool exact) const override;
    QVariant sortKey(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant otherData(int row, int column, int role) const override;

private:
    ItemLines m_lines;
};

class ItemFilterProxy final : public QSortFilterProxyModel {
    Q_OBJECT
public:
    // Recommended: not trained on. History: trained on. Held out: rated, but kept from training.
    enum class Choice { Recommended, History, HeldOut, All };

    explicit ItemFilterProxy(ItemListModel* source, QObject* parent = nullptr);
    void setChoice(Choice choice);
    void setText(const QString& text);

protected:
    bool filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const override;

private:
    ItemListModel* m_source;
    Choice m_choice = Choice::Recommended;
    QStringList m_words;
};

} // namespace representer
