#pragma once

#include "ui/models/text_table_model.h"
#include "ui/workbench/explained_point.h"

#include <functional>
#include <memory>
#include <set>

namespace representer {

// All samples of one explanation, importance descending. Proxies cut it into what pushes up and what pushes
// down.
class ExplanationModel final : public TextTableModel {
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

    using TextTableModel::TextTableModel;

    void setExplained(std::shared_ptr<const ExplainedPoint> point);
    const std::shared_ptr<const ExplainedPoint>& explained() const { return m_point; }
    const ExplainedSample& sample(int row) const { return m_point->samples[static_cast<std::size_t>(row)]; }
    // The row of a training sample; the side decides where a sample stands on both.
    int rowOf(TrainIndex index, Side side) const;

    // Pinned samples stay marked from point to point.
    void setPinned(std::set<std::int32_t> pinned);
    // The user's note on a training sample, or nothing; asked again after notesChanged().
    void setNotes(std::function<QString(TrainIndex)> notes);
    void notesChanged();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;

protected:
    TableColumn column(int column) const override;
    QString text(int row, int column, bool exact) const override;
    QVariant sortKey(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant otherData(int row, int column, int role) const override;

private:
    QString sentence(const ExplainedSample& sample) const;
    double share(const Contribution& contribution) const;

    std::shared_ptr<const ExplainedPoint> m_point;
    double m_largest = 0; // |importance|, what the longest bar stands for
    std::set<std::int32_t> m_pinned;
    std::function<QString(TrainIndex)> m_notes;
};

} // namespace representer
