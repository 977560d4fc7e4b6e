#include "ui/plots/mislabel_study_plot.h"

#include "ui/number_format.h"
#include "ui/plots/make_series.h"
#include "ui/plots/plot_view.h"

#include <QCoreApplication>

namespace representer {

namespace {

struct MislabelStudyPlot {
    Q_DECLARE_TR_FUNCTIONS(MislabelStudyPlot)
};

} // namespace

void drawInspectionCurves(PlotView& view, const MislabelPlan& plan, const std::vector<MislabelRow>& rows)
{
    std::vector<PlotSeries> series;
    for (std::size_t m = 0; m < plan.methods.size(); ++m) {
        PlotSeries line =
            makeSeries(PlotSeries::Kind::Line, toQString(plan.methods[m]), static_cast<int>(m));
        constexpr int steps = 50;
        for (int step = 0; step <= steps; ++step) {
            const double inspected = static_cast<double>(step) / steps;
            double sum = 0;
            int lists = 0;
            for (const MislabelRow& row : rows) {
                if (row.method != plan.methods[m])
                    continue;
                sum += row.curve.foundAt(inspected);
                ++lists;
            }
            if (lists == 0)
                break;
            line.x.push_back(100 * inspected);
            line.y.push_back(100 * sum / lists);
        }
        if (!line.x.empty())
            series.push_back(std::move(line));
    }
    if (!series.empty()) {
        PlotSeries chance = makeSeries(PlotSeries::Kind::Line, MislabelStudyPlot::tr("chance"), 6);
        chance.x = {0, 100};
        chance.y = {0, 100};
        chance.dashed = true;
        series.push_back(std::move(chance));
    }
    view.setTitle(MislabelStudyPlot::tr("Planted mistakes found"));
    view.setAxes(makeAxis(MislabelStudyPlot::tr("inspected part of the list [%]")),
                 makeAxis(MislabelStudyPlot::tr("planted mistakes found [%]")));
    view.setSeries(std::move(series));
    view.setGuides({});
}

} // namespace representer
