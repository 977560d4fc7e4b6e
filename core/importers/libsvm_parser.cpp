#include "core/importers/libsvm_parser.h"

#include "core/base/number_text.h"
#include "core/base/parallel.h"
#include "core/importers/text_scan.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <optional>

namespace representer {

namespace {

constexpr std::size_t BlockSize = std::size_t{1} << 20;
constexpr std::int64_t LargestIndex = std::numeric_limits<std::int32_t>::max() - 1;

// A piece of the text that begins and ends with a line, and where its rows go.
struct Block {
    std::size_t begin = 0, end = 0; // bytes
    std::int64_t lines = 0;         // line ends; an upper bound for rows
    std::int64_t colons = 0;        // an upper bound for entries
    std::int64_t firstLine = 0, firstRow = 0, firstEntry = 0;
    std::int64_t rows = 0, entries = 0; // what was really there
    std::int32_t lowest = std::numeric_limits<std::int32_t>::max(), highest = -1;
    std::int64_t widestRow = 0, widestLine = 0;
    struct Fault {
        std::size_t offset;
        std::string sentence;
    };
    std::optional<Fault> fault;
};

std::vector<Block> cutBlocks(std::string_view text)
{
    std::vector<Block> blocks;
    for (std::size_t begin = 0; begin < text.size();) {
        auto end = std::min(begin + BlockSize, text.size());
        if (end < text.size()) {
            const auto lineEnd = text.find('\n', end - 1);
            end = lineEnd == std::string_view::npos ? text.size() : lineEnd + 1;
        }
        Block block;
        block.begin = begin;
        block.end = end;
        blocks.push_back(block);
        begin = end;
    }
    return blocks;
}

// Both line ends are counted, so that a file of lone carriage returns is read too; \r\n then counts twice,
// which only makes the bound wider.
void countBlock(std::string_view text, Block& block)
{
    std::int64_t lines = 0, colons = 0;
    const char* data = text.data();
    for (std::size_t at = block.begin; at < block.end;) {
        const auto stop = std::min(block.end, at + 64 * 255);
        std::uint32_t someLines = 0, someColons = 0;
        for (; at < stop; ++at) {
            someLines +=
                static_cast<std::uint32_t>(data[at] == '\n') + static_cast<std::uint32_t>(data[at] == '\r');
            someColons += data[at] == ':';
        }
        lines += someLines;
        colons += someColons;
    }
    const char last = data[block.end - 1];
    block.lines = lines + (last != '\n' && last != '\r');
    block.colons = colons;
}

class BlockParser {
public:
    BlockParser(std::string_view text, Block& block, std::int32_t* columns, double* values,
                std::int32_t* ends, double* labels, std::int32_t* lines)
        : m_text(text), m_block(block), m_at(text.data() + block.begin), m_end(text.data() + block.end),
          m_columns(columns), m_values(values), m_ends(ends), m_labels(labels), m_lines(lines)
    {
    }

    void run()
    {
        for (std::int64_t line = m_block.firstLine; m_at < m_end; ++line) {
            if (!row(line))
                return;
            if (m_at < m_end && *m_at == '\r')
                ++m_at;
            else if (m_at >= m_end)
                break;
            if (m_at < m_end && *m_at == '\n')
                ++m_at;
        }
    }

private:
    static bool blank(char c) { return c == ' ' || c == '\t'; }
    static bool lineEnd(char c) { return c == '\n' || c == '\r'; }
    bool atEnd() const { return m_at == m_end || lineEnd(*m_at) || *m_at == '#'; }
    void skipBlanks()
    {
        while (m_at < m_end && blank(*m_at))
            ++m_at;
    }
    bool tokenEnds(const char* at) const { return at == m_end || blank(*at) || lineEnd(*at) || *at == '#'; }
    std::string_view token(const char* begin) const
    {
        const char* stop = begin;
        while (!tokenEnds(stop))
            ++stop;
        return {begin, static_cast<std::size_t>(stop - begin)};
    }
    bool fault(const char* at, std::string sentence)
    {
        m_block.fault = Block::Fault{static_cast<std::size_t>(at - m_text.data()), std::move(sentence)};
        return false;
    }

    // Reads one line up to its end; false when it is faulty.
    bool row(std::int64_t line)
    {
        skipBlanks();
        if (!atEnd()) {
            double label = 0;
            const char* stop = readDecimal(m_at, m_end, label);
            if (!stop || !tokenEnds(stop))
                return badLabel();
            m_at = stop;
            const auto before = m_block.entries;
            if (!entries())
                return false;
            const auto width = m_block.entries - before;
            if (width > m_block.widestRow) {
                m_block.widestRow = width;
                m_block.widestLine = line;
            }
            m_labels[m_block.rows] = label;
            m_lines[m_block.rows] = static_cast<std::int32_t>(line);
            m_ends[m_block.rows] = static_cast<std::int32_t>(m_block.entries);
            ++m_block.rows;
        }
        if (m_at < m_end && *m_at == '#')
            while (m_at < m_end && !lineEnd(*m_at))
                ++m_at;
        return true;
    }

    bool entries()
    {
        std::int64_t previous = -1;
        for (skipBlanks(); !atEnd(); skipBlanks()) {
            const char* begin = m_at;
            std::int64_t index = 0;
            const char* p = m_at;
            for (; p < m_end && static_cast<unsigned char>(*p - '0') <= 9; ++p)
                index = index <= LargestIndex ? index * 10 + (*p - '0') : index;
            if (p == begin || p == m_end || *p != ':') {
                if (token(begin).starts_with("qid:")) {
                    m_at = begin + token(begin).size();
                    continue;
                }
                return badIndex(begin);
            }
            if (index > LargestIndex)
                return fault(begin,
                             "the feature index " +
                                 quotedExcerpt({begin, static_cast<std::size_t>(p - begin)}) +
                                 " is larger than " + std::to_string(LargestIndex) +
                                 ", the largest this program holds; number the features without gaps.");
            double value = 0;
            const char* stop = readDecimal(p + 1, m_end, value);
            if (!stop || !tokenEnds(stop))
                return fault(p + 1,
                             "the value " + quotedExcerpt(token(p + 1)) + " of feature " +
                                 std::to_string(index) +
                                 " is not a finite decimal number; write it like 0.25 or 1e-3, and leave out "
                                 "what is missing.");
            if (index <= previous)
                return badOrder(begin, index, previous);
            previous = index;
            if (value != 0) {
                m_columns[m_block.entries] = static_cast<std::int32_t>(index);
                m_values[m_block.entries] = value;
                ++m_block.entries;
            }
            m_block.lowest = std::min(m_block.lowest, static_cast<std::int32_t>(index));
            m_block.highest = std::max(m_block.highest, static_cast<std::int32_t>(index));
            m_at = stop;
        }
        return true;
    }

    bool badLabel()
    {
        const auto text = token(m_at);
        if (text.find(',') != std::string_view::npos)
            return fault(m_at, "the label " + quotedExcerpt(text) +
                                   " names several classes; write one label per row.");
        return fault(m_at,
                     "the label " + quotedExcerpt(text) +
                         " is not a finite number; a LIBSVM row reads \"label index:value index:value\".");
    }
    bool badIndex(const char* begin)
    {
        const auto text = token(begin);
        if (text.starts_with('-'))
            return fault(begin, "the feature index in " + quotedExcerpt(text) +
                                    " is negative; indices count from 0 or 1.");
        return fault(begin, quotedExcerpt(text) +
                                " is not \"index:value\" with a whole number before the colon; "
                                "a LIBSVM row reads \"label index:value index:value\".");
    }
    bool badOrder(const char* begin, std::int64_t index, std::int64_t previous)
    {
        if (index == previous)
            return fault(begin, "feature " + std::to_string(index) + " stands twice in this row (" +
                                    quotedExcerpt(token(begin)) + "); keep one of the two.");
        return fault(begin, "feature " + std::to_string(index) + " stands after feature " +
                                std::to_string(previous) + " (" + quotedExcerpt(token(begin)) +
                                "); sort each row by index.");
    }

    std::string_view m_text;
    Block& m_block;
    const char* m_at;
    const char* m_end;
    std::int32_t* m_columns;
    double* m_values;
    std::int32_t* m_ends;
    double* m_labels;
    std::int32_t* m_lines;
};

// Moves what the blocks wrote together where comments, blank lines or zeros left gaps. ends[i] counts within
// its block.
void closeGaps(const std::vector<Block>& blocks, LibsvmRows& rows)
{
    std::int64_t row = 0, entry = 0;
    auto* columns = rows.x.innerIndexPtr();
    auto* values = rows.x.valuePtr();
    auto* outer = rows.x.outerIndexPtr();
    for (const auto& block : blocks) {
        for (std::int64_t i = 0; i < block.rows; ++i) {
            const auto from = static_cast<std::size_t>(block.firstRow + i);
            const auto to = static_cast<std::size_t>(row + i);
            rows.labels[to] = rows.labels[from];
            rows.lines[to] = rows.lines[from];
            outer[to + 1] = outer[from + 1] + static_cast<std::int32_t>(entry);
        }
        if (entry != block.firstEntry) {
            std::copy_n(columns + block.firstEntry, block.entries, columns + entry);
            std::copy_n(values + block.firstEntry, block.entries, values + entry);
        }
        row += block.rows;
        entry += block.entries;
    }
    rows.labels.resize(static_cast<std::size_t>(row));
    rows.lines.resize(static_cast<std::size_t>(row));
    outer[0] = 0;
    rows.x.conservativeResize(row, rows.x.cols());
    rows.x.resizeNonZeros(entry);
}

} // namespace

LibsvmRows parseLibsvm(std::string_view text, const std::string& file, const TaskContext& context)
{
    auto blocks = cutBlocks(text);
    const auto blockCount = static_cast<std::int64_t>(blocks.size());
    parallelBlocks(blockCount, 1, [&](std::int64_t b, std::int64_t) {
        context.throwIfStopped();
        countBlock(text, blocks[static_cast<std::size_t>(b)]);
    });
    std::int64_t rowBound = 0, entryBound = 0;
    for (auto& block : blocks) {
        block.firstRow = rowBound;
        block.firstEntry = entryBound;
        rowBound += block.lines;
        entryBound += block.colons;
    }
    if (entryBound >= std::numeric_limits<std::int32_t>::max() ||
        rowBound >= std::numeric_limits<std::int32_t>::max())
        throw Error(Error::Kind::BadFile, Place{file},
                    "has more than 2,147,483,646 entries, the most one dataset holds; import a part of it.");
    std::int64_t line = 1;
    for (auto& block : blocks) { // lines for people: \r\n is one
        block.firstLine = line;
        const auto part = text.substr(block.begin, block.end - block.begin);
        line += block.lines;
        if (part.find('\r') != std::string_view::npos)
            for (auto at = part.find("\r\n"); at != std::string_view::npos; at = part.find("\r\n", at + 2))
                --line;
    }

    LibsvmRows rows;
    rows.labels.resize(static_cast<std::size_t>(rowBound));
    rows.lines.resize(static_cast<std::size_t>(rowBound));
    rows.x.resize(rowBound, 1);
    rows.x.resizeNonZeros(entryBound);
    std::atomic<std::int64_t> done = 0;
    parallelBlocks(blockCount, 1, [&](std::int64_t b, std::int64_t) {
        auto& block = blocks[static_cast<std::size_t>(b)];
        context.checkpoint("Parsing", done, static_cast<std::int64_t>(text.size()));
        BlockParser(text, block, rows.x.innerIndexPtr() + block.firstEntry,
                    rows.x.valuePtr() + block.firstEntry, rows.x.outerIndexPtr() + block.firstRow + 1,
                    rows.labels.data() + block.firstRow, rows.lines.data() + block.firstRow)
            .run();
        done += static_cast<std::int64_t>(block.end - block.begin);
    });
    for (const auto& block : blocks)
        if (block.fault)
            throwAt(file, text, block.fault->offset, block.fault->sentence);

    closeGaps(blocks, rows);
    for (const auto& block : blocks) {
        if (block.highest >= 0)
            rows.lowest = rows.lowest < 0 ? block.lowest : std::min(rows.lowest, block.lowest);
        rows.highest = std::max(rows.highest, block.highest);
        if (block.widestRow > rows.widestRow) {
            rows.widestRow = block.widestRow;
            rows.widestLine = block.widestLine;
        }
    }
    rows.x.conservativeResize(rows.x.rows(), std::max<Eigen::Index>(rows.highest + 1, 1));
    return rows;
}

} // namespace representer
