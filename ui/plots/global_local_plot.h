#pragma once

#include "ui/plots/sample_plot.h"

#include <optional>
#include <set>

namespace representer {

// Global against local importance: tells samples that are strong everywhere from true neighbours. Dragging
// brushes.
class GlobalLocalPlot final : public SamplePlot {
    Q_OBJECT
public:
    explicit GlobalLocalPlot(QWidget* parent = nullptr);

signals:
    void brushed(const std::optional<std::set<int>>& rows); // nothing: the brush was cleared

protected:
    std::vector<std::vector<int>> draw(const ExplainedPoint& point) override;
};

} // namespace representer
