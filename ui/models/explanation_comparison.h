#pragma once

#include "ui/workbench/explained_point.h"

#include <map>
#include <optional>
#include <vector>

namespace representer {

// One sample in two explanations; a missing rank means that one of them does not list it.
struct ComparedSample {
    ExplainedSample sample;
    std::optional<int> rankA, rankB;
    double importanceA = 0, importanceB = 0;
    double difference() const { return importanceB - importanceA; }
};

struct ExplanationComparison {
    std::vector<ComparedSample> samples; // best rank in either first
    std::map<int, double> overlap;       // k -> share of the top k (by |importance|) that both have
    int entered = 0, left = 0;           // in the top 20 of B but not of A, and the reverse
};

ExplanationComparison compareExplanations(const ExplainedPoint& a, const ExplainedPoint& b);

} // namespace representer
