#pragma once

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace representer {

// Values to draw; a plot computes nothing. x and y have the same length, the others too or are empty.
struct PlotSeries {
    enum class Kind {
        Line,
        LineWithMarkers,
        Steps,
        Points,
        Bars,          // from 0 (or low) up to y at x
        HorizontalBars // from 0 (or low) to x at y
    };
    Kind kind = Kind::Line;
    QString name = {}; // in the legend when there is more than one
    std::vector<double> x = {};
    std::vector<double> y = {};
    std::vector<double> low = {};  // lines: interval band low..high; bars: where each bar begins (waterfall)
    std::vector<double> high = {}; // lines only
    QStringList labels = {};       // what a point is called on hover, beside its values
    int colour = 0;                // index into the colour-blind-safe order; also chooses the marker
    bool dashed = false;
};

struct PlotAxis {
    QString title = {}; // with the unit
    bool logarithmic = false;
    bool reversed = false;       // first category on top
    bool whole = false;          // counts: no ticks between whole numbers
    QStringList categories = {}; // names of the values 0, 1, 2, ...
    std::optional<double> low = {};
    std::optional<double> high = {}; // limits of the fitted view; otherwise those of the data
};

// A line across the plot with a meaning of its own: the prediction, no change.
struct PlotGuide {
    double at = 0;
    bool horizontal = true;
    QString label = {};
};

} // namespace representer
