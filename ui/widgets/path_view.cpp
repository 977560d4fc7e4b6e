#include "ui/widgets/path_view.h"

#include "ui/models/metric_names.h"
#include "ui/models/model_list_model.h"
#include "ui/number_format.h"
#include "ui/plots/make_series.h"
#include "ui/plots/plot_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace representer {

PathView::PathView(QWidget* parent)
    : QWidget(parent), m_plot(new PlotView), m_hint(new QLabel),
      m_compute(new QPushButton(tr("Compute the path")))
{
    m_hint->setProperty("role", QStringLiteral("muted"));
    m_hint->setWordWrap(true);
    m_compute->setToolTip(
        tr("Trains 30 models from the emptiest to beyond this one, each from the one before."));
    m_plot->setPlaceholder(
        tr("Train more models of this kind with other settings: they will be compared here."));
    auto* line = new QHBoxLayout;
    line->addWidget(m_hint, 1);
    line->addWidget(m_compute);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->addLayout(line);
    layout->addWidget(m_plot, 1);
    connect(m_compute, &QPushButton::clicked, this, &PathView::pathWanted);
    connect(m_plot, &PlotView::pointClicked, this, [this](int series, int point) {
        const bool onPath = m_path && series == 0;
        if (onPath)
            emit modelWanted((*m_path)[static_cast<std::size_t>(point)].C);
        else
            emit modelChosen(m_names.value(point));
    });
}

void PathView::setModel(const ModelInfo& info, const std::vector<ModelInfo>& all)
{
    if (info.dataset != m_info.dataset || info.kind != m_info.kind)
        m_path = nullptr;
    m_info = info;
    m_all = all;
    draw();
}

void PathView::setPath(Path path)
{
    m_path = std::move(path);
    draw();
}

void PathView::clear()
{
    m_names.clear();
    m_plot->clear();
}

void PathView::draw()
{
    clear();
    const bool sparse = m_info.kind == ModelKind::L1;
    m_compute->setVisible(sparse && !m_path);
    m_hint->setText(m_path   ? tr("Click a point of the path to train that model, a trained one to open it.")
                    : sparse ? tr("How accuracy and size change with C, from the empty model on.")
                             : tr("Click a point to open its model."));
    const auto setting = mainSetting(m_info);
    const auto quality = testQuality(m_info);
    if (!setting || !quality)
        return;
    struct Point {
        double x, y;
        QString name;
    };
    std::vector<Point> points;
    for (const ModelInfo& other : m_all) {
        const auto itsSetting = mainSetting(other);
        const auto itsQuality = testQuality(other);
        if (other.dataset == m_info.dataset && other.kind == m_info.kind && itsSetting && itsQuality &&
            itsSetting->first == setting->first && itsQuality->key == quality->key && itsSetting->second > 0)
            points.push_back({itsSetting->second, itsQuality->value, toQString(other.name)});
    }
    if (points.empty() || (points.size() < 2 && !m_path))
        return;
    std::ranges::sort(points, {}, &Point::x);
    PlotSeries trained = makeSeries(m_path ? PlotSeries::Kind::Points : PlotSeries::Kind::LineWithMarkers,
                                    m_path ? tr("trained models") : QString(), m_path ? 1 : 0);
    for (const Point& point : points) {
        trained.x.push_back(point.x);
        trained.y.push_back(point.y);
        trained.labels << point.name;
        m_names << point.name;
    }
    std::vector<PlotSeries> series;
    if (m_path) {
        PlotSeries path = makeSeries(PlotSeries::Kind::LineWithMarkers, tr("regularisation path"), 0);
        for (const PathPoint& point : *m_path) {
            path.x.push_back(point.C);
            path.y.push_back(quality->part == "test" ? point.testAccuracy : point.trainAccuracy);
            path.labels << countedText(point.support, tr("%1 weight"), tr("%1 weights")) +
                               tr(", C = %1").arg(numberText(point.C));
        }
        series.push_back(std::move(path));
    }
    series.push_back(std::move(trained));
    m_plot->setTitle(m_path ? tr("Regularisation path") : tr("Models of this kind"));
    PlotAxis across = makeAxis(toQString(setting->first));
    across.logarithmic = true;
    m_plot->setAxes(across,
                    makeAxis(tr("%1 (%2)").arg(metricText(quality->key), partText(quality->part).toLower())));
    const int own = static_cast<int>(series.size()) - 1;
    m_plot->setSeries(std::move(series));
    m_plot->setHighlighted(own, static_cast<int>(m_names.indexOf(toQString(m_info.name))));
}

} // namespace representer
