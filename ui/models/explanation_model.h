#pragma once

#include "ui/workbench/explained_point.h"

#include <QAbstractTableModel>

#include <memory>
#include <set>

namespace representer {

// All samples of one explanation, importance descending. Proxies cut it into what pushes up and what pushes
// down.
class ExplanationModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Rank,
        Importance,
        Sample,
        Label,
        Global,
        Local,
        Share,
        SideColumn,
        Detail,
        Id,
        ColumnCount
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setExplained(std::shared_ptr<const ExplainedPoint> point);
    const std::shared_ptr<const ExplainedPoint>& explained() const { return m_point; }
    const ExplainedSample& sample(int row) const { return m_point->samples[static_cast<std::size_t>(row)]; }
    // The row of a training sample; the side decides where a sample stands on both.
    int rowOf(TrainIndex index, Side side) const;

    // Pinned samples stay marked from point to point.
    void setPinned(std::set<std::int32_t> pinned);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const ExplainedSample& sample, Column column, bool exact) const;
    QVariant sortKey(const ExplainedSample& sample, Column column) const;
    QString sentence(const ExplainedSample& sample) const;
    QString headerToolTip(Column column) const;
    double share(const Contribution& contribution) const;

    std::shared_ptr<const ExplainedPoint> m_point;
    double m_largest = 0; // |importance|, what the longest bar stands for
    std::set<std::int32_t> m_pinned;
};

} // namespace representer
