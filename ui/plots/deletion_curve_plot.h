#pragma once

#include "core/studies/deletion_summary.h"

namespace representer {

class PlotView;

// Mean change of the score against the number of samples removed, with 95 % bands; one colour per method, the
// samples that push down dashed. `factor` converts to the user's unit.
void drawDeletionCurves(PlotView& view, const DeletionSummary& summary, std::int64_t trainingSize,
                        double factor, const QString& unit);
// Change predicted by the removed importances against the change after retraining; the diagonal is a perfect
// prediction.
void drawPredictedActual(PlotView& view, const DeletionSummary& summary, double factor, const QString& unit);

} // namespace representer
