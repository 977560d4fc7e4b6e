#pragma once

#include <QAbstractTableModel>
#include <QString>

namespace representer {

struct TableColumn {
    QString title;
    QString toolTip = {};
    bool number = false; // right-aligned, the heading too
};

// A table of texts and numbers. A subclass says what its columns are called and what stands in a cell; which
// role asks for what is the same for all of them and written here once.
class TextTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    QVariant data(const QModelIndex& index, int role) const final;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const final;

protected:
    virtual TableColumn column(int column) const = 0;
    virtual QString text(int row, int column, bool exact) const = 0; // exact: for copying and exporting
    virtual QVariant sortKey(int row, int column) const { return text(row, column, true); }
    virtual QString toolTip(int row, int column) const; // nothing
    virtual QVariant otherData(int row, int column,
                               int role) const; // every role not spoken of above: nothing
};

} // namespace representer
