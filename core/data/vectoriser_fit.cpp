#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/data/term_rows.h"
#include "core/data/vectoriser.h"
#include "core/data/words.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>
#include <limits>
#include <unordered_map>

namespace representer {

namespace {

constexpr std::int64_t DocumentsPerBlock = 128;

// Words numbered in order of first appearance.
class WordNumbers {
public:
    std::int32_t number(std::string_view word)
    {
        if (const auto found = m_numbers.find(word); found != m_numbers.end())
            return found->second;
        const auto fresh = static_cast<std::int32_t>(m_words.size());
        m_numbers.emplace(m_words.emplace_back(word), fresh);
        return fresh;
    }
    const std::deque<std::string>& words() const { return m_words; }

private:
    std::deque<std::string> m_words; // a deque: the map's keys look into it
    std::unordered_map<std::string_view, std::int32_t> m_numbers;
};

// Terms of several words, numbered in order of first appearance. A term is the pair (term of all its words
// but the last, last word), so that no text is put together while counting. Open addressing: this is the hot
// spot of fitting.
class TermNumbers {
public:
    std::int32_t number(std::int32_t prefix, std::int32_t word)
    {
        if (2 * (m_keys.size() + 1) > m_slots.size())
            grow();
        const auto key = (static_cast<std::uint64_t>(prefix) << 32) | static_cast<std::uint32_t>(word);
        for (auto slot = hash(key) & m_mask;; slot = (slot + 1) & m_mask) {
            if (m_slots[slot] < 0) {
                m_slots[slot] = static_cast<std::int32_t>(m_keys.size());
                m_keys.push_back(key);
                return m_slots[slot];
            }
            if (m_keys[static_cast<std::size_t>(m_slots[slot])] == key)
                return m_slots[slot];
        }
    }
    std::size_t size() const { return m_keys.size(); }
    std::int32_t prefix(std::size_t term) const { return static_cast<std::int32_t>(m_keys[term] >> 32); }
    std::int32_t word(std::size_t term) const
    {
        return static_cast<std::int32_t>(m_keys[term] & 0xffffffffu);
    }

private:
    static std::size_t hash(std::uint64_t key)
    {
        key ^= key >> 32;
        key *= 0x9e3779b97f4a7c15ull;
        return static_cast<std::size_t>(key ^ (key >> 29));
    }
    void grow()
    {
        m_slots.assign(std::max<std::size_t>(1024, 2 * m_slots.size()), -1);
        m_mask = m_slots.size() - 1;
        for (std::size_t i = 0; i < m_keys.size(); ++i) {
            auto slot = hash(m_keys[i]) & m_mask;
            while (m_slots[slot] >= 0)
                slot = (slot + 1) & m_mask;
            m_slots[slot] = static_cast<std::int32_t>(i);
        }
    }

    std::vector<std::uint64_t> m_keys;
    std::vector<std::int32_t> m_slots; // -1: free
    std::size_t m_mask = 0;
};

using Tokens = std::vector<std::vector<std::int32_t>>; // [document][position] -> word

// Each block numbers its own words on its own thread; the blocks' vocabularies are then joined in order, so
// the numbers do not depend on the threads.
Tokens tokenise(std::span<const std::string> texts, WordNumbers& words, const TaskContext& context)
{
    const auto size = static_cast<std::int64_t>(texts.size());
    Tokens tokens(texts.size());
    std::vector<WordNumbers> local(
        static_cast<std::size_t>((size + DocumentsPerBlock - 1) / DocumentsPerBlock));
    std::atomic<std::int64_t> done = 0;
    parallelBlocks(size, DocumentsPerBlock, [&](std::int64_t begin, std::int64_t end) {
        auto& own = local[static_cast<std::size_t>(begin / DocumentsPerBlock)];
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            context.checkpoint("Splitting into words", done++, size);
            eachWord(texts[i], [&](std::string_view word, std::size_t, std::size_t) {
                tokens[i].push_back(own.number(word));
            });
        }
    });
    std::vector<std::vector<std::int32_t>> joined(local.size());
    for (std::size_t b = 0; b < local.size(); ++b)
        for (const auto& word : local[b].words())
            joined[b].push_back(words.number(word));
    parallelBlocks(size, DocumentsPerBlock, [&](std::int64_t begin, std::int64_t end) {
        const auto& numbers = joined[static_cast<std::size_t>(begin / DocumentsPerBlock)];
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
            for (auto& token : tokens[i])
                token = numbers[static_cast<std::size_t>(token)];
    });
    return tokens;
}

using Counts = std::vector<std::pair<std::int32_t, std::int32_t>>; // (term, how often), ascending

// Terms of one word have the word's number; longer ones follow in TermNumbers, shifted by the number of
// words.
std::vector<Counts> countAllTerms(const Tokens& tokens, int ngrams, std::int32_t wordCount,
                                  TermNumbers& longer, const TaskContext& context)
{
    const auto size = static_cast<std::int64_t>(tokens.size());
    std::vector<Counts> counts(tokens.size());
    // Numbering goes document by document, counting on all cores; in rounds, so that the terms are never all
    // held twice.
    constexpr std::int64_t Round = 1024;
    std::vector<std::vector<std::int32_t>> terms(static_cast<std::size_t>(std::min(Round, size)));
    for (std::int64_t first = 0; first < size; first += Round) {
        const auto last = std::min(size, first + Round);
        for (auto i = first; i < last; ++i) {
            if (i % 64 == 0)
                context.checkpoint("Counting terms", i, size);
            const auto& words = tokens[static_cast<std::size_t>(i)];
            auto& own = terms[static_cast<std::size_t>(i - first)];
            own.clear();
            for (std::size_t at = 0; at < words.size(); ++at) {
                auto term = words[at];
                own.push_back(term);
                const auto end = std::min(words.size(), at + static_cast<std::size_t>(ngrams));
                for (auto next = at + 1; next < end; ++next) {
                    term = wordCount + longer.number(term, words[next]);
                    own.push_back(term);
                }
            }
        }
        parallelBlocks(last - first, 64, [&](std::int64_t begin, std::int64_t end) {
            for (auto i = begin; i < end; ++i)
                counts[static_cast<std::size_t>(first + i)] = countTerms(terms[static_cast<std::size_t>(i)]);
        });
    }
    return counts;
}

std::string termText(std::int32_t term, const WordNumbers& words, const TermNumbers& longer)
{
    const auto wordCount = static_cast<std::int32_t>(words.words().size());
    if (term < wordCount)
        return words.words()[static_cast<std::size_t>(term)];
    const auto which = static_cast<std::size_t>(term - wordCount);
    auto text = termText(longer.prefix(which), words, longer);
    text += ' ';
    return text += words.words()[static_cast<std::size_t>(longer.word(which))];
}

} // namespace

FittedTexts fitVectoriser(const VectoriserOptions& options, std::span<const std::string> texts,
                          const TaskContext& context)
{
    if (options.ngrams < 1 || options.ngrams > 8)
        throw Error(Error::Kind::BadOption, "--ngrams " + std::to_string(options.ngrams) +
                                                " is out of range; give 1 to 8 words per term.");
    WordNumbers words;
    TermNumbers longer;
    auto counts = [&] {
        const auto tokens = tokenise(texts, words, context);
        return countAllTerms(tokens, options.ngrams, static_cast<std::int32_t>(words.words().size()), longer,
                             context);
    }();
    const auto termCount = words.words().size() + longer.size();

    std::vector<std::int32_t> frequency(termCount, 0); // documents per term
    std::int64_t entries = 0;
    for (const auto& document : counts)
        for (const auto& [term, count] : document)
            ++frequency[static_cast<std::size_t>(term)];
    std::vector<std::int32_t> column(termCount, -1); // ascending with the term, so rows stay sorted
    std::vector<float> idf;
    std::vector<std::int32_t> kept;
    for (std::size_t term = 0; term < termCount; ++term)
        if (frequency[term] >= options.minDocumentFrequency) {
            column[term] = static_cast<std::int32_t>(kept.size());
            kept.push_back(static_cast<std::int32_t>(term));
            idf.push_back(static_cast<float>(
                std::log((1.0 + static_cast<double>(texts.size())) / (1.0 + frequency[term])) + 1.0));
            entries += frequency[term];
        }
    if (kept.empty())
        throw Error(Error::Kind::BadOption, "No word occurs in at least " +
                                                std::to_string(options.minDocumentFrequency) +
                                                " of the training texts, so there is nothing to learn from; "
                                                "check the text column, or lower the "
                                                "minimum document frequency.");
    if (entries >= std::numeric_limits<std::int32_t>::max())
        throw Error(Error::Kind::BadOption,
                    "The texts have more than 2,147,483,646 terms, the most one dataset holds; "
                    "give fewer words per term (--ngrams) or fewer texts.");
    std::vector<std::string> terms(kept.size());
    parallelBlocks(static_cast<std::int64_t>(kept.size()), 1 << 14,
                   [&](std::int64_t begin, std::int64_t end) {
                       for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
                           terms[i] = termText(kept[i], words, longer);
                   });

    FittedTexts fitted;
    fitted.x.resize(static_cast<Eigen::Index>(texts.size()), static_cast<Eigen::Index>(kept.size()));
    fitted.x.resizeNonZeros(entries);
    auto* outer = fitted.x.outerIndexPtr();
    for (std::size_t i = 0; i < counts.size(); ++i) {
        std::erase_if(counts[i],
                      [&](const auto& entry) { return column[static_cast<std::size_t>(entry.first)] < 0; });
        outer[i + 1] = outer[i] + static_cast<std::int32_t>(counts[i].size());
    }
    parallelBlocks(static_cast<std::int64_t>(counts.size()), 64, [&](std::int64_t begin, std::int64_t end) {
        context.throwIfStopped();
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            for (std::size_t k = 0; k < counts[i].size(); ++k) {
                counts[i][k].first = column[static_cast<std::size_t>(counts[i][k].first)];
                fitted.x.innerIndexPtr()[outer[i] + static_cast<std::int32_t>(k)] = counts[i][k].first;
            }
            weighTerms(counts[i], idf, options, fitted.x.valuePtr() + outer[i]);
        }
    });
    fitted.vectoriser = Vectoriser(options, std::move(terms), std::move(idf));
    return fitted;
}

} // namespace representer
