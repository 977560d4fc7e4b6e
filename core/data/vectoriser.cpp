#include "core/data/vectoriser.h"

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/data/term_rows.h"
#include "core/data/words.h"

#include <xxhash.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <mutex>

namespace representer {

// Text -> column by open addressing over the vocabulary itself: a million terms take a tenth of a second and
// 16 MB. Built on first use, because most of the time a dataset is opened without any text being typed.
class TermIndex {
public:
    explicit TermIndex(std::shared_ptr<const std::vector<std::string>> terms) : m_terms(std::move(terms)) {}

    std::int32_t find(std::string_view term)
    {
        std::call_once(m_built, [this] { build(); });
        for (auto slot = hash(term) & m_mask;; slot = (slot + 1) & m_mask) {
            const auto column = m_slots[slot];
            if (column < 0 || (*m_terms)[static_cast<std::size_t>(column)] == term)
                return column;
        }
    }

private:
    static std::size_t hash(std::string_view term) { return XXH3_64bits(term.data(), term.size()); }
    void build()
    {
        m_slots.assign(std::bit_ceil(2 * m_terms->size() + 2), -1);
        m_mask = m_slots.size() - 1;
        for (std::size_t column = 0; column < m_terms->size(); ++column) {
            auto slot = hash((*m_terms)[column]) & m_mask;
            while (m_slots[slot] >= 0)
                slot = (slot + 1) & m_mask;
            m_slots[slot] = static_cast<std::int32_t>(column);
        }
    }

    std::shared_ptr<const std::vector<std::string>> m_terms;
    std::once_flag m_built;
    std::vector<std::int32_t> m_slots; // -1: free
    std::size_t m_mask = 0;
};

Vectoriser::Vectoriser(VectoriserOptions options, std::vector<std::string> terms, std::vector<float> idf)
    : m_options(options), m_terms(std::make_shared<const std::vector<std::string>>(std::move(terms))),
      m_idf(std::make_shared<const std::vector<float>>(std::move(idf))),
      m_index(std::make_shared<TermIndex>(m_terms))
{
    if (m_terms->size() != m_idf->size())
        throw Error(Error::Kind::Storage, "The vocabulary has " + std::to_string(m_terms->size()) +
                                              " terms and " + std::to_string(m_idf->size()) +
                                              " weights; the dataset is damaged, import it again.");
}

SparseRow Vectoriser::row(std::string_view text) const
{
    SparseRow row;
    if (!m_index)
        return row;
    std::vector<std::string> words;
    eachWord(text, [&](std::string_view word, std::size_t, std::size_t) { words.emplace_back(word); });
    std::vector<std::int32_t> columns;
    std::string term;
    for (std::size_t first = 0; first < words.size(); ++first) {
        term.clear();
        const auto last = std::min(words.size(), first + static_cast<std::size_t>(m_options.ngrams));
        for (std::size_t i = first; i < last; ++i) {
            if (i > first)
                term += ' ';
            term += words[i];
            if (const auto column = m_index->find(term); column >= 0)
                columns.push_back(column);
        }
    }
    const auto counts = countTerms(columns);
    row.values.resize(counts.size());
    for (const auto& count : counts)
        row.columns.push_back(count.first);
    weighTerms(counts, *m_idf, m_options, row.values.data());
    return row;
}

SparseRows Vectoriser::rows(std::span<const std::string> texts, const TaskContext& context) const
{
    std::vector<SparseRow> rows(texts.size());
    std::atomic<std::int64_t> done = 0;
    parallelBlocks(static_cast<std::int64_t>(texts.size()), 64, [&](std::int64_t begin, std::int64_t end) {
        context.checkpoint("Weighing terms", done, static_cast<std::int64_t>(texts.size()));
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
            rows[i] = row(texts[i]);
        done += end - begin;
    });
    Eigen::Index entries = 0;
    for (const auto& one : rows)
        entries += static_cast<Eigen::Index>(one.columns.size());
    SparseRows x(static_cast<Eigen::Index>(texts.size()), static_cast<Eigen::Index>(m_terms->size()));
    x.resizeNonZeros(entries);
    std::int32_t at = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::copy(rows[i].columns.begin(), rows[i].columns.end(), x.innerIndexPtr() + at);
        std::copy(rows[i].values.begin(), rows[i].values.end(), x.valuePtr() + at);
        at += static_cast<std::int32_t>(rows[i].columns.size());
        x.outerIndexPtr()[i + 1] = at;
        rows[i] = {};
    }
    return x;
}

} // namespace representer
