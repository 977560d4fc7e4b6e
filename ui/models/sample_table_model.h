#pragma once

#include "core/data/dataset.h"

#include <QAbstractTableModel>

#include <cstdint>
#include <memory>
#include <vector>

namespace representer {

// Which rows of a part a table shows and in which order; computed off-thread, so that a million rows sort
// without holding up the window.
struct SampleOrder {
    Part part = Part::Train;
    std::vector<std::int32_t> rows;
};

// The samples of one part. Cells are made when they are asked for, from a dataset shared with the workers.
class SampleTableModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Row, Id, Label, Title, Extra, ColumnCount };
    using QAbstractTableModel::QAbstractTableModel;

    void setSamples(std::shared_ptr<const Dataset> dataset, SampleOrder order);
    void clear();
    std::int32_t sampleAt(int row) const { return m_order.rows[static_cast<std::size_t>(row)]; }
    const SampleOrder& order() const { return m_order; }
    Part part() const { return m_order.part; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column,
              Qt::SortOrder order) override; // asks; whoever owns the model answers with setSamples

signals:
    void sortRequested(int column, Qt::SortOrder order);

private:
    QString text(std::int32_t sample, int column) const;

    std::shared_ptr<const Dataset> m_dataset;
    SampleOrder m_order;
};

// Rows in the wanted order. `matches`: only these (ascending), or null for all. Runs on a worker.
SampleOrder arrangeSamples(const Dataset& dataset, Part part, const std::vector<std::int32_t>* matches,
                           int column, Qt::SortOrder order);

} // namespace representer
