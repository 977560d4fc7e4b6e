#pragma once

#include "ui/jobs/latest_job.h"
#include "ui/models/suspect_model.h"
#include "ui/pages/page.h"

class QAction;
class QComboBox;
class QLabel;
class QSortFilterProxyModel;
class QTabWidget;

namespace representer {

class DataTable;
class NegativesPanel;

// Suspected wrong labels, most suspect first, with the user's marks.
class TriagePage final : public Page {
    Q_OBJECT
public:
    TriagePage(Workbench& workbench, JobList& jobs, QWidget* parent = nullptr);

    QString helpTopic() const override { return QStringLiteral("triage"); }
    void activated() override;
    SuspectModel& suspects() { return m_suspects; }
    DataTable& table() const { return *m_table; }
    NegativesPanel& negatives() const { return *m_negatives; }

    // Marks the selected rows; can be undone.
    void mark(std::optional<Verdict> verdict);

protected:
    void emptyActionTriggered() override;

private:
    void modelChanged();
    void findThem();
    void explainRow(const QModelIndex& index);
    void updateCount();

    SuspectModel m_suspects;
    QSortFilterProxyModel* m_sorted;
    DataTable* m_table;
    QComboBox* m_method;
    QLabel* m_count;
    QTabWidget* m_tabs;
    NegativesPanel* m_negatives;
    bool m_stale = true; // the list is made when the page is looked at
    LatestJob m_finding;
};

} // namespace representer
