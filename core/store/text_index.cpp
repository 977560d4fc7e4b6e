#include "core/store/text_index.h"

#include "core/store/workspace.h"

#include <SQLiteCpp/Database.h>

#include <cctype>

namespace representer {

namespace {

// Every word as a quoted FTS5 string, so that AND, NEAR, *, ^, quotes and colons of the user are only text.
std::string quotedWords(std::string_view query)
{
    std::string expression;
    std::string word;
    for (std::size_t i = 0; i <= query.size(); ++i) {
        const auto c = static_cast<unsigned char>(i < query.size() ? query[i] : ' ');
        if (c >= 0x80 || std::isalnum(c) != 0) {
            word += static_cast<char>(c);
        } else if (!word.empty()) {
            expression += (expression.empty() ? "\"" : " \"") + word + '"';
            word.clear();
        }
    }
    if (!expression.empty())
        expression += '*';
    return expression;
}

} // namespace

TextIndex::TextIndex(const Workspace& workspace, std::int64_t dataset, std::string_view subject)
    : m_workspace(&workspace), m_table("search_" + std::string(subject) + "_" + std::to_string(dataset))
{
}

void TextIndex::create() const
{
    m_workspace->database().exec("CREATE VIRTUAL TABLE " + m_table +
                                 " USING fts5(text, content='', tokenize='unicode61 remove_diacritics 2')");
}

void TextIndex::drop() const
{
    m_workspace->database().exec("DROP TABLE IF EXISTS " + m_table);
}

void TextIndex::add(std::int64_t row, const std::string& text)
{
    if (!m_insert)
        m_insert.emplace(m_workspace->database(), "INSERT INTO " + m_table + "(rowid, text) VALUES (?, ?)");
    m_insert->bind(1, row);
    m_insert->bindNoCopy(2, text);
    m_insert->exec();
    m_insert->reset();
}

std::vector<std::int64_t> TextIndex::search(std::string_view query, int part, std::size_t limit) const
{
    const std::string expression = quotedWords(query);
    SQLite::Database& database = m_workspace->database();
    if (expression.empty() || !database.tableExists(m_table))
        return {};
    SQLite::Statement statement(database,
                                "SELECT rowid FROM " + m_table + " WHERE " + m_table +
                                    " MATCH ? AND (? < 0 OR rowid % 4 = ?) ORDER BY rank, rowid LIMIT ?");
    statement.bind(1, expression);
    statement.bind(2, part);
    statement.bind(3, part);
    statement.bind(4, static_cast<std::int64_t>(limit));
    std::vector<std::int64_t> rows;
    while (statement.executeStep())
        rows.push_back(statement.getColumn(0).getInt64());
    return rows;
}

} // namespace representer
