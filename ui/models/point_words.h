#pragma once

#include "ui/workbench/explained_point.h"

#include <QString>

namespace representer {

// How far the decomposition can be trusted.
enum class Completeness { Exact, Nearly, RankingOnly };
Completeness completeness(const Explanation& explanation);
double worstResidual(const Explanation& explanation); // largest |residual| of its sides
// "exact, residual 2e-07", and the sentences that say what it means.
QString completenessText(const Explanation& explanation);
QString completenessToolTip(const ExplainedPoint& point);

// Axis and column title of importances, with the unit: "importance [stars]".
QString importanceAxisTitle(const Explanation& explanation);

// "Star Trek VI (1991) for user 4169: 3.9 of 5 stars; the user gave 4".
QString predictionSentence(const ExplainedPoint& point);

// The method an explanation was made with. (OpenModel::explainer() may wait for another one being prepared;
// this never does.)
const MethodDescriptor& methodOf(const ExplainedPoint& point);

// What a sample has in common with the point: "same user", "same item", "rows", "columns", or nothing.
QString sideText(Side side, const Dataset& dataset);

} // namespace representer
