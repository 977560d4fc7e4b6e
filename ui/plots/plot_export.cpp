#include "ui/plots/plot_export.h"

#include "core/base/error.h"
#include "ui/plots/plot_drawing.h"
#include "ui/plots/plot_view.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QFileInfo>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <qcustomplot.h>

#include <cmath>

namespace representer {

namespace {

constexpr double pixelsPerMillimetre =
    96.0 / 25.4; // the unit in which fonts and lines of the drawing are meant

QPalette paperPalette()
{
    QPalette palette = lightPalette();
    palette.setColor(QPalette::Base, Qt::white);
    palette.setColor(QPalette::Text, QColor(0x11, 0x11, 0x11));
    return palette;
}

void prepare(QCustomPlot& plot, const PlotContent& content, const PlotBounds& x, const PlotBounds& y)
{
    drawPlot(plot, content, paperPalette(), QApplication::font());
    plot.xAxis->setRange(x.low, x.high);
    plot.yAxis->setRange(y.low, y.high);
}

[[noreturn]] void failToWrite(const QString& path, const QString& reason)
{
    throw Error(Error::Kind::Storage,
                QCoreApplication::translate("PlotExport", "The chart was not written to %1: %2. "
                                                          "Choose another place or free some space.")
                    .arg(path, reason)
                    .toStdString());
}

} // namespace

QImage plotImage(const PlotContent& content, const PlotBounds& x, const PlotBounds& y, const QSize& pixels,
                 double scale)
{
    QCustomPlot plot;
    prepare(plot, content, x, y);
    QImage image(pixels * scale, QImage::Format_RGB32);
    image.fill(Qt::white);
    QCPPainter painter(&image);
    painter.scale(scale, scale);
    painter.setMode(QCPPainter::pmNoCaching);
    plot.toPainter(&painter, pixels.width(), pixels.height());
    return image;
}

void exportPlot(const PlotContent& content, const PlotBounds& x, const PlotBounds& y, const QString& path,
                const PlotExport& how)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    const QSize pixels = (how.millimetres * pixelsPerMillimetre).toSize();
    QSaveFile file(path); // an interrupted export leaves an older file alone
    if (!file.open(QIODevice::WriteOnly))
        failToWrite(path, file.errorString());
    if (ending == QStringLiteral("png")) {
        QImage image = plotImage(content, x, y, pixels, how.dpi / 96.0);
        const int dotsPerMetre = static_cast<int>(std::lround(how.dpi / 0.0254));
        image.setDotsPerMeterX(dotsPerMetre);
        image.setDotsPerMeterY(dotsPerMetre);
        if (!image.save(&file, "PNG"))
            failToWrite(path, file.errorString());
    } else if (ending == QStringLiteral("svg") || ending == QStringLiteral("pdf")) {
        QCustomPlot plot;
        prepare(plot, content, x, y);
        QCPPainter painter;
        const auto draw = [&] {
            painter.setMode(QCPPainter::pmVectorized);
            painter.setMode(QCPPainter::pmNoCaching);
            plot.toPainter(&painter, pixels.width(), pixels.height());
            painter.end();
        };
        if (ending == QStringLiteral("svg")) {
            QSvgGenerator svg;
            svg.setOutputDevice(&file);
            svg.setSize(pixels);
            svg.setViewBox(QRect(QPoint(0, 0), pixels));
            svg.setResolution(96);
            svg.setTitle(content.title);
            painter.begin(&svg);
            draw();
        } else {
            QPdfWriter pdf(&file);
            pdf.setTitle(content.title);
            pdf.setPageSize(QPageSize(how.millimetres, QPageSize::Millimeter));
            pdf.setPageMargins({0, 0, 0, 0});
            pdf.setResolution(96);
            painter.begin(&pdf);
            draw();
        }
    } else {
        throw Error(Error::Kind::BadOption, "A chart can be written as .png, .svg or .pdf; \"" +
                                                path.toStdString() + "\" ends in none of these.");
    }
    if (!file.commit())
        failToWrite(path, file.errorString());
}

} // namespace representer
