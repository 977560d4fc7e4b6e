#include "ui/pages/explain/explain_exports.h"

#include "ui/dialogs/export_dialog.h"
#include "ui/export/ask_export.h"
#include "ui/export/table_export.h"
#include "ui/jobs/job_list.h"
#include "ui/models/explanation_model.h"
#include "ui/models/point_words.h"
#include "ui/number_format.h"
#include "ui/pages/explain/explanation_charts.h"
#include "ui/pages/explain/sample_tables.h"
#include "ui/user_message.h"
#include "ui/widgets/data_table.h"
#include "ui/workbench/workbench.h"

#include <QMenu>

namespace representer {

namespace {

// The two tables of the page as one, strongest first.
Table shownTable(const SampleTables& tables, const ExplainedPoint& point)
{
    Table table = tableFromModel(*tables.up().model(), predictionSentence(point));
    Table down = tableFromModel(*tables.down().model(), {});
    table.rows.insert(table.rows.end(), std::make_move_iterator(down.rows.rbegin()),
                      std::make_move_iterator(down.rows.rend()));
    table.manifest = manifestOf(point);
    return table;
}

// One row per point and sample: the point and its prediction, then what the page's table says of the sample.
Table explanationsTable(const std::shared_ptr<const OpenModel>& model, ExplainQuestion question,
                        const std::vector<TestPoint>& points, const TaskContext& context)
{
    Table all;
    all.caption =
        "Explanations of " + std::to_string(points.size()) + " predictions of " + model->model().info.name;
    all.columns = {
        {"point", "Point"}, {"prediction", "Prediction"}, {"actual", "Actual"}, {"residual", "Residual"}};
    all.manifest = manifestOf(*model);
    all.manifest.emplace_back("method", question.method);
    std::vector<Table::Column> sampleColumns;
    for (std::size_t p = 0; p < points.size(); ++p) {
        context.checkpoint("Explaining", static_cast<std::int64_t>(p),
                           static_cast<std::int64_t>(points.size()));
        question.point = points[p];
        const auto explained = std::make_shared<const ExplainedPoint>(explainPoint(model, question, context));
        const Explanation& explanation = explained->explanation;
        ExplanationModel rows;
        rows.setExplained(explained);
        Table one = tableFromModel(rows, {});
        sampleColumns = std::move(one.columns);
        std::vector<Table::Cell> head{
            explained->pointDescription.toStdString(), explanation.prediction, {}, {}};
        if (explanation.actual)
            head[2] = *explanation.actual;
        if (!explanation.sums.empty() && completeness(explanation) != Completeness::RankingOnly)
            head[3] = explanation.sums.front().residual;
        for (auto& cells : one.rows) {
            auto& row = all.rows.emplace_back(head);
            row.insert(row.end(), std::make_move_iterator(cells.begin()),
                       std::make_move_iterator(cells.end()));
        }
    }
    all.columns.insert(all.columns.end(), sampleColumns.begin(), sampleColumns.end());
    return all;
}

} // namespace

ExplainExports::ExplainExports(Workbench& workbench, JobList& jobs, SampleTables& tables,
                               ExplanationCharts& charts, QWidget* page)
    : QObject(page), m_workbench(workbench), m_jobs(jobs), m_tables(tables), m_charts(charts), m_page(page)
{
}

void ExplainExports::fillMenu(QMenu* menu)
{
    menu->addAction(tr("Table\u2026"), this, &ExplainExports::askForTable);
    menu->addAction(tr("Chart\u2026"), this, [this] { askForChart(m_charts.currentView()); });
    menu->addAction(tr("Whole report\u2026"), this, &ExplainExports::askForReport);
}

void ExplainExports::askForTable()
{
    const auto point = m_workbench.explanation();
    if (!point)
        return;
    const std::vector<TestPoint> points = m_points ? m_points() : std::vector<TestPoint>();
    QStringList scopes{tr("Rows on screen"), tr("All samples of this prediction")};
    if (points.size() > 1)
        scopes << tr("All %1 predictions of the list on the left, %2 samples each way")
                      .arg(countText(static_cast<std::int64_t>(points.size())),
                           countText(static_cast<std::int64_t>(point->question.top)));
    auto* dialog = new ExportDialog(tr("Export the samples"), fileNameFor(point->pointDescription),
                                    tableEndings(), scopes, false, m_page);
    connect(dialog, &ExportDialog::chosen, this, [this, dialog, points] {
        if (dialog->scope() == 0)
            writeShownRows(dialog->path());
        else if (dialog->scope() == 1)
            writeAllSamples(dialog->path());
        else
            writePoints(dialog->path(), points);
    });
    dialog->open();
}

void ExplainExports::askForChart(PlotView& view)
{
    const auto point = m_workbench.explanation();
    askToExportChart(
        view, fileNameFor(point ? point->pointDescription : tr("chart")),
        point ? manifestOf(*point) : Manifest(), m_page,
        [this](const QString& path) { emit written(path); },
        [this](const QString& message) { emit failed(message); });
}

void ExplainExports::askForReport()
{
    const auto point = m_workbench.explanation();
    if (!point)
        return;
    auto* dialog = new ExportDialog(tr("Export a report"), fileNameFor(point->pointDescription),
                                    {QStringLiteral("pdf"), QStringLiteral("html")}, {}, false, m_page);
    connect(dialog, &ExportDialog::chosen, this, [this, dialog] { writeCurrentReport(dialog->path()); });
    dialog->open();
}

void ExplainExports::writeShownRows(const QString& path)
{
    try {
        writeTableFile(path, shownTable(m_tables, *m_workbench.explanation()));
        emit written(path);
    } catch (...) {
        emit failed(userMessage(std::current_exception()));
    }
}

void ExplainExports::writeAllSamples(const QString& path)
{
    ExplainQuestion question = m_workbench.explanation()->question;
    question.top = std::numeric_limits<std::size_t>::max();
    m_jobs.add(Job::make(
        tr("Exporting all samples"),
        [model = m_workbench.explanation()->model, question, path](const TaskContext& context) {
            auto all = std::make_shared<const ExplainedPoint>(explainPoint(model, question, context));
            ExplanationModel rows;
            rows.setExplained(all);
            Table table = tableFromModel(rows, predictionSentence(*all));
            table.manifest = manifestOf(*all);
            context.throwIfStopped();
            writeTableFile(path, table);
        },
        [this, path] { emit written(path); }));
}

void ExplainExports::writePoints(const QString& path, std::vector<TestPoint> points)
{
    const auto shown = m_workbench.explanation();
    m_jobs.add(Job::make(
        countedText(static_cast<std::int64_t>(points.size()), tr("Exporting %1 prediction"),
                    tr("Exporting %1 predictions")),
        [model = shown->model, question = shown->question, points = std::move(points),
         path](const TaskContext& context) {
            writeTableFile(path, explanationsTable(model, question, points, context));
        },
        [this, path] { emit written(path); }));
}

void ExplainExports::writeCurrentReport(const QString& path)
{
    m_jobs.add(Job::make(
        tr("Writing the report"),
        [report = currentReport(), path](const TaskContext& context) { writeReport(report, path, context); },
        [this, path] { emit written(path); }));
}

PointReport ExplainExports::currentReport() const
{
    const auto point = m_workbench.explanation();
    PointReport report;
    report.title = predictionSentence(*point);
    report.remarks = completenessToolTip(*point).split(QLatin1Char('\n'));
    // What fits on a page; the table's own export has every column.
    std::vector<int> columns{ExplanationModel::Rank,  ExplanationModel::Importance, ExplanationModel::Sample,
                             ExplanationModel::Label, ExplanationModel::Global,     ExplanationModel::Local};
    if (point->explanation.sums.size() > 1)
        columns.push_back(ExplanationModel::SideColumn);
    report.tables.push_back(
        withColumns(tableFromModel(*m_tables.up().model(), tr("Pushes the score up")), columns));
    report.tables.push_back(
        withColumns(tableFromModel(*m_tables.down().model(), tr("Pushes the score down")), columns));
    for (const auto& [name, view] : m_charts.drawnViews()) {
        if (!view->series().empty())
            report.charts.emplace_back(name, view->toImage({720, 430}, 2));
    }
    report.manifest = manifestOf(*point);
    return report;
}

} // namespace representer
