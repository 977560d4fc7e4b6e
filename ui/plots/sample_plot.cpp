#include "ui/plots/sample_plot.h"

#include "ui/number_format.h"
#include "ui/plots/plot_view.h"

#include <QVBoxLayout>

namespace representer {

SamplePlot::SamplePlot(QWidget* parent) : QWidget(parent), m_view(new PlotView(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    connect(m_view, &PlotView::pointClicked, this, [this](int series, int mark) {
        if (const int row = rowAt(series, mark); row >= 0)
            emit sampleClicked(row);
    });
    connect(m_view, &PlotView::namesRoomChanged, this, [this] {
        if (!m_point)
            return;
        m_rows = draw(*m_point);
        setSelectedRow(m_selected);
    });
}

void SamplePlot::setExplained(std::shared_ptr<const ExplainedPoint> point)
{
    m_point = std::move(point);
    m_selected = -1;
    m_rows.clear();
    if (m_point)
        m_rows = draw(*m_point);
    else
        m_view->clear();
}

void SamplePlot::setSelectedRow(int row)
{
    m_selected = row;
    for (std::size_t series = 0; row >= 0 && series < m_rows.size(); ++series) {
        for (std::size_t mark = 0; mark < m_rows[series].size(); ++mark) {
            if (m_rows[series][mark] == row) {
                m_view->setHighlighted(static_cast<int>(series), static_cast<int>(mark));
                return;
            }
        }
    }
    m_view->setHighlighted(-1, -1);
}

int SamplePlot::rowAt(int series, int mark) const
{
    const auto s = static_cast<std::size_t>(series);
    const auto m = static_cast<std::size_t>(mark);
    return series >= 0 && mark >= 0 && s < m_rows.size() && m < m_rows[s].size() ? m_rows[s][m] : -1;
}

QString SamplePlot::sampleName(const ExplainedSample& sample, int characters)
{
    QString name = toQString(sample.title.empty() ? sample.id : sample.title).simplified();
    if (name.size() > characters)
        name = name.left(characters - 1) + QChar(0x2026);
    return name;
}

} // namespace representer
