#include "ui/plots/plot_export.h"

#include "ui/export/table_export.h"

#include "core/base/error.h"
#include "ui/plots/plot_drawing.h"
#include "ui/plots/plot_view.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QBuffer>
#include <QFileInfo>
#include <QPageSize>
#include <QPdfWriter>
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
    // Drawn first and written afterwards: not every painter tells when the disk is full.
    QByteArray drawn;
    QBuffer buffer(&drawn);
    buffer.open(QIODevice::WriteOnly);
    if (ending == QStringLiteral("png")) {
        QImage image = plotImage(content, x, y, pixels, how.dpi / 96.0);
        const int dotsPerMetre = static_cast<int>(std::lround(how.dpi / 0.0254));
        image.setDotsPerMeterX(dotsPerMetre);
        image.setDotsPerMeterY(dotsPerMetre);
        image.setText(QStringLiteral("Title"), content.title);
        image.setText(QStringLiteral("Description"), QString::fromUtf8(how.manifest));
        image.save(&buffer, "PNG");
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
            svg.setOutputDevice(&buffer);
            svg.setSize(pixels);
            svg.setViewBox(QRect(QPoint(0, 0), pixels));
            svg.setResolution(96);
            svg.setTitle(content.title);
            svg.setDescription(QString::fromUtf8(how.manifest));
            painter.begin(&svg);
            draw();
        } else {
            QPdfWriter pdf(&buffer);
            pdf.setTitle(content.title);
            pdf.setPageSize(QPageSize(how.millimetres, QPageSize::Millimeter));
            pdf.setPageMargins({0, 0, 0, 0});
            pdf.setResolution(96);
            if (!how.manifest.isEmpty())
                pdf.addFileAttachment(QStringLiteral("manifest.json"), how.manifest,
                                      QStringLiteral("application/json"));
            painter.begin(&pdf);
            draw();
        }
    } else {
        throw Error(Error::Kind::BadOption, "A chart can be written as .png, .svg or .pdf; \"" +
                                                path.toStdString() + "\" ends in none of these.");
    }
    writeFile(path, drawn);
}

} // namespace representer
