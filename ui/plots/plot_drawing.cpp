#include "ui/plots/plot_drawing.h"

#include "ui/theme/colours.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace representer {

bool PlotContent::empty() const
{
    return std::all_of(series.begin(), series.end(), [](const PlotSeries& one) { return one.x.empty(); });
}

double barWidth(const PlotSeries& series)
{
    std::vector<double> keys = series.kind == PlotSeries::Kind::HorizontalBars ? series.y : series.x;
    std::sort(keys.begin(), keys.end());
    double gap = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < keys.size(); ++i)
        if (keys[i] > keys[i - 1])
            gap = std::min(gap, keys[i] - keys[i - 1]);
    return 0.72 * (std::isfinite(gap) ? gap : 1.0);
}

PlotBounds boundsOf(const PlotContent& content, bool horizontal)
{
    const PlotAxis& axis = horizontal ? content.x : content.y;
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    const auto take = [&](double value) {
        if (!std::isfinite(value) || (axis.logarithmic && value <= 0))
            return;
        low = std::min(low, value);
        high = std::max(high, value);
    };
    double half = 0;
    for (const PlotSeries& series : content.series) {
        const bool lying = series.kind == PlotSeries::Kind::HorizontalBars;
        const bool bars = lying || series.kind == PlotSeries::Kind::Bars;
        for (const double value : horizontal ? series.x : series.y)
            take(value);
        const bool valueAxis = lying == horizontal;
        if (valueAxis) {
            for (const double value : series.low)
                take(value);
            for (const double value : series.high)
                take(value);
            if (bars && series.low.empty())
                take(0);
        } else if (bars && !series.x.empty()) {
            half = std::max(half, barWidth(series) / 2);
        }
    }
    if (!axis.categories.isEmpty()) {
        low = -0.1;
        high = static_cast<double>(axis.categories.size()) - 0.9;
        half = std::max(half, 0.5);
    }
    if (low > high)
        return axis.logarithmic ? PlotBounds{1, 10} : PlotBounds{0, 1};
    if (axis.logarithmic) {
        const double air = std::pow(high / low, 0.04) * 1.05;
        return {axis.low.value_or(low / air), axis.high.value_or(high * air)};
    }
    double air = half > 0 ? half * 1.15 : 0.05 * (high - low);
    if (high == low)
        air = std::max(air, high == 0 ? 1.0 : 0.1 * std::abs(high));
    return {axis.low.value_or(low - air), axis.high.value_or(high + air)};
}

namespace {

QCPScatterStyle markerOf(int colour, const QColor& ink, double size)
{
    static constexpr QCPScatterStyle::ScatterShape shapes[] = {
        QCPScatterStyle::ssDisc,       QCPScatterStyle::ssSquare, QCPScatterStyle::ssTriangle,
        QCPScatterStyle::ssDiamond,    QCPScatterStyle::ssCircle, QCPScatterStyle::ssTriangleInverted,
        QCPScatterStyle::ssCrossSquare};
    QColor fill = ink;
    fill.setAlphaF(0.75F);
    return {shapes[static_cast<std::size_t>(colour) % std::size(shapes)], QPen(ink, 1), QBrush(fill), size};
}

QVector<double> toVector(const std::vector<double>& values)
{
    return {values.begin(), values.end()};
}

void drawBand(QCustomPlot& plot, const PlotSeries& series, const QColor& ink)
{
    QPen none(Qt::NoPen);
    QCPGraph* upper = plot.addGraph();
    QCPGraph* lower = plot.addGraph();
    QColor fill = ink;
    fill.setAlphaF(0.16F);
    for (QCPGraph* graph : {upper, lower}) {
        graph->setPen(none);
        graph->removeFromLegend();
    }
    lower->setData(toVector(series.x), toVector(series.low), false);
    upper->setData(toVector(series.x), toVector(series.high), false);
    upper->setBrush(fill);
    upper->setChannelFillGraph(lower);
}

void drawGraph(QCustomPlot& plot, const PlotSeries& series, const QColor& ink)
{
    if (!series.low.empty() && series.low.size() == series.high.size())
        drawBand(plot, series, ink);
    QCPGraph* graph = plot.addGraph();
    graph->setName(series.name);
    const bool points = series.kind == PlotSeries::Kind::Points;
    graph->setLineStyle(points                                   ? QCPGraph::lsNone
                        : series.kind == PlotSeries::Kind::Steps ? QCPGraph::lsStepLeft
                                                                 : QCPGraph::lsLine);
    graph->setPen(QPen(ink, 2, series.dashed ? Qt::DashLine : Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    if (points || series.kind == PlotSeries::Kind::LineWithMarkers)
        graph->setScatterStyle(markerOf(series.colour, ink, points ? 6.5 : 7.5));
    graph->setData(toVector(series.x), toVector(series.y), false);
}

void drawBars(QCustomPlot& plot, const PlotSeries& series, const QColor& ink)
{
    const bool lying = series.kind == PlotSeries::Kind::HorizontalBars;
    QColor fill = ink;
    fill.setAlphaF(0.85F);
    auto* bars = lying ? new QCPBars(plot.yAxis, plot.xAxis) : new QCPBars(plot.xAxis, plot.yAxis);
    bars->setName(series.name);
    bars->setPen(Qt::NoPen);
    bars->setBrush(fill);
    bars->setWidth(barWidth(series));
    if (series.low.empty()) {
        bars->setData(toVector(lying ? series.y : series.x), toVector(lying ? series.x : series.y), false);
        return;
    }
    // Floating bars: QCPBars has one base for all, so each is a rectangle; the empty QCPBars keeps the
    // legend.
    const double half = barWidth(series) / 2;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        auto* box = new QCPItemRect(&plot);
        const double key = lying ? series.y[i] : series.x[i];
        const double value = lying ? series.x[i] : series.y[i];
        const double from = series.low[i];
        box->setPen(Qt::NoPen);
        box->setBrush(fill);
        if (lying) {
            box->topLeft->setCoords(std::min(from, value), key + half);
            box->bottomRight->setCoords(std::max(from, value), key - half);
        } else {
            box->topLeft->setCoords(key - half, std::max(from, value));
            box->bottomRight->setCoords(key + half, std::min(from, value));
        }
    }
}

void drawGuide(QCustomPlot& plot, const PlotGuide& guide, const QPalette& palette, const QFont& font)
{
    auto* line = new QCPItemStraightLine(&plot);
    line->point1->setCoords(guide.horizontal ? 0 : guide.at, guide.horizontal ? guide.at : 0);
    line->point2->setCoords(guide.horizontal ? 1 : guide.at, guide.horizontal ? guide.at : 1);
    // With a logarithmic axis 0 has no place: pin the free coordinate to the axis rectangle instead.
    for (QCPItemPosition* position : {line->point1, line->point2}) {
        if (guide.horizontal)
            position->setTypeX(QCPItemPosition::ptAxisRectRatio);
        else
            position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    const QColor ink = mutedTextColour(palette);
    line->setPen(QPen(ink, 1, Qt::DashLine));
    if (guide.label.isEmpty())
        return;
    auto* label = new QCPItemText(&plot);
    label->setText(guide.label);
    label->setColor(ink);
    label->setFont(font);
    label->setPadding({4, 1, 4, 1});
    if (guide.horizontal) {
        label->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
        label->position->setCoords(1, guide.at);
        label->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
    } else {
        label->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        label->position->setCoords(guide.at, 0);
        label->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    }
}

class WholeTicker final : public QCPAxisTicker {
protected:
    double getTickStep(const QCPRange& range) override
    {
        return std::max(1.0, std::round(QCPAxisTicker::getTickStep(range)));
    }
};

void dressAxis(QCPAxis* axis, const PlotAxis& wanted, const QPalette& palette, const QFont& font)
{
    const QColor text = palette.color(QPalette::Text);
    const QColor muted = mutedTextColour(palette);
    const QColor line = borderColour(palette);
    axis->setLabel(wanted.title);
    axis->setLabelFont(font);
    axis->setLabelColor(text);
    axis->setTickLabelFont(font);
    axis->setTickLabelColor(muted);
    axis->setBasePen(QPen(line));
    axis->setTickPen(QPen(line));
    axis->setSubTickPen(Qt::NoPen);
    axis->setTickLength(0, 4);
    axis->setRangeReversed(wanted.reversed);
    axis->grid()->setPen(QPen(mixed(palette.color(QPalette::Base), text, 0.08), 1));
    axis->grid()->setZeroLinePen(QPen(mixed(palette.color(QPalette::Base), text, 0.35), 1));
    axis->setScaleType(wanted.logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (!wanted.categories.isEmpty()) {
        const auto ticker = QSharedPointer<QCPAxisTickerText>::create();
        const QFontMetrics metrics(font);
        const bool vertical = axis->orientation() == Qt::Vertical;
        const int room =
            metrics.averageCharWidth() * (vertical ? 26 : wanted.categories.size() <= 2 ? 36 : 18);
        for (qsizetype i = 0; i < wanted.categories.size(); ++i)
            ticker->addTick(static_cast<double>(i),
                            metrics.elidedText(wanted.categories[i], Qt::ElideRight, room));
        axis->setTicker(ticker);
        axis->grid()->setPen(Qt::NoPen);
        axis->grid()->setZeroLinePen(Qt::NoPen);
        axis->setTickLabelRotation(!vertical && wanted.categories.size() > 6 ? 40 : 0);
    } else if (wanted.logarithmic) {
        axis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
        axis->setNumberFormat(QStringLiteral("gb"));
        axis->setNumberPrecision(4);
    } else {
        axis->setTicker(wanted.whole ? QSharedPointer<QCPAxisTicker>(new WholeTicker)
                                     : QSharedPointer<QCPAxisTicker>::create());
        axis->setNumberFormat(wanted.whole ? QStringLiteral("f") : QStringLiteral("gb"));
        axis->setNumberPrecision(wanted.whole ? 0 : 5);
        axis->ticker()->setTickCount(axis->orientation() == Qt::Vertical ? 5 : 4);
    }
}

} // namespace

void dressPlot(QCustomPlot& plot, const PlotContent& content, const QPalette& palette, const QFont& font)
{
    plot.setBackground(palette.color(QPalette::Base));
    dressAxis(plot.xAxis, content.x, palette, font);
    dressAxis(plot.yAxis, content.y, palette, font);
    plot.legend->setFont(font);
    plot.legend->setTextColor(palette.color(QPalette::Text));
    plot.legend->setBorderPen(Qt::NoPen);
    plot.legend->setBrush(Qt::NoBrush);
}

// Rows of the layout: title, legend, axes. Built once; the title is empty when there is none.
static QCPTextElement* layOut(QCustomPlot& plot)
{
    QCPLayoutGrid* grid = plot.plotLayout();
    if (grid->rowCount() == 1) {
        grid->insertRow(0);
        grid->insertRow(0);
        auto* title = new QCPTextElement(&plot);
        title->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
        title->setMargins({10, 8, 10, 0});
        grid->addElement(0, 0, title);
        plot.legend->setFillOrder(QCPLegend::foColumnsFirst);
        plot.legend->setMargins({10, 4, 10, 0});
        grid->setRowStretchFactor(0, 0.001);
        grid->setRowStretchFactor(1, 0.001);
        grid->setRowSpacing(0);
        plot.axisRect()->setMinimumMargins({12, 10, 16, 8});
    }
    return qobject_cast<QCPTextElement*>(grid->element(0, 0));
}

// A hidden legend in the grid would narrow the axes to its own width, so it stands there only while it is
// seen.
static void placeLegend(QCustomPlot& plot, bool seen)
{
    plot.legend->setVisible(seen);
    QCPLayout* wanted = seen ? static_cast<QCPLayout*>(plot.plotLayout()) : plot.axisRect()->insetLayout();
    if (plot.legend->layout() == wanted)
        return;
    if (seen)
        plot.plotLayout()->addElement(1, 0, plot.legend);
    else
        plot.axisRect()->insetLayout()->addElement(plot.legend, Qt::AlignRight | Qt::AlignTop);
}

void drawPlot(QCustomPlot& plot, const PlotContent& content, const QPalette& palette, const QFont& font)
{
    plot.clearItems();
    plot.clearPlottables();
    QCPTextElement* title = layOut(plot);
    QFont bold = font;
    bold.setWeight(QFont::DemiBold);
    title->setText(content.title);
    title->setFont(bold);
    title->setTextColor(palette.color(QPalette::Text));
    title->setVisible(!content.title.isEmpty());
    dressPlot(plot, content, palette, font);
    for (const PlotSeries& series : content.series) {
        const QColor ink = seriesColour(series.colour, palette);
        if (series.kind == PlotSeries::Kind::Bars || series.kind == PlotSeries::Kind::HorizontalBars)
            drawBars(plot, series, ink);
        else
            drawGraph(plot, series, ink);
    }
    for (const PlotGuide& guide : content.guides)
        drawGuide(plot, guide, palette, font);
    const auto named = std::count_if(content.series.begin(), content.series.end(),
                                     [](const PlotSeries& series) { return !series.name.isEmpty(); });
    for (int i = plot.legend->itemCount() - 1; i >= 0; --i) {
        auto* item = qobject_cast<QCPPlottableLegendItem*>(plot.legend->item(i));
        if (item && item->plottable()->name().isEmpty())
            plot.legend->removeItem(i);
    }
    placeLegend(plot, named > 1);
}

} // namespace representer
