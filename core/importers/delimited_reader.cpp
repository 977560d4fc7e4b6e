#include "core/importers/delimited_reader.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/importers/text_scan.h"

#include <algorithm>

namespace representer {

DelimitedReader::DelimitedReader(std::string_view text, std::string file, std::string_view delimiter,
                                 Quotes quotes, std::int64_t firstLine)
    : m_text(text), m_file(std::move(file)), m_delimiter(delimiter.empty() ? "\n" : delimiter),
      m_quotes(delimiter.empty() ? Quotes::Plain : quotes), m_rest(text), m_recordBegin(text.data()),
      m_line(firstLine)
{
}

bool DelimitedReader::next(std::vector<std::string_view>& fields)
{
    fields.clear();
    m_starts.clear();
    m_unescaped.clear();
    std::string_view line;
    const auto before = m_rest;
    do {
        m_recordBegin = m_rest.data();
        m_recordLine = m_line;
        if (!nextLine(m_rest, line))
            return false;
        ++m_line;
    } while (line.empty());
    if (m_quotes == Quotes::Allowed && line.find('"') != std::string_view::npos) {
        m_rest = before.substr(static_cast<std::size_t>(m_recordBegin - before.data()));
        m_line = m_recordLine;
        nextQuoted(fields);
        return true;
    }
    for (std::size_t begin = 0;;) {
        const auto end =
            m_delimiter.size() == 1 ? line.find(m_delimiter[0], begin) : line.find(m_delimiter, begin);
        fields.push_back(line.substr(begin, end == std::string_view::npos ? end : end - begin));
        m_starts.push_back(begin);
        if (end == std::string_view::npos)
            return true;
        begin = end + m_delimiter.size();
    }
}

// A record with quotes somewhere: field by field, counting the lines inside quoted ones.
void DelimitedReader::nextQuoted(std::vector<std::string_view>& fields)
{
    for (;;) {
        m_starts.push_back(static_cast<std::size_t>(m_rest.data() - m_recordBegin));
        if (m_rest.starts_with('"')) {
            fields.push_back(quotedField());
        } else {
            const auto end =
                std::min({m_rest.find(m_delimiter), m_rest.find_first_of("\r\n"), m_rest.size()});
            fields.push_back(m_rest.substr(0, end));
            m_rest.remove_prefix(end);
        }
        if (m_rest.starts_with(m_delimiter)) {
            m_rest.remove_prefix(m_delimiter.size());
            continue;
        }
        if (!m_rest.empty() && m_rest.front() != '\r' && m_rest.front() != '\n')
            fail(fields.size() - 1, "the quoted field " + quotedExcerpt(fields.back()) + " is followed by " +
                                        quotedExcerpt(m_rest, 10) +
                                        "; write a quote inside quotes twice (\"\").");
        std::string_view end;
        nextLine(m_rest, end);
        ++m_line;
        return;
    }
}

std::string_view DelimitedReader::quotedField()
{
    m_rest.remove_prefix(1);
    const auto text = m_rest;
    std::string* unescaped = nullptr;
    for (std::size_t begin = 0;;) {
        const auto quote = text.find('"', begin);
        if (quote == std::string_view::npos)
            throw Error(Error::Kind::BadFile,
                        Place{m_file, m_recordLine, static_cast<std::int64_t>(m_starts.back()) + 1},
                        "the quote before " + quotedExcerpt(text) +
                            " is never closed; close it, or write a quote inside quotes twice (\"\").");
        if (text.substr(quote + 1).starts_with('"')) {
            if (!unescaped)
                unescaped = &m_unescaped.emplace_back();
            unescaped->append(text.substr(begin, quote + 1 - begin));
            begin = quote + 2;
            continue;
        }
        const auto whole = text.substr(0, quote);
        for (std::size_t i = 0; i < whole.size(); ++i)
            m_line +=
                whole[i] == '\n' || (whole[i] == '\r' && (i + 1 == whole.size() || whole[i + 1] != '\n'));
        m_rest.remove_prefix(quote + 1);
        if (!unescaped)
            return whole;
        unescaped->append(text.substr(begin, quote - begin));
        return *unescaped;
    }
}

void DelimitedReader::fail(std::size_t field, const std::string& sentence) const
{
    const auto column = field < m_starts.size() ? static_cast<std::int64_t>(m_starts[field]) + 1 : 0;
    throw Error(Error::Kind::BadFile, Place{m_file, m_recordLine, column}, sentence);
}

std::string guessDelimiter(std::string_view beginning)
{
    std::string best;
    double bestScore = 0;
    for (const std::string_view delimiter : {"::", "\t", ",", ";", "|"}) {
        DelimitedReader reader(beginning, "", delimiter);
        std::vector<std::string_view> fields;
        std::vector<std::size_t> widths;
        try {
            while (widths.size() < 50 && reader.next(fields))
                widths.push_back(fields.size());
        } catch (const Error&) { // the beginning may stop inside quotes
        }
        if (widths.empty() || widths.front() < 2)
            continue;
        const auto same = std::count(widths.begin(), widths.end(), widths.front());
        const double score = static_cast<double>(same) / static_cast<double>(widths.size());
        if (score > bestScore) {
            best = delimiter;
            bestScore = score;
        }
    }
    return bestScore >= 0.8 ? best : std::string();
}

} // namespace representer
