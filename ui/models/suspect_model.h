#pragma once

#include "core/base/task_context.h"
#include "core/operations/open_model.h"
#include "core/store/mark_store.h"

#include <QAbstractTableModel>

#include <map>
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
class SuspectModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Rank, MarkColumn, Suspicion, Sample, Label, ModelSays, Detail, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setSuspects(Suspects suspects);
    const Suspect& suspect(int row) const { return (*m_suspects)[static_cast<std::size_t>(row)]; }
    void setMarks(std::map<std::int32_t, Verdict> marks);
    void setMark(std::int32_t sample, std::optional<Verdict> verdict);
    std::optional<Verdict> mark(std::int32_t sample) const;
    int markCount() const { return static_cast<int>(m_marks.size()); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(int row, Column column, bool exact) const;

    Suspects m_suspects;
    std::map<std::int32_t, Verdict> m_marks;
};

QString verdictText(std::optional<Verdict> verdict);

} // namespace representer
