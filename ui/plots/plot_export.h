#pragma once

#include <QImage>
#include <QSize>
#include <QString>

namespace representer {

struct PlotContent;
struct PlotBounds;
struct PlotExport;

// Draws the content anew in dark ink on white and writes it, in the format of the path's ending. Throws
// Error.
void exportPlot(const PlotContent& content, const PlotBounds& x, const PlotBounds& y, const QString& path,
                const PlotExport& how);
QImage plotImage(const PlotContent& content, const PlotBounds& x, const PlotBounds& y, const QSize& pixels,
                 double scale);

} // namespace representer
