#pragma once

#include "ui/plots/plot_series.h"

#include <QFont>
#include <QPalette>
#include <QString>

#include <vector>

class QCustomPlot;

namespace representer {

// Private to ui/plots: what a PlotView shows and how it gets into a QCustomPlot.
struct PlotContent {
    QString title;
    PlotAxis x;
    PlotAxis y;
    std::vector<PlotSeries> series;
    std::vector<PlotGuide> guides;

    bool empty() const;
};

struct PlotBounds {
    double low = 0;
    double high = 1;
};

// Where the view begins and ends when everything is to be seen, with a little air.
PlotBounds boundsOf(const PlotContent& content, bool horizontal);

// Replaces everything in the plot; ranges are left alone.
void drawPlot(QCustomPlot& plot, const PlotContent& content, const QPalette& palette, const QFont& font);
// Colours, fonts, axes, without the values.
void dressPlot(QCustomPlot& plot, const PlotContent& content, const QPalette& palette, const QFont& font);

// Width of the bars of a series along its key axis.
double barWidth(const PlotSeries& series);

} // namespace representer
