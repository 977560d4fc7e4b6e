#pragma once

#include "ui/plots/plot_series.h"

#include <QSize>
#include <QWidget>

#include <memory>
#include <utility>
#include <vector>

namespace representer {

// What an exported chart looks like: its size on paper and the resolution of pixel formats.
struct PlotExport {
    QSizeF millimetres{160, 100};
    int dpi = 300;               // PNG
    QByteArray manifest = {};    // where the numbers come from, as JSON: kept inside the file
};

// QCustomPlot, wrapped once. Wheel zooms, over an axis only that axis; dragging moves (or brushes, where that
// is switched on: then Shift-drag moves); double-click fits; the range the user chose is kept when values
// change; hovering tells the values; colours follow the palette.
class PlotView final : public QWidget {
    Q_OBJECT
public:
    explicit PlotView(QWidget* parent = nullptr);
    ~PlotView() override;

    void setTitle(const QString& title);
    void setAxes(const PlotAxis& x, const PlotAxis& y);
    void setSeries(std::vector<PlotSeries> series); // fits, unless the user has chosen a range
    void setGuides(std::vector<PlotGuide> guides);
    void setPlaceholder(const QString& text); // shown while there is nothing to draw
    const std::vector<PlotSeries>& series() const;
    void clear();
    void fit(); // the whole of the values, and from now on again after each change
    void setHighlighted(int series, int point); // -1 for none: a ring around one point
    void setBrushable(bool brushable);
    bool rangeChosenByUser() const;
    // How many marks with a name each can stand below one another, from 5 to `most`; whoever asks draws anew on
    // namesRoomChanged().
    std::size_t namesThatFit(std::size_t most);

    // By the ending: .png, .svg or .pdf. White background and dark ink whatever the theme. Throws Error.
    void exportTo(const QString& path, const PlotExport& how = {}) const;
    QImage toImage(const QSize& pixels, double scale = 1) const; // scale: dots per pixel

    QSize sizeHint() const override { return {420, 280}; }
    QSize minimumSizeHint() const override { return {180, 120}; }

signals:
    void pointClicked(int series, int point);
    void pointHovered(int series, int point);                     // -1, -1 when none
    void brushed(const std::vector<std::pair<int, int>>& points); // (series, point); empty: brush cleared
    void saveRequested();                                         // from the context menu
    void namesRoomChanged();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    std::size_t roomForNames() const;

    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace representer
