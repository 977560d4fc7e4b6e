#pragma once

#include "ui/jobs/latest_job.h"
#include "ui/models/suspect_model.h"
#include "ui/pages/page.h"

#include <deque>

class QAction;
class QComboBox;
class QLabel;
class QSortFilterProxyModel;

namespace representer {

class DataTable;

// Suspected wrong labels, most suspect first, with the user's marks.
class TriagePage final : public Page {
    Q_OBJECT
public:
    TriagePage(Workbench& workbench, JobList& jobs, QWidget* parent = nullptr);

    QString helpTopic() const override { return QStringLiteral("triage"); }
    void activated() override;
    SuspectModel& suspects() { return m_suspects; }
    DataTable& table() const { return *m_table; }

    // Marks the selected rows; can be undone.
    void mark(std::optional<Verdict> verdict);
    // Sets and stores one mark, as undo and redo do.
    void applyMark(const QString& dataset, std::int32_t sample, std::optional<Verdict> verdict);

protected:
    void emptyActionTriggered() override;

private:
    void modelChanged();
    void findThem();
    void storeNext();
    void explainRow(const QModelIndex& index);
    void updateCount();

    SuspectModel m_suspects;
    QSortFilterProxyModel* m_sorted;
    DataTable* m_table;
    QComboBox* m_method;
    QLabel* m_count;
    bool m_stale = true; // the list is made when the page is looked at
    struct Pending {
        std::string dataset;
        std::int32_t sample;
        std::optional<Verdict> verdict;
    };
    std::deque<Pending> m_pending; // marks on their way into the workspace, oldest first
    std::unique_ptr<Job> m_storing;
    LatestJob m_finding;
};

} // namespace representer
