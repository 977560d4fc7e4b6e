#pragma once

#include "ui/jobs/latest_job.h"
#include "ui/models/plain_table_model.h"
#include "ui/pages/page.h"

#include "core/operations/hubs.h" // after Qt: its moc stumbles over <compare> as the first header

class QComboBox;
class QLabel;
class QListWidget;
class QSortFilterProxyModel;
class QSpinBox;

namespace representer {

class DataTable;
class PlotView;

// Samples behind many predictions, beside how popular they are: "why does everybody get the same?"
class HubsPage final : public Page {
    Q_OBJECT
public:
    HubsPage(Workbench& workbench, JobList& jobs, QWidget* parent = nullptr);

    QString helpTopic() const override { return QStringLiteral("hubs"); }
    void activated() override;

protected:
    void emptyActionTriggered() override;

private:
    void modelChanged();
    void findThem();
    void showHubs(std::shared_ptr<const HubList> hubs);
    void showPredictions(int hub);

    std::shared_ptr<const HubList> m_hubs;
    PlainTableModel m_rows;
    QSortFilterProxyModel* m_sorted;
    DataTable* m_table;
    PlotView* m_plot;
    QComboBox* m_method;
    QSpinBox* m_count;
    QSpinBox* m_top;
    QLabel* m_which;
    QListWidget* m_predictions;
    int m_topShown = 0; // k of the list on screen
    bool m_stale = true;
    LatestJob m_finding;
};

} // namespace representer
