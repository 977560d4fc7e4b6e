#include "ui/plots/global_local_plot.h"

#include "ui/plots/make_series.h"
#include "ui/plots/plot_view.h"

namespace representer {

GlobalLocalPlot::GlobalLocalPlot(QWidget* parent) : SamplePlot(parent)
{
    view().setBrushable(true);
    connect(&view(), &PlotView::brushed, this, [this](const std::vector<std::pair<int, int>>& marks) {
        if (marks.empty()) {
            emit brushed(std::nullopt);
            return;
        }
        std::set<int> rows;
        for (const auto& [series, mark] : marks)
            rows.insert(rowAt(series, mark));
        emit brushed(rows);
    });
}

std::vector<std::vector<int>> GlobalLocalPlot::draw(const ExplainedPoint& point)
{
    PlotSeries up = makeSeries(PlotSeries::Kind::Points, tr("pushes up"), 0);
    PlotSeries down = makeSeries(PlotSeries::Kind::Points, tr("pushes down"), 1);
    std::vector<std::vector<int>> rows(2);
    for (std::size_t row = 0; row < point.samples.size(); ++row) {
        const ExplainedSample& sample = point.samples[row];
        const bool isUp = sample.contribution.importance > 0;
        PlotSeries& series = isUp ? up : down;
        series.x.push_back(sample.contribution.local);
        series.y.push_back(sample.contribution.global);
        series.labels << sampleName(sample, 60);
        rows[isUp ? 0 : 1].push_back(static_cast<int>(row));
    }
    view().setTitle(tr("Strong everywhere, or a true neighbour?"));
    view().setAxes(makeAxis(tr("local: similarity to this point")),
                   makeAxis(tr("global: pull on the model")));
    view().setSeries({std::move(up), std::move(down)});
    view().setGuides(
        {{.at = 0, .horizontal = true, .label = {}}, {.at = 0, .horizontal = false, .label = {}}});
    return rows;
}

} // namespace representer
