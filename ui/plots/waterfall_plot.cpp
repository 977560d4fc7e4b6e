#include "ui/plots/waterfall_plot.h"

#include "ui/models/point_words.h"
#include "ui/number_format.h"
#include "ui/plots/make_series.h"
#include "ui/plots/plot_view.h"

#include <algorithm>
#include <cmath>

namespace representer {

std::vector<std::vector<int>> WaterfallPlot::draw(const ExplainedPoint& point)
{
    const Explanation& explanation = point.explanation;
    if (completeness(explanation) == Completeness::RankingOnly) {
        view().clear();
        view().setPlaceholder(tr("Ranking only: these importances do not add up to the prediction,\n"
                                 "so there are no steps from one to the other to draw."));
        return {};
    }
    // Each side alone sums to the prediction; steps of both would count it twice.
    const SideSum& side = explanation.sums.front();
    const std::size_t shown = view().namesThatFit(16) - 1; // and one step for all the others
    std::vector<int> order;
    for (std::size_t row = 0; row < point.samples.size(); ++row) {
        if (point.samples[row].contribution.side == side.side)
            order.push_back(static_cast<int>(row));
    }
    const auto importance = [&point](int row) {
        return point.samples[static_cast<std::size_t>(row)].contribution.importance;
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return std::abs(importance(a)) > std::abs(importance(b)); });
    order.resize(std::min(order.size(), shown));

    PlotSeries up = makeSeries(PlotSeries::Kind::HorizontalBars, tr("pushes up"), 0);
    PlotSeries down = makeSeries(PlotSeries::Kind::HorizontalBars, tr("pushes down"), 1);
    std::vector<std::vector<int>> rows(2);
    PlotAxis steps = makeCategoryAxis();
    double reached = explanation.offset;
    double rest = side.sum;
    const auto step = [&](double by, const QString& category, const QString& label, int row) {
        PlotSeries& series = by > 0 ? up : down;
        series.low.push_back(reached);
        reached += by;
        series.x.push_back(reached);
        series.y.push_back(static_cast<double>(steps.categories.size()));
        series.labels << label + QStringLiteral(" ") + signedNumberText(by);
        rows[by > 0 ? 0 : 1].push_back(row);
        steps.categories << category;
    };
    for (const int row : order) {
        const ExplainedSample& sample = point.samples[static_cast<std::size_t>(row)];
        step(importance(row), sampleName(sample, 26), sampleName(sample, 60), row);
        rest -= importance(row);
    }
    if (side.samples > order.size()) {
        const QString others =
            tr("%1 others").arg(countText(static_cast<std::int64_t>(side.samples - order.size())));
        step(rest, others, others, -1);
    }

    const QString sideName = sideText(side.side, point.model->dataset());
    view().setTitle(sideName.isEmpty() ? tr("From the offset to the prediction")
                                       : tr("From the offset to the prediction (%1)").arg(sideName));
    view().setAxes(makeAxis(tr("score reached [%1]").arg(toQString(explanation.unit))), steps);
    view().setSeries({std::move(up), std::move(down)});
    view().setGuides({{.at = explanation.offset, .horizontal = false, .label = tr("offset")},
                      {.at = explanation.prediction, .horizontal = false, .label = tr("prediction")}});
    return rows;
}

} // namespace representer
