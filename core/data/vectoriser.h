#pragma once

#include "core/base/matrix_types.h"
#include "core/base/task_context.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace representer {

// How text becomes a row: TF-IDF of word n-grams, optionally sublinear tf, rows of unit l2 norm.
struct VectoriserOptions {
    int ngrams = 2;                   // words per term, 1..ngrams; bigrams as in the paper's text study
    int minDocumentFrequency = 1;     // terms in fewer training documents are dropped
    bool sublinear = true;            // 1 + log(tf): long posts do not drown short ones
    bool normalise = true;            // unit l2 norm, so that length is no evidence
};

class TermIndex;

// Fitted on the training texts; test texts and text typed by the user pass through the same object.
class Vectoriser {
public:
    Vectoriser() = default;
    // terms: p names in column order; idf: p weights ln((1+n)/(1+df)) + 1.
    Vectoriser(VectoriserOptions options, std::vector<std::string> terms, std::vector<float> idf);

    SparseRow row(std::string_view text) const;
    // One row per text, n x p, on all cores.
    SparseRows rows(std::span<const std::string> texts, const TaskContext& context = {}) const;
    const VectoriserOptions& options() const { return m_options; }
    const std::vector<std::string>& terms() const { return *m_terms; }
    const std::vector<float>& idf() const { return *m_idf; }

private:
    VectoriserOptions m_options;
    // Shared: a dataset value is copied around, its vocabulary of a million terms is not.
    std::shared_ptr<const std::vector<std::string>> m_terms = std::make_shared<std::vector<std::string>>();
    std::shared_ptr<const std::vector<float>> m_idf = std::make_shared<std::vector<float>>();
    std::shared_ptr<TermIndex> m_index; // text -> column, built when the first text comes
};

// The vocabulary of the texts and their rows. Terms stand in order of first appearance.
struct FittedTexts {
    Vectoriser vectoriser;
    SparseRows x; // n x p
};
FittedTexts fitVectoriser(const VectoriserOptions& options, std::span<const std::string> texts,
                          const TaskContext& context = {});

} // namespace representer
