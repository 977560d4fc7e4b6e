#include "ui/plots/deletion_curve_plot.h"

#include "ui/number_format.h"
#include "ui/plots/make_series.h"
#include "ui/plots/plot_view.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>

namespace representer {

namespace {

struct DeletionCurvePlot {
    Q_DECLARE_TR_FUNCTIONS(DeletionCurvePlot)
};

} // namespace

void drawDeletionCurves(PlotView& view, const DeletionSummary& summary, std::int64_t trainingSize,
                        double factor, const QString& unit)
{
    std::map<std::string, int> colours; // one per method, both signs alike
    std::map<std::pair<std::string, Sign>, PlotSeries> curves;
    for (const DeletionMean& mean : summary.rows) {
        if (mean.change.n == 0) // no point has that many samples of this sign: a dot at 0 would be a lie
            continue;
        const int colour = colours.emplace(mean.method, static_cast<int>(colours.size())).first->second;
        auto [found, isNew] = curves.try_emplace({mean.method, mean.sign});
        PlotSeries& curve = found->second;
        if (isNew) {
            curve = makeSeries(PlotSeries::Kind::LineWithMarkers,
                               (mean.sign == Sign::Positive ? DeletionCurvePlot::tr("%1, ups")
                                                            : DeletionCurvePlot::tr("%1, downs"))
                                   .arg(toQString(mean.method)),
                               colour);
            curve.dashed = mean.sign == Sign::Negative;
        }
        const double value = factor * mean.change.mean;
        const double half = factor * mean.change.ci95.value_or(0.0);
        curve.x.push_back(static_cast<double>(mean.k.count(trainingSize)));
        curve.y.push_back(value);
        curve.low.push_back(value - half);
        curve.high.push_back(value + half);
        curve.labels
            << DeletionCurvePlot::tr("k = %1, %2 points").arg(toQString(mean.k.text())).arg(mean.change.n);
    }
    std::vector<PlotSeries> series;
    for (auto& [key, curve] : curves)
        series.push_back(std::move(curve));
    view.setTitle(DeletionCurvePlot::tr("Deletion curves: without what pushes up, or without what pushes down"));
    view.setAxes(makeCountAxis(DeletionCurvePlot::tr("samples removed")),
                 makeAxis(DeletionCurvePlot::tr("change of the score [%1]").arg(unit)));
    view.setSeries(std::move(series));
    PlotGuide none;
    none.label = DeletionCurvePlot::tr("no change");
    view.setGuides({none});
}

void drawPredictedActual(PlotView& view, const DeletionSummary& summary, double factor, const QString& unit)
{
    std::vector<PlotSeries> series;
    double largest = 0;
    for (const PredictionQuality& quality : summary.predictions) {
        QString name = toQString(quality.method);
        if (quality.rankCorrelation)
            name = DeletionCurvePlot::tr("%1, rank correlation %2")
                       .arg(name, numberText(*quality.rankCorrelation));
        PlotSeries points = makeSeries(PlotSeries::Kind::Points, name, static_cast<int>(series.size()));
        for (std::size_t i = 0; i < quality.predicted.size(); ++i) {
            points.x.push_back(factor * quality.predicted[i]);
            points.y.push_back(factor * quality.actual[i]);
            largest = std::max({largest, std::abs(points.x.back()), std::abs(points.y.back())});
        }
        series.push_back(std::move(points));
    }
    if (!series.empty()) {
        PlotSeries diagonal = makeSeries(PlotSeries::Kind::Line, DeletionCurvePlot::tr("perfect"), 6);
        diagonal.x = {-largest, largest};
        diagonal.y = diagonal.x;
        diagonal.dashed = true;
        series.push_back(std::move(diagonal));
    }
    view.setPlaceholder(DeletionCurvePlot::tr(
        "None of the methods of this study predicts a size: there is nothing to compare."));
    view.setTitle(DeletionCurvePlot::tr("Predicted against actual change"));
    view.setAxes(makeAxis(DeletionCurvePlot::tr("predicted change [%1]").arg(unit)),
                 makeAxis(DeletionCurvePlot::tr("change after retraining [%1]").arg(unit)));
    view.setSeries(std::move(series));
    view.setGuides({});
}

} // namespace representer
