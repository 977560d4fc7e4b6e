#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace representer {

// Records of delimited text: comma, tab, semicolon, | or "::" between fields; fields in double quotes may
// hold delimiters and line breaks, "" in them being one quote. Lines end with \n, \r\n or \r; blank lines are
// passed over.
class DelimitedReader {
public:
    enum class Quotes { Allowed, Plain }; // Plain: a quote is a character like any other

    // Without a delimiter every line is one field.
    DelimitedReader(std::string_view text, std::string file, std::string_view delimiter,
                    Quotes quotes = Quotes::Allowed, std::int64_t firstLine = 1);

    // The next record; false at the end. The views live until the next call.
    bool next(std::vector<std::string_view>& fields);
    std::int64_t line() const { return m_recordLine; } // where the current record begins, from 1
    std::size_t offset() const { return static_cast<std::size_t>(m_recordBegin - m_text.data()); }
    const std::string& file() const { return m_file; }
    // Throws Error(BadFile) at the given field (from 0) of the current record.
    [[noreturn]] void fail(std::size_t field, const std::string& sentence) const;

private:
    void nextQuoted(std::vector<std::string_view>& fields);
    std::string_view quotedField();

    std::string_view m_text;
    std::string m_file;
    std::string m_delimiter;
    Quotes m_quotes;
    std::string_view m_rest;
    const char* m_recordBegin;
    std::int64_t m_line = 1;
    std::int64_t m_recordLine = 1;
    std::vector<std::size_t> m_starts; // where each field of the record begins, for messages
    std::deque<std::string> m_unescaped;
};

// The delimiter that cuts the first lines into the same number (at least 2) of fields most consistently;
// empty when none does.
std::string guessDelimiter(std::string_view beginning);

} // namespace representer
