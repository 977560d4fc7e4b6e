#include "ui/models/explanation_comparison.h"

#include <algorithm>
#include <utility>

namespace representer {

ExplanationComparison compareExplanations(const ExplainedPoint& a, const ExplainedPoint& b)
{
    // Sides differ between methods; a sample is the same sample whichever side lists it.
    std::map<TrainIndex, ComparedSample> joined;
    for (const ExplainedSample& sample : a.samples) {
        ComparedSample& entry = joined[sample.contribution.index];
        entry.sample = sample;
        entry.rankA = std::min(sample.rank, entry.rankA.value_or(sample.rank));
        entry.importanceA += sample.contribution.importance;
    }
    for (const ExplainedSample& sample : b.samples) {
        ComparedSample& entry = joined[sample.contribution.index];
        if (!entry.rankA)
            entry.sample = sample;
        entry.rankB = std::min(sample.rank, entry.rankB.value_or(sample.rank));
        entry.importanceB += sample.contribution.importance;
    }
    ExplanationComparison comparison;
    for (auto& [index, entry] : joined)
        comparison.samples.push_back(std::move(entry));
    const auto best = [](const ComparedSample& s) {
        return std::min(s.rankA.value_or(1 << 30), s.rankB.value_or(1 << 30));
    };
    std::stable_sort(comparison.samples.begin(), comparison.samples.end(),
                     [&](const ComparedSample& x, const ComparedSample& y) { return best(x) < best(y); });

    for (const int k : {5, 10, 20, 50, 100}) {
        int both = 0;
        int inA = 0;
        for (const ComparedSample& s : comparison.samples) {
            const bool a1 = s.rankA && *s.rankA <= k;
            const bool b1 = s.rankB && *s.rankB <= k;
            inA += a1;
            both += a1 && b1;
            if (k == 20) {
                comparison.entered += b1 && !a1;
                comparison.left += a1 && !b1;
            }
        }
        if (inA > 0)
            comparison.overlap[k] = static_cast<double>(both) / inA;
    }
    return comparison;
}

} // namespace representer
