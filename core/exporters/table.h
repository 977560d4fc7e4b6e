#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace representer {

// A table as people read it and scripts parse it: what every list, explanation and study becomes before it is written.
struct Table {
    struct Column {
        std::string key;   // name in CSV, TSV and JSON
        std::string title; // name for people
    };
    // Empty, text (of the user: never markup, never a formula), whole number, number.
    using Cell = std::variant<std::monostate, std::string, std::int64_t, double>;

    std::string caption;
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows;                       // each as long as columns
    std::vector<std::pair<std::string, std::string>> manifest; // where the numbers come from: name, value
};

enum class TableFormat { Text, Csv, Tsv, Markdown, Latex, Html, Json };

std::optional<TableFormat> tableFormatFromName(std::string_view name); // "text", "csv", "tsv", "markdown", ...
// CSV, TSV and JSON carry numbers in full, the others four significant digits. The manifest follows as comments or a
// footnote; CSV, TSV and JSON rows leave it out, since their readers know no comments.
void writeTable(const Table& table, TableFormat format, std::ostream& out);
std::string tableText(const Table& table, TableFormat format);

} // namespace representer
