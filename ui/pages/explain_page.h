#pragma once

#include "ui/pages/page.h"

#include <cstdint>
#include <set>

class QAction;
class QSplitter;
class QStackedWidget;

namespace representer {

class ExplainExports;
class ExplanationCharts;
class PairPicker;
class PointPicker;
class PredictionHeader;
class RowPicker;
class SampleDetail;
class SampleTables;

// The heart: choose a prediction, see which training samples made it.
class ExplainPage final : public Page {
    Q_OBJECT
public:
    ExplainPage(Workbench& workbench, JobList& jobs, QWidget* parent = nullptr);

    QString helpTopic() const override { return QStringLiteral("explain"); }
    void activated() override;

    SampleTables& tables() const { return *m_tables; }
    ExplanationCharts& charts() const { return *m_charts; }
    PredictionHeader& header() const { return *m_header; }
    SampleDetail& detail() const { return *m_detail; }
    ExplainExports& exports() const { return *m_exports; }
    QAction* whatIfAction() const { return m_whatIf; }

protected:
    void emptyActionTriggered() override;

private:
    void makeActions();
    void makeLayout();
    void connectViews();
    void modelChanged();
    void pointChanged();
    void explanationChanged();
    void selectionChanged();
    void selectRow(int row);
    void openAsPoint(int row);
    void askWhatIf();
    void setAnswer(const QString& answer);
    void togglePin();
    void writeSampleNote();
    void writePointNote();
    void showNotes();
    void updateFilterCounts();
    PointPicker* picker() const;

    QStackedWidget* m_pickers = nullptr;
    RowPicker* m_documents = nullptr;
    RowPicker* m_images = nullptr;
    PairPicker* m_pairs = nullptr;
    PredictionHeader* m_header = nullptr;
    SampleTables* m_tables = nullptr;
    ExplanationCharts* m_charts = nullptr;
    SampleDetail* m_detail = nullptr;
    QAction* m_openAsPoint = nullptr;
    QAction* m_whatIf = nullptr;
    QAction* m_pin = nullptr;
    QAction* m_sampleNote = nullptr;
    QAction* m_pointNote = nullptr;
    ExplainExports* m_exports = nullptr;
    QString m_answer;
    std::set<std::int32_t> m_pinned;
};

} // namespace representer
