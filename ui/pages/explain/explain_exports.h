#pragma once

#include "ui/export/point_report.h"

#include <QObject>

class QMenu;

namespace representer {

class ExplanationCharts;
class JobList;
class PlotView;
class SampleTables;
class Workbench;

// Writes what the Explain page shows: tables, charts, the whole report.
class ExplainExports final : public QObject {
    Q_OBJECT
public:
    ExplainExports(Workbench& workbench, JobList& jobs, SampleTables& tables, ExplanationCharts& charts,
                   QWidget* page);

    void fillMenu(QMenu* menu);
    void askForTable();
    void askForChart(PlotView& view);
    void askForReport();

    // What the dialogs lead to. Failures arrive at failed() or in the job strip.
    void writeShownRows(const QString& path);
    void writeAllSamples(const QString& path); // explains anew without a limit, in a job
    void writeCurrentReport(const QString& path);

signals:
    void failed(const QString& message);
    void written(const QString& path);

private:
    PointReport currentReport() const;

    Workbench& m_workbench;
    JobList& m_jobs;
    SampleTables& m_tables;
    ExplanationCharts& m_charts;
    QWidget* m_page;
};

// Asks where to write a chart and writes it; the sentence of a failure goes to `fail`.
void askToExportChart(PlotView& view, const QString& name, QWidget* parent,
                      std::function<void(const QString&)> written, std::function<void(const QString&)> fail);
// The same for any table.
void askToExportTable(const Table& table, const QString& name, QWidget* parent,
                      std::function<void(const QString&)> written, std::function<void(const QString&)> fail);

} // namespace representer
