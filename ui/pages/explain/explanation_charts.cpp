#include "ui/pages/explain/explanation_charts.h"

#include "ui/plots/contribution_bars_plot.h"
#include "ui/plots/global_local_plot.h"
#include "ui/plots/plot_view.h"
#include "ui/plots/waterfall_plot.h"

#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

namespace representer {

ExplanationCharts::ExplanationCharts(QWidget* parent)
    : QWidget(parent), m_tabs(new QTabWidget(this)), m_bars(new ContributionBarsPlot),
      m_waterfall(new WaterfallPlot), m_scatter(new GlobalLocalPlot)
{
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setAccessibleName(tr("Charts"));
    m_tabs->addTab(m_bars, tr("Bars"));
    m_tabs->addTab(m_waterfall, tr("Waterfall"));
    m_tabs->addTab(m_scatter, tr("Global \u00d7 local"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_tabs);
    for (SamplePlot* plot : std::initializer_list<SamplePlot*>{m_bars, m_waterfall, m_scatter})
        connect(plot, &SamplePlot::sampleClicked, this, &ExplanationCharts::sampleClicked);
    connect(m_scatter, &GlobalLocalPlot::brushed, this, &ExplanationCharts::brushed);
    connect(m_tabs, &QTabWidget::currentChanged, this, &ExplanationCharts::drawCurrent);
}

void ExplanationCharts::setExplained(std::shared_ptr<const ExplainedPoint> point)
{
    m_point = std::move(point);
    m_selected = -1;
    m_drawn.clear();
    drawCurrent();
}

void ExplanationCharts::setSelectedRow(int row)
{
    m_selected = row;
    for (SamplePlot* plot : m_drawn)
        plot->setSelectedRow(row);
}

void ExplanationCharts::drawCurrent()
{
    draw(static_cast<SamplePlot*>(m_tabs->currentWidget()));
}

void ExplanationCharts::draw(SamplePlot* plot)
{
    if (!m_drawn.insert(plot).second)
        return;
    plot->setExplained(m_point);
    plot->setSelectedRow(m_selected);
}

PlotView& ExplanationCharts::currentView() const
{
    return static_cast<SamplePlot*>(m_tabs->currentWidget())->view();
}

std::vector<PlotView*> ExplanationCharts::views() const
{
    return {&m_bars->view(), &m_waterfall->view(), &m_scatter->view()};
}

std::vector<std::pair<QString, PlotView*>> ExplanationCharts::drawnViews()
{
    std::vector<std::pair<QString, PlotView*>> views;
    for (int tab = 0; tab < m_tabs->count(); ++tab) {
        auto* plot = static_cast<SamplePlot*>(m_tabs->widget(tab));
        draw(plot);
        views.emplace_back(m_tabs->tabText(tab), &plot->view());
    }
    return views;
}

} // namespace representer
