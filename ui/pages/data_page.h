#pragma once

#include "core/data/dataset_summary.h"
#include "ui/jobs/latest_job.h"
#include "ui/models/sample_table_model.h"
#include "ui/pages/page.h"

#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;

namespace representer {

class DataTable;
class FilterChip;
class PlotView;
class SampleView;

// What is in the current dataset: counts, balance, long tail, every sample.
class DataPage final : public Page {
    Q_OBJECT
public:
    DataPage(Workbench& workbench, JobList& jobs, QWidget* parent = nullptr);
    QString helpTopic() const override { return QStringLiteral("data"); }
    void activated() override;

protected:
    void emptyActionTriggered() override;

private:
    void build();
    void load();
    void showDataset(std::shared_ptr<const Dataset> dataset, const DatasetSummary& summary);
    void showCounts(const DatasetInfo& info, const DatasetSummary& summary);
    void drawBalance(const DatasetSummary& summary);
    void drawTail(const DatasetSummary& summary);
    void arrange();
    void exportSamples();
    void removeDataset(); // filter and sort, off-thread
    Part part() const;

    bool m_stale = true;
    std::shared_ptr<const Dataset> m_dataset;
    int m_sortColumn = SampleTableModel::Row;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    QLabel* m_title;
    QLabel* m_counts;
    QLabel* m_origin;
    PlotView* m_balance;
    PlotView* m_tail;
    QComboBox* m_part;
    QLineEdit* m_search;
    FilterChip* m_chip;
    SampleTableModel* m_samples;
    DataTable* m_table;
    SampleView* m_sample;
    QTimer m_typing;
    LatestJob m_loading;
    LatestJob m_arranging;
};

} // namespace representer
