#pragma once

#include "ui/workbench/explained_point.h"

#include <QWidget>

#include <memory>
#include <vector>

namespace representer {

class PlotView;

// A chart whose marks are samples of an explanation: clicking one selects it, the selected one is ringed.
class SamplePlot : public QWidget {
    Q_OBJECT
public:
    explicit SamplePlot(QWidget* parent = nullptr);

    void setExplained(std::shared_ptr<const ExplainedPoint> point); // null: nothing to draw
    void setSelectedRow(int row); // position in ExplainedPoint::samples, or -1
    PlotView& view() const { return *m_view; }

signals:
    void sampleClicked(int row);

protected:
    // Draws m_point into view() and returns, per series and mark, the row of the sample it stands for (-1:
    // none).
    virtual std::vector<std::vector<int>> draw(const ExplainedPoint& point) = 0;

    int rowAt(int series, int mark) const;
    static QString sampleName(const ExplainedSample& sample, int characters);

private:
    PlotView* m_view;
    std::shared_ptr<const ExplainedPoint> m_point;
    int m_selected = -1;
    std::vector<std::vector<int>> m_rows;
};

} // namespace representer
