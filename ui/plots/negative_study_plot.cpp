#include "ui/plots/negative_study_plot.h"

#include "ui/number_format.h"
#include "ui/plots/make_series.h"
#include "ui/plots/plot_view.h"

#include <QCoreApplication>

namespace representer {

namespace {

struct NegativeStudyPlot {
    Q_DECLARE_TR_FUNCTIONS(NegativeStudyPlot)
};

void drawNegativeMeans(PlotView& view, const NegativePlan& plan, const NegativeSummary& summary,
                       MeanInterval NegativeMean::*value, double scale)
{
    std::vector<PlotSeries> series;
    for (const NegativeRanking method : plan.methods) {
        PlotSeries line = makeSeries(PlotSeries::Kind::LineWithMarkers, toQString(negativeRankingName(method)),
                                     static_cast<int>(method));
        for (const NegativeMean& mean : summary.rows) {
            const MeanInterval& interval = mean.*value;
            if (mean.method != method || interval.n == 0)
                continue;
            const double half = interval.ci95.value_or(0);
            line.x.push_back(mean.percent);
            line.y.push_back(scale * interval.mean);
            line.low.push_back(scale * (interval.mean - half));
            line.high.push_back(scale * (interval.mean + half));
        }
        if (!line.x.empty())
            series.push_back(std::move(line));
    }
    view.setSeries(std::move(series));
}

} // namespace

void drawFoundPositives(PlotView& view, const NegativePlan& plan, const NegativeSummary& summary)
{
    view.setTitle(NegativeStudyPlot::tr("Held-out positives among the removed pairs"));
    view.setAxes(makeAxis(NegativeStudyPlot::tr("unobserved pairs removed [%]")),
                 makeAxis(NegativeStudyPlot::tr("found [%]")));
    drawNegativeMeans(view, plan, summary, &NegativeMean::found, 100);
    view.setGuides({});
}

void drawRecallChange(PlotView& view, const NegativePlan& plan, const NegativeSummary& summary)
{
    view.setTitle(NegativeStudyPlot::tr("Recall in the first 20, retrained without them"));
    view.setAxes(makeAxis(NegativeStudyPlot::tr("unobserved pairs removed [%]")),
                 makeAxis(NegativeStudyPlot::tr("change of recall@20")));
    drawNegativeMeans(view, plan, summary, &NegativeMean::recallChange, 1);
    PlotGuide none;
    none.label = NegativeStudyPlot::tr("no change");
    view.setGuides({none});
}

} // namespace representer
