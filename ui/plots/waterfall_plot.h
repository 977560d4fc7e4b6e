#pragma once

#include "ui/plots/sample_plot.h"

namespace representer {

// From the offset to the prediction: one step per strong sample, one for all the others.
class WaterfallPlot final : public SamplePlot {
    Q_OBJECT
public:
    using SamplePlot::SamplePlot;

protected:
    std::vector<std::vector<int>> draw(const ExplainedPoint& point) override;
};

} // namespace representer
