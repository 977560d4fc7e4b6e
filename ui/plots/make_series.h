#pragma once

#include "ui/plots/plot_series.h"

namespace representer {

inline PlotSeries makeSeries(PlotSeries::Kind kind, const QString& name, int colour)
{
    PlotSeries series;
    series.kind = kind;
    series.name = name;
    series.colour = colour;
    return series;
}

inline PlotAxis makeAxis(const QString& title)
{
    PlotAxis axis;
    axis.title = title;
    return axis;
}

inline PlotAxis makeCountAxis(const QString& title)
{
    PlotAxis axis = makeAxis(title);
    axis.whole = true;
    return axis;
}

// Categories from top to bottom.
inline PlotAxis makeCategoryAxis()
{
    PlotAxis axis;
    axis.reversed = true;
    return axis;
}

} // namespace representer
