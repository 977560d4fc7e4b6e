#pragma once

#include "ui/plots/sample_plot.h"

namespace representer {

// The strongest samples of both directions as diverging bars.
class ContributionBarsPlot final : public SamplePlot {
    Q_OBJECT
public:
    using SamplePlot::SamplePlot;

protected:
    std::vector<std::vector<int>> draw(const ExplainedPoint& point) override;
};

} // namespace representer
