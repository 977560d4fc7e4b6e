#pragma once

#include "ui/jobs/latest_job.h"
#include "ui/models/explanation_comparison.h"
#include "ui/models/plain_table_model.h"
#include "ui/pages/page.h"

#include <optional>

class QLabel;
class QSortFilterProxyModel;

namespace representer {

class DataTable;
class PlotView;
class QuestionChoice;

// Two explanations side by side: two methods, two models, two items ("why A above B"), two points.
class ComparePage final : public Page {
    Q_OBJECT
public:
    ComparePage(Workbench& workbench, JobList& jobs, QWidget* parent = nullptr);

    QString helpTopic() const override { return QStringLiteral("compare"); }
    void activated() override;

protected:
    void emptyActionTriggered() override;

private:
    struct Answer {
        ExplainedPoint a;
        ExplainedPoint b;
        ExplanationComparison comparison;
    };
    void modelChanged();
    void compare();
    void showAnswer(const Answer& answer);
    void drawDifferenceChart();

    QuestionChoice* m_a;
    QuestionChoice* m_b;
    QLabel* m_sentence;
    PlotView* m_moves;
    PlotView* m_differences;
    PlainTableModel m_rows;
    QSortFilterProxyModel* m_sorted;
    DataTable* m_table;
    std::optional<Answer> m_answer; // the one on screen
    LatestJob m_comparing;
};

} // namespace representer
