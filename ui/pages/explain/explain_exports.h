#pragma once

#include "ui/export/point_report.h"

#include "core/data/test_point.h"

#include <QObject>

#include <functional>
#include <vector>

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
    // One table of the explanations of many points, asked in the way of the one on screen; in a job.
    void writePoints(const QString& path, std::vector<TestPoint> points);
    // Where the points of the picker's filter come from.
    void setPoints(std::function<std::vector<TestPoint>()> points) { m_points = std::move(points); }

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
    std::function<std::vector<TestPoint>()> m_points;
};

} // namespace representer
