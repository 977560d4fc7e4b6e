#pragma once

#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace representer {

class Workspace;

// A full-text index (FTS5) over texts that are stored elsewhere: it holds words and positions, not the text
// again. One per dataset and subject, so that removing a dataset drops it at once.
class TextIndex {
public:
    TextIndex(const Workspace& workspace, std::int64_t dataset, std::string_view subject);

    void create() const;
    void add(std::int64_t row, const std::string& text);
    void drop() const;

    // Rows with all words of `query`, best first; the last word may be unfinished. `part` (0..2) keeps rows
    // with row % 4 == part, a negative one keeps all. Punctuation separates words and means nothing else.
    std::vector<std::int64_t> search(std::string_view query, int part, std::size_t limit) const;

private:
    const Workspace* m_workspace;
    std::string m_table;
    std::optional<SQLite::Statement> m_insert; // prepared by the first add()
};

} // namespace representer
