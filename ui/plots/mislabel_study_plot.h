#pragma once

#include "core/studies/mislabel_study.h"

namespace representer {

class PlotView;

// Share of the planted mistakes found when the first share of each list is inspected: the mean over the sets
// of mistakes, one line per ranking, and the diagonal of chance.
void drawInspectionCurves(PlotView& view, const MislabelPlan& plan, const std::vector<MislabelRow>& rows);

} // namespace representer
