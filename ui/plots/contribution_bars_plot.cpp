#include "ui/plots/contribution_bars_plot.h"

#include "ui/models/point_words.h"
#include "ui/plots/make_series.h"
#include "ui/plots/plot_view.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace representer {

std::vector<std::vector<int>> ContributionBarsPlot::draw(const ExplainedPoint& point)
{
    const std::size_t shown = view().namesThatFit(20);
    std::vector<int> order(point.samples.size());
    std::iota(order.begin(), order.end(), 0);
    const auto importance = [&point](int row) {
        return point.samples[static_cast<std::size_t>(row)].contribution.importance;
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return std::abs(importance(a)) > std::abs(importance(b)); });
    order.resize(std::min(order.size(), shown));
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return importance(a) > importance(b); });

    PlotSeries up = makeSeries(PlotSeries::Kind::HorizontalBars, tr("pushes up"), 0);
    PlotSeries down = makeSeries(PlotSeries::Kind::HorizontalBars, tr("pushes down"), 1);
    std::vector<std::vector<int>> rows(2);
    PlotAxis samples = makeCategoryAxis();
    for (std::size_t at = 0; at < order.size(); ++at) {
        const ExplainedSample& sample = point.samples[static_cast<std::size_t>(order[at])];
        const bool isUp = sample.contribution.importance > 0;
        PlotSeries& series = isUp ? up : down;
        series.x.push_back(sample.contribution.importance);
        series.y.push_back(static_cast<double>(at));
        series.labels << sampleName(sample, 60);
        rows[isUp ? 0 : 1].push_back(order[at]);
        samples.categories << sampleName(sample, 26);
    }
    view().setTitle(tr("Strongest samples"));
    view().setAxes(makeAxis(importanceAxisTitle(point.explanation)), samples);
    view().setSeries({std::move(up), std::move(down)});
    return rows;
}

} // namespace representer
