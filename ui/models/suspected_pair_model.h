#pragma once

#include "ui/models/text_table_model.h"

#include "core/operations/run_negatives.h" // after Qt: its moc stumbles over <compare> as the first header
#include "core/store/mark_store.h"

#include <functional>
#include <optional>
#include <vector>

namespace representer {

// Pairs nobody has seen that may be positives in disguise, with the user's marks.
class SuspectedPairModel final : public TextTableModel {
    Q_OBJECT
public:
    enum Column { Rank, MarkColumn, Item, User, ModelSays, Score, HeldOut, ColumnCount };

    using TextTableModel::TextTableModel;

    void setPairs(std::vector<SuspectedNegative> pairs);
    const SuspectedNegative& pair(int row) const { return m_pairs[static_cast<std::size_t>(row)]; }
    // The user's verdict on a pair; asked again after marksChanged().
    void setMarks(std::function<std::optional<Verdict>(const UserItem&)> marks)
    {
        m_marks = std::move(marks);
    }
    void marksChanged();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;

protected:
    TableColumn column(int column) const override;
    QString text(int row, int column, bool exact) const override;
    QVariant sortKey(int row, int column) const override;
    QVariant otherData(int row, int column, int role) const override;

private:
    std::vector<SuspectedNegative> m_pairs;
    std::function<std::optional<Verdict>(const UserItem&)> m_marks;
};

} // namespace representer
