#pragma once

#include "ui/models/explanation_comparison.h"

namespace representer {

class PlotView;

// A line per sample from its rank in A to its rank in B: level lines mean agreement.
void drawRankMoves(PlotView& view, const ExplanationComparison& comparison, const QString& nameA,
                   const QString& nameB);
// The samples whose importance differs most, B minus A.
void drawDifferences(PlotView& view, const ExplanationComparison& comparison, const QString& unit);

} // namespace representer
