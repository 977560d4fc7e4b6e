#include "core/explainers/ledger.h"

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

// |theta_j| x_ij of one sample, 0 where the word is absent.
double posting(const HighDimLinear& explainer, std::int32_t position, TrainIndex sample)
{
    const SparseColumnView column = columnView(explainer.support().z, position);
    const auto found = std::lower_bound(column.rows.begin(), column.rows.end(), sample.value);
    return found != column.rows.end() && *found == sample.value
               ? column.values[static_cast<std::size_t>(found - column.rows.begin())]
               : 0.0;
}

} // namespace

std::vector<LedgerEntry> pairLedger(const HighDimLinear& explainer, const SparseRowView& test,
                                    TrainIndex sample)
{
    const SupportDesign& support = explainer.support();
    std::vector<LedgerEntry> entries;
    for (const auto& [position, value] : support.project(test, explainer.model())) {
        const double shared = posting(explainer, position, sample);
        if (shared == 0)
            continue;
        const double weight = support.weight[position];
        entries.push_back({.feature = {support.column[static_cast<std::size_t>(position)]},
                           .weight = weight,
                           .trainValue = shared / std::abs(weight),
                           .testValue = value,
                           .amount = explainer.globals()[sample.value] * shared * value});
    }
    std::sort(entries.begin(), entries.end(), [](const LedgerEntry& a, const LedgerEntry& b) {
        return std::abs(a.amount) != std::abs(b.amount) ? std::abs(a.amount) > std::abs(b.amount)
                                                        : a.feature < b.feature;
    });
    return entries;
}

Ledger makeLedger(const HighDimLinear& explainer, const SparseRowView& test,
                  const std::vector<TrainIndex>& samples)
{
    const SupportDesign& support = explainer.support();
    auto terms = support.project(test, explainer.model());
    const auto size = [&](const auto& term) { return std::abs(support.weight[term.first] * term.second); };
    std::sort(terms.begin(), terms.end(), [&](const auto& a, const auto& b) {
        return size(a) != size(b) ? size(a) > size(b) : a.first < b.first;
    });

    const auto words = static_cast<Eigen::Index>(terms.size());
    const auto listed = static_cast<Eigen::Index>(samples.size());
    Ledger ledger;
    ledger.samples = samples;
    ledger.amounts.resize(words, listed + 1);
    ledger.wordTotals.resize(words);
    ledger.wordWeights.resize(words);
    for (Eigen::Index word = 0; word < words; ++word) {
        const auto& [position, value] = terms[static_cast<std::size_t>(word)];
        ledger.words.push_back({support.column[static_cast<std::size_t>(position)]});
        ledger.wordWeights[word] = support.weight[position] * value;
        ledger.wordTotals[word] = support.z.col(position).dot(explainer.globals()) * value;
        for (Eigen::Index s = 0; s < listed; ++s) {
            const TrainIndex sample = samples[static_cast<std::size_t>(s)];
            ledger.amounts(word, s) =
                explainer.globals()[sample.value] * posting(explainer, position, sample) * value;
        }
        ledger.amounts(word, listed) = ledger.wordTotals[word] - ledger.amounts.row(word).head(listed).sum();
    }
    ledger.importances = ledger.amounts.colwise().sum().transpose();
    return ledger;
}

} // namespace representer
