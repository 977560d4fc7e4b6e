#include "ui/pages/explain/explain_exports.h"

#include "ui/dialogs/export_dialog.h"
#include "ui/export/table_export.h"
#include "ui/jobs/job_list.h"
#include "ui/models/explanation_model.h"
#include "ui/models/point_words.h"
#include "ui/pages/explain/explanation_charts.h"
#include "ui/pages/explain/sample_tables.h"
#include "ui/user_message.h"
#include "ui/widgets/data_table.h"
#include "ui/workbench/workbench.h"

#include <QMenu>

namespace representer {

namespace {

QStringList tableEndings()
{
    return {QStringLiteral("csv"), QStringLiteral("tsv"),  QStringLiteral("md"),
            QStringLiteral("tex"), QStringLiteral("html"), QStringLiteral("json")};
}

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

} // namespace

void askToExportChart(PlotView& view, const QString& name, QWidget* parent,
                      std::function<void(const QString&)> written, std::function<void(const QString&)> fail)
{
    auto* dialog = new ExportDialog(ExportDialog::tr("Export the chart"), name,
                                    {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf")}, {},
                                    true, parent);
    QObject::connect(dialog, &ExportDialog::chosen, &view, [dialog, &view, written, fail] {
        try {
            view.exportTo(dialog->path(), dialog->chartOptions());
            written(dialog->path());
        } catch (...) {
            fail(userMessage(std::current_exception()));
        }
    });
    dialog->open();
}

void askToExportTable(const Table& table, const QString& name, QWidget* parent,
                      std::function<void(const QString&)> written, std::function<void(const QString&)> fail)
{
    auto* dialog =
        new ExportDialog(ExportDialog::tr("Export the table"), name, tableEndings(), {}, false, parent);
    QObject::connect(dialog, &ExportDialog::chosen, parent, [dialog, table, written, fail] {
        try {
            writeTableFile(dialog->path(), table);
            written(dialog->path());
        } catch (...) {
            fail(userMessage(std::current_exception()));
        }
    });
    dialog->open();
}

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
    auto* dialog =
        new ExportDialog(tr("Export the samples"), fileNameFor(point->pointDescription), tableEndings(),
                         {tr("Rows on screen"), tr("All samples of this prediction")}, false, m_page);
    connect(dialog, &ExportDialog::chosen, this, [this, dialog] {
        dialog->scope() == 0 ? writeShownRows(dialog->path()) : writeAllSamples(dialog->path());
    });
    dialog->open();
}

void ExplainExports::askForChart(PlotView& view)
{
    const auto point = m_workbench.explanation();
    askToExportChart(
        view, fileNameFor(point ? point->pointDescription : tr("chart")), m_page,
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
    report.tables.push_back(tableFromModel(*m_tables.up().model(), tr("Pushes the score up")));
    report.tables.push_back(tableFromModel(*m_tables.down().model(), tr("Pushes the score down")));
    for (const auto& [name, view] : m_charts.drawnViews()) {
        if (!view->series().empty())
            report.charts.emplace_back(name, view->toImage({1200, 760}));
    }
    report.manifest = manifestOf(*point);
    return report;
}

} // namespace representer
