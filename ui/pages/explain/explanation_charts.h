#pragma once

#include "ui/workbench/explained_point.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <set>

class QTabWidget;

namespace representer {

class ContributionBarsPlot;
class GlobalLocalPlot;
class PlotView;
class SamplePlot;
class WaterfallPlot;

// The linked charts of one explanation. Only the one in front is drawn; the others follow when they are
// looked at.
class ExplanationCharts final : public QWidget {
    Q_OBJECT
public:
    explicit ExplanationCharts(QWidget* parent = nullptr);

    void setExplained(std::shared_ptr<const ExplainedPoint> point);
    void setSelectedRow(int row);
    PlotView& currentView() const;
    std::vector<PlotView*> views() const;
    // All charts with their names, drawn: for a report.
    std::vector<std::pair<QString, PlotView*>> drawnViews();

signals:
    void sampleClicked(int row);
    void brushed(const std::optional<std::set<int>>& rows);

private:
    void drawCurrent();
    void draw(SamplePlot* plot);

    std::shared_ptr<const ExplainedPoint> m_point;
    int m_selected = -1;
    std::set<SamplePlot*> m_drawn;
    QTabWidget* m_tabs;
    ContributionBarsPlot* m_bars;
    WaterfallPlot* m_waterfall;
    GlobalLocalPlot* m_scatter;
};

} // namespace representer
