#pragma once

#include "core/studies/negative_study.h"

namespace representer {

class PlotView;

// Share of the held-out positives among the pairs removed as negatives, against how many were removed; one
// line per ranking with its 95 % band.
void drawFoundPositives(PlotView& view, const NegativePlan& plan, const NegativeSummary& summary);
// Change of recall in the first 20 after retraining without them.
void drawRecallChange(PlotView& view, const NegativePlan& plan, const NegativeSummary& summary);

} // namespace representer
