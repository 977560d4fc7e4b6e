#include "ui/plots/plot_view.h"

#include "ui/number_format.h"
#include "ui/plots/plot_drawing.h"
#include "ui/plots/plot_export.h"
#include "ui/theme/colours.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

constexpr double hoverRadius = 12;

} // namespace

struct PlotView::Private {
    struct Hit {
        int series = -1;
        int point = -1;
        bool operator==(const Hit&) const = default;
    };

    PlotContent content;
    QCustomPlot* plot = nullptr;
    QLabel* placeholder = nullptr;
    bool userRange = false;
    bool fitting = false;
    bool brushable = false;
    Hit hovered;
    Hit highlighted;
    QRubberBand* band = nullptr;
    QPoint pressedAt;
    std::size_t mostNames = 0; // 0: nobody asked
    std::size_t names = 0;

    QPointF pixelOf(const PlotSeries& series, std::size_t i) const
    {
        return {plot->xAxis->coordToPixel(series.x[i]), plot->yAxis->coordToPixel(series.y[i])};
    }
    Hit hitAt(const QPointF& position) const;
    QString describe(const Hit& hit) const;
    void applyFit(bool x, bool y);
    void redraw(const QPalette& palette, const QFont& font);
    void ring(const QPalette& palette);
};

PlotView::Private::Hit PlotView::Private::hitAt(const QPointF& position) const
{
    Hit best;
    double distance = hoverRadius * hoverRadius;
    if (!plot->axisRect()->rect().contains(position.toPoint()))
        return best;
    for (std::size_t s = 0; s < content.series.size(); ++s) {
        const PlotSeries& series = content.series[s];
        const bool lying = series.kind == PlotSeries::Kind::HorizontalBars;
        const bool bars = lying || series.kind == PlotSeries::Kind::Bars;
        const double half = bars ? barWidth(series) / 2 : 0;
        const double key =
            lying ? plot->yAxis->pixelToCoord(position.y()) : plot->xAxis->pixelToCoord(position.x());
        for (std::size_t i = 0; i < series.x.size(); ++i) {
            double d = 0;
            if (bars) {
                // The whole row or column of a bar answers, so that tiny bars can be hit as well.
                d = std::abs(key - (lying ? series.y[i] : series.x[i])) <= half ? 0 : distance;
            } else {
                const QPointF offset = pixelOf(series, i) - position;
                d = QPointF::dotProduct(offset, offset);
            }
            if (d < distance) {
                distance = d;
                best = {static_cast<int>(s), static_cast<int>(i)};
            }
        }
    }
    return best;
}

QString PlotView::Private::describe(const Hit& hit) const
{
    const PlotSeries& series = content.series[static_cast<std::size_t>(hit.series)];
    const auto at = static_cast<std::size_t>(hit.point);
    const auto value = [](const PlotAxis& axis, double number) {
        const auto index = static_cast<qsizetype>(std::lround(number));
        if (index >= 0 && index < axis.categories.size())
            return axis.categories[index];
        return axis.title.isEmpty() ? numberText(number)
                                    : QStringLiteral("%1: %2").arg(axis.title, numberText(number));
    };
    QStringList lines;
    if (!series.name.isEmpty())
        lines << series.name;
    if (hit.point < series.labels.size() && !series.labels[hit.point].isEmpty())
        lines << series.labels[hit.point];
    lines << value(content.x, series.x[at]) << value(content.y, series.y[at]);
    if (at < series.low.size() && at < series.high.size())
        lines
            << PlotView::tr("interval %1 to %2").arg(numberText(series.low[at]), numberText(series.high[at]));
    lines.removeDuplicates();
    // Names come from the user's data: escaped, because tooltips guess at rich text.
    for (QString& line : lines)
        line = line.toHtmlEscaped();
    return QStringLiteral("<p style='white-space:pre'>%1</p>").arg(lines.join(QStringLiteral("<br>")));
}

void PlotView::Private::applyFit(bool x, bool y)
{
    fitting = true;
    if (x) {
        const PlotBounds bounds = boundsOf(content, true);
        plot->xAxis->setRange(bounds.low, bounds.high);
    }
    if (y) {
        const PlotBounds bounds = boundsOf(content, false);
        plot->yAxis->setRange(bounds.low, bounds.high);
    }
    fitting = false;
}

void PlotView::Private::redraw(const QPalette& palette, const QFont& font)
{
    fitting = true; // a change of scale moves the range of its own accord: that is not the user's choice
    drawPlot(*plot, content, palette, font);
    fitting = false;
    if (!userRange)
        applyFit(true, true);
    ring(palette);
    plot->setVisible(!content.empty());
    placeholder->setVisible(content.empty());
    plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlotView::Private::ring(const QPalette& palette)
{
    if (highlighted.series < 0 || highlighted.series >= static_cast<int>(content.series.size()))
        return;
    const PlotSeries& series = content.series[static_cast<std::size_t>(highlighted.series)];
    if (highlighted.point < 0 || highlighted.point >= static_cast<int>(series.x.size()))
        return;
    const auto at = static_cast<std::size_t>(highlighted.point);
    QCPGraph* mark = plot->addGraph();
    mark->removeFromLegend();
    mark->setLineStyle(QCPGraph::lsNone);
    mark->setScatterStyle(
        {QCPScatterStyle::ssCircle, QPen(palette.color(QPalette::Text), 2), Qt::NoBrush, 13});
    mark->addData(series.x[at], series.y[at]);
}

PlotView::PlotView(QWidget* parent) : QWidget(parent), d(std::make_unique<Private>())
{
    d->plot = new QCustomPlot(this);
    d->placeholder = new QLabel(this);
    d->placeholder->setAlignment(Qt::AlignCenter);
    d->placeholder->setWordWrap(true);
    d->placeholder->setTextFormat(Qt::PlainText);
    d->placeholder->setProperty("role", QStringLiteral("muted"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(d->plot, 1);
    layout->addWidget(d->placeholder, 1);
    d->plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    d->plot->setMouseTracking(true);
    d->plot->setMinimumSize(minimumSizeHint());
    d->plot->installEventFilter(this);
    d->plot->setFocusPolicy(Qt::NoFocus);
    setToolTip({});
    setFocusPolicy(Qt::StrongFocus);
    for (QCPAxis* axis : {d->plot->xAxis, d->plot->yAxis})
        connect(axis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this] {
            if (!d->fitting)
                d->userRange = true;
        });
    d->redraw(palette(), font());
}

PlotView::~PlotView() = default;

void PlotView::setTitle(const QString& title)
{
    d->content.title = title;
    setAccessibleName(title);
    d->redraw(palette(), font());
}

void PlotView::setAxes(const PlotAxis& x, const PlotAxis& y)
{
    // Another question altogether: the old range means nothing on the new axes.
    if (x.title != d->content.x.title || y.title != d->content.y.title ||
        x.logarithmic != d->content.x.logarithmic || y.logarithmic != d->content.y.logarithmic ||
        !x.categories.isEmpty() || !y.categories.isEmpty())
        d->userRange = false;
    d->content.x = x;
    d->content.y = y;
    d->redraw(palette(), font());
}

void PlotView::setSeries(std::vector<PlotSeries> series)
{
    d->content.series = std::move(series);
    d->highlighted = {};
    d->hovered = {};
    d->redraw(palette(), font());
}

void PlotView::setGuides(std::vector<PlotGuide> guides)
{
    d->content.guides = std::move(guides);
    d->redraw(palette(), font());
}

void PlotView::setPlaceholder(const QString& text)
{
    d->placeholder->setText(text);
}

const std::vector<PlotSeries>& PlotView::series() const
{
    return d->content.series;
}

void PlotView::clear()
{
    d->userRange = false;
    setSeries({});
}

void PlotView::fit()
{
    d->userRange = false;
    d->applyFit(true, true);
    d->plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlotView::setHighlighted(int series, int point)
{
    if (d->highlighted == Private::Hit{series, point})
        return;
    d->highlighted = {series, point};
    d->redraw(palette(), font());
}

void PlotView::setBrushable(bool brushable)
{
    d->brushable = brushable;
}

bool PlotView::rangeChosenByUser() const
{
    return d->userRange;
}

static PlotBounds rangeOf(const QCPAxis* axis)
{
    return {axis->range().lower, axis->range().upper};
}

void PlotView::exportTo(const QString& path, const PlotExport& how) const
{
    exportPlot(d->content, rangeOf(d->plot->xAxis), rangeOf(d->plot->yAxis), path, how);
}

QImage PlotView::toImage(const QSize& pixels, double scale) const
{
    return plotImage(d->content, rangeOf(d->plot->xAxis), rangeOf(d->plot->yAxis), pixels, scale);
}

void PlotView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        d->redraw(palette(), font());
    QWidget::changeEvent(event);
}

std::size_t PlotView::roomForNames() const
{
    constexpr int frame = 110; // title, legend, axis and its title
    const int names = std::max(0, height() - frame) / fontMetrics().height();
    return std::clamp(static_cast<std::size_t>(names), std::size_t{5}, d->mostNames);
}

std::size_t PlotView::namesThatFit(std::size_t most)
{
    d->mostNames = most;
    d->names = roomForNames();
    return d->names;
}

void PlotView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (d->mostNames != 0 && roomForNames() != d->names)
        emit namesRoomChanged();
}

void PlotView::contextMenuEvent(QContextMenuEvent* event)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(menu->addAction(tr("Fit all (double-click)")), &QAction::triggered, this, &PlotView::fit);
    connect(menu->addAction(tr("Copy picture")), &QAction::triggered, this,
            [this] { QApplication::clipboard()->setImage(toImage(size() * 2)); });
    connect(menu->addAction(tr("Save chart...")), &QAction::triggered, this, &PlotView::saveRequested);
    menu->popup(event->globalPos());
}

bool PlotView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != d->plot)
        return QWidget::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::MouseButtonDblClick: {
        const QPoint at = static_cast<QMouseEvent*>(event)->pos();
        const bool onX = d->plot->xAxis->selectTest(at, false) >= 0;
        const bool onY = d->plot->yAxis->selectTest(at, false) >= 0;
        if (onX == onY) {
            fit();
        } else {
            d->applyFit(onX, onY);
            d->plot->replot(QCustomPlot::rpQueuedReplot);
        }
        return true;
    }
    case QEvent::MouseButtonPress: {
        auto* mouse = static_cast<QMouseEvent*>(event);
        d->pressedAt = mouse->pos();
        setFocus(Qt::MouseFocusReason);
        if (d->brushable && mouse->button() == Qt::LeftButton && !(mouse->modifiers() & Qt::ShiftModifier) &&
            d->plot->axisRect()->rect().contains(mouse->pos())) {
            if (!d->band)
                d->band = new QRubberBand(QRubberBand::Rectangle, d->plot);
            d->band->setGeometry(QRect(d->pressedAt, QSize()));
            d->band->show();
            return true;
        }
        break;
    }
    case QEvent::MouseMove: {
        auto* mouse = static_cast<QMouseEvent*>(event);
        if (d->band && d->band->isVisible()) {
            d->band->setGeometry(QRect(d->pressedAt, mouse->pos()).normalized());
            return true;
        }
        if (mouse->buttons() == Qt::NoButton) {
            const Private::Hit hit = d->hitAt(mouse->position());
            if (hit.point >= 0)
                QToolTip::showText(mouse->globalPosition().toPoint(), d->describe(hit), d->plot);
            else
                QToolTip::hideText();
            if (hit != d->hovered) {
                d->hovered = hit;
                emit pointHovered(hit.series, hit.point);
            }
        }
        break;
    }
    case QEvent::MouseButtonRelease: {
        auto* mouse = static_cast<QMouseEvent*>(event);
        const bool moved =
            (mouse->pos() - d->pressedAt).manhattanLength() > QApplication::startDragDistance();
        const bool brushing = d->band && d->band->isVisible();
        if (brushing && moved) {
            const QRectF area = d->band->geometry();
            std::vector<std::pair<int, int>> inside;
            for (std::size_t s = 0; s < d->content.series.size(); ++s)
                for (std::size_t i = 0; i < d->content.series[s].x.size(); ++i)
                    if (area.contains(d->pixelOf(d->content.series[s], i)))
                        inside.emplace_back(static_cast<int>(s), static_cast<int>(i));
            emit brushed(inside);
        } else if (!moved && mouse->button() == Qt::LeftButton) {
            const Private::Hit hit = d->hitAt(mouse->position());
            if (hit.point >= 0)
                emit pointClicked(hit.series, hit.point);
            else if (d->brushable)
                emit brushed({});
        }
        if (brushing) {
            d->band->hide();
            return true;
        }
        break;
    }
    case QEvent::Leave:
        if (d->hovered.point >= 0) {
            d->hovered = {};
            emit pointHovered(-1, -1);
        }
        break;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace representer
