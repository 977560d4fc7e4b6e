#include "ui/plots/rank_moves_plot.h"

#include "ui/number_format.h"
#include "ui/plots/make_series.h"
#include "ui/plots/plot_view.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

struct RankMovesPlot {
    Q_DECLARE_TR_FUNCTIONS(RankMovesPlot)
};

QString nameOf(const ComparedSample& sample, int characters)
{
    const QString name =
        toQString(sample.sample.title.empty() ? sample.sample.id : sample.sample.title).simplified();
    return name.size() > characters ? name.left(characters - 1) + QChar(0x2026) : name;
}

} // namespace

void drawRankMoves(PlotView& view, const ExplanationComparison& comparison, const QString& nameA,
                   const QString& nameB)
{
    constexpr int shown = 25; // deeper ranks are drawn at the edge
    std::vector<PlotSeries> series;
    for (const ComparedSample& sample : comparison.samples) {
        const int a = std::min(sample.rankA.value_or(shown + 1), shown + 1);
        const int b = std::min(sample.rankB.value_or(shown + 1), shown + 1);
        if (a > shown && b > shown)
            continue;
        PlotSeries line = makeSeries(PlotSeries::Kind::LineWithMarkers, {}, b < a ? 0 : b > a ? 1 : 6);
        line.x = {0, 1};
        line.y = {static_cast<double>(a), static_cast<double>(b)};
        const auto rank = [](const std::optional<int>& r) {
            return r ? QString::number(*r) : RankMovesPlot::tr("not listed");
        };
        const QString label = RankMovesPlot::tr("%1: %2 \u2192 %3")
                                  .arg(nameOf(sample, 50), rank(sample.rankA), rank(sample.rankB));
        line.labels = {label, label};
        series.push_back(std::move(line));
    }
    PlotAxis sides = makeAxis({});
    sides.categories = {nameA, nameB};
    sides.low = -0.3;
    sides.high = 1.3;
    PlotAxis ranks = makeAxis(RankMovesPlot::tr("rank by |importance|"));
    ranks.reversed = true;
    view.setTitle(RankMovesPlot::tr("Rank moves (%1 and deeper at the bottom)").arg(shown + 1));
    view.setAxes(sides, ranks);
    view.setSeries(std::move(series));
}

void drawDifferences(PlotView& view, const ExplanationComparison& comparison, const QString& unit)
{
    std::vector<const ComparedSample*> order;
    for (const ComparedSample& sample : comparison.samples)
        order.push_back(&sample);
    std::stable_sort(order.begin(), order.end(), [](const ComparedSample* a, const ComparedSample* b) {
        return std::abs(a->difference()) > std::abs(b->difference());
    });
    order.resize(std::min(order.size(), view.namesThatFit(16)));
    std::stable_sort(order.begin(), order.end(), [](const ComparedSample* a, const ComparedSample* b) {
        return a->difference() > b->difference();
    });
    PlotSeries up = makeSeries(PlotSeries::Kind::HorizontalBars, RankMovesPlot::tr("more for B"), 0);
    PlotSeries down = makeSeries(PlotSeries::Kind::HorizontalBars, RankMovesPlot::tr("more for A"), 1);
    PlotAxis samples = makeCategoryAxis();
    for (const ComparedSample* sample : order) {
        PlotSeries& series = sample->difference() > 0 ? up : down;
        series.x.push_back(sample->difference());
        series.y.push_back(static_cast<double>(samples.categories.size()));
        series.labels << nameOf(*sample, 60);
        samples.categories << nameOf(*sample, 26);
    }
    view.setTitle(RankMovesPlot::tr("Largest differences"));
    view.setAxes(makeAxis(RankMovesPlot::tr("importance in B minus importance in A [%1]").arg(unit)),
                 samples);
    view.setSeries({std::move(up), std::move(down)});
}

} // namespace representer
