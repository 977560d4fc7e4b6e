#pragma once

#include "ui/models/text_table_model.h"

#include "core/base/task_context.h"
#include "core/operations/open_model.h"
#include "core/store/mark_store.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace representer {

// A training sample that may be labelled wrongly.
struct Suspect {
    ExplainedSample sample;
    double suspicion = 0; // |self-importance| or loss: what the list is ordered by
    double modelSays = 0; // the model's own score for it, in the user's unit
};
using Suspects = std::shared_ptr<const std::vector<Suspect>>;

// The most suspect training samples. method: an explainer whose self-importances order them, or "loss".
Suspects findSuspects(const OpenModel& model, const std::string& method, std::size_t count,
                      const TaskContext& context);

// Suspects with the user's marks.
class SuspectModel final : public TextTableModel {
    Q_OBJECT
public:
    enum Column { Rank, MarkColumn, Suspicion, Sample, Label, ModelSays, Detail, ColumnCount };

    using TextTableModel::TextTableModel;

    void setSuspects(Suspects suspects);
    const Suspect& suspect(int row) const { return (*m_suspects)[static_cast<std::size_t>(row)]; }
    // The user's verdict on a training sample; asked again after marksChanged().
    void setMarks(std::function<std::optional<Verdict>(std::int32_t)> marks) { m_marks = std::move(marks); }
    void marksChanged();
    std::optional<Verdict> mark(std::int32_t sample) const { return m_marks ? m_marks(sample) : std::nullopt; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;

protected:
    TableColumn column(int column) const override;
    QString text(int row, int column, bool exact) const override;
    QVariant sortKey(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant otherData(int row, int column, int role) const override;

private:
    Suspects m_suspects;
    std::function<std::optional<Verdict>(std::int32_t)> m_marks;
};

QString verdictText(std::optional<Verdict> verdict);

} // namespace representer
