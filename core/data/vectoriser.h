#pragma once

#include "core/base/matrix_types.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace representer {

// How text becomes a row: TF-IDF of word n-grams, optionally sublinear tf, rows of unit l2 norm.
struct VectoriserOptions {
    int ngrams = 2;                   // words per term, 1..ngrams; bigrams as in the paper's text study
    int minDocumentFrequency = 1;     // terms in fewer training documents are dropped
    bool sublinear = true;            // 1 + log(tf): long posts do not drown short ones
    bool normalise = true;            // unit l2 norm, so that length is no evidence
};

// Fitted on the training texts; test texts and text typed by the user pass through the same object.
class Vectoriser {
public:
    Vectoriser() = default;
    // terms: p names in column order; idf: p weights ln((1+n)/(1+df)) + 1.
    Vectoriser(VectoriserOptions options, std::vector<std::string> terms, std::vector<float> idf);

    SparseRow row(std::string_view text) const;
    const VectoriserOptions& options() const { return m_options; }
    const std::vector<std::string>& terms() const { return *m_terms; }
    const std::vector<float>& idf() const { return *m_idf; }

private:
    VectoriserOptions m_options;
    // Shared: a dataset value is copied around, its vocabulary of a million terms is not.
    std::shared_ptr<const std::vector<std::string>> m_terms = std::make_shared<std::vector<std::string>>();
    std::shared_ptr<const std::vector<float>> m_idf = std::make_shared<std::vector<float>>();
    // Built on construction; text -> column. Keys view into *m_terms.
    std::shared_ptr<const std::unordered_map<std::string_view, std::int32_t>> m_columns;
};

} // namespace representer
