#pragma once

#include "ui/models/point_lines.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

namespace representer {

// The items of one user: predictions, given ratings.
class ItemListModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Rank, Title, Predicted, Given, About, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setLines(ItemLines lines);
    const ItemLine& line(int row) const { return (*m_lines)[static_cast<std::size_t>(row)]; }
    int rowOf(ItemIndex item) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(int row, Column column, bool exact) const;

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
