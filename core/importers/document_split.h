#pragma once

#include "core/data/dataset.h"
#include "core/importers/importer.h"

namespace representer {

// The share that is held out when the user says nothing.
constexpr double DefaultTestFraction = 0.2;

// The test rows to draw from labelled rows without a test part, and the rule in words in info. Nothing is
// drawn when the user gave --test-fraction 0.
std::vector<bool> drawTestRows(const std::vector<std::uint8_t>& labels, const ImportRequest& request,
                               DatasetInfo& info);

// Refuses options that mean nothing for labelled rows.
void refuseRatingOptions(const ImportRequest& request);

// Every feature divided by its largest magnitude in training.
void scaleFeatures(DocumentData& data);
void scaleFeatures(MatrixData& data);
// What a careful colleague would say about these rows, in plain words.
std::vector<std::string> featureLint(const DocumentData& data);

} // namespace representer
