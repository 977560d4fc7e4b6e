#include "core/exporters/table.h"

#include "core/base/number_text.h"
#include "core/exporters/escape.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>
#include <sstream>

namespace representer {

namespace {

constexpr std::pair<std::string_view, TableFormat> formatNames[] = {
    {"text", TableFormat::Text},         {"csv", TableFormat::Csv},     {"tsv", TableFormat::Tsv},
    {"markdown", TableFormat::Markdown}, {"latex", TableFormat::Latex}, {"html", TableFormat::Html},
    {"json", TableFormat::Json}};

bool isNumber(const Table::Cell& cell)
{
    return std::holds_alternative<double>(cell) || std::holds_alternative<std::int64_t>(cell);
}

// A column is set flush right when it holds numbers only.
std::vector<bool> numericColumns(const Table& table)
{
    std::vector<bool> numeric(table.columns.size(), !table.rows.empty());
    for (const auto& row : table.rows)
        for (std::size_t c = 0; c < row.size(); ++c)
            if (!isNumber(row[c]) && !std::holds_alternative<std::monostate>(row[c]))
                numeric[c] = false;
    return numeric;
}

std::string cellText(const Table::Cell& cell, bool exact)
{
    if (const auto* text = std::get_if<std::string>(&cell))
        return *text;
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return std::to_string(*whole);
    if (const auto* number = std::get_if<double>(&cell))
        return exact ? exactText(*number) : shortText(*number);
    return {};
}

bool startsCharacter(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
}

// Columns on the screen that UTF-8 text takes, counting one per character.
std::size_t displayWidth(std::string_view text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), startsCharacter));
}

// At most `limit` characters, an ellipsis in place of the rest.
std::string shortened(const std::string& text, std::size_t limit)
{
    if (displayWidth(text) <= limit)
        return text;
    std::size_t characters = 0;
    const auto cut = std::find_if(text.begin(), text.end(),
                                  [&](char c) { return startsCharacter(c) && ++characters == limit; });
    return std::string(text.begin(), cut) + "…";
}

void writeText(const Table& table, std::ostream& out)
{
    constexpr std::size_t widest = 60; // keeps a row with a long title readable on a terminal
    const std::vector<bool> numeric = numericColumns(table);
    std::vector<std::vector<std::string>> cells(1);
    for (const auto& column : table.columns)
        cells[0].push_back(column.title);
    for (const auto& row : table.rows) {
        cells.emplace_back();
        for (const auto& cell : row)
            cells.back().push_back(shortened(singleLine(cellText(cell, false)), widest));
    }
    std::vector<std::size_t> widths(table.columns.size(), 0);
    for (const auto& row : cells)
        for (std::size_t c = 0; c < row.size(); ++c)
            widths[c] = std::max(widths[c], displayWidth(row[c]));
    if (!table.caption.empty())
        out << table.caption << '\n';
    for (const auto& row : cells) {
        std::string line;
        for (std::size_t c = 0; c < row.size(); ++c) {
            const std::string padding(widths[c] - displayWidth(row[c]), ' ');
            line += (c > 0 ? "  " : "") + (numeric[c] ? padding + row[c] : row[c] + padding);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out << line << '\n';
    }
    for (const auto& [name, value] : table.manifest)
        out << "# " << name << ": " << value << '\n';
}

void writeDelimited(const Table& table, char delimiter, std::ostream& out)
{
    const auto separate = [&](std::size_t c) { return c > 0 ? std::string(1, delimiter) : std::string(); };
    for (std::size_t c = 0; c < table.columns.size(); ++c)
        out << separate(c) << escapeDelimited(table.columns[c].key, delimiter);
    out << "\r\n";
    for (const auto& row : table.rows) {
        for (std::size_t c = 0; c < row.size(); ++c) {
            const std::string text = cellText(row[c], true);
            out << separate(c) << (isNumber(row[c]) ? text : escapeDelimited(text, delimiter));
        }
        out << "\r\n";
    }
}

void writeMarkdown(const Table& table, std::ostream& out)
{
    const std::vector<bool> numeric = numericColumns(table);
    if (!table.caption.empty())
        out << escapeMarkdown(table.caption) << "\n\n";
    for (const auto& column : table.columns)
        out << "| " << escapeMarkdown(column.title) << ' ';
    out << "|\n";
    for (const bool right : numeric)
        out << (right ? "|---:" : "|:---");
    out << "|\n";
    for (const auto& row : table.rows) {
        for (const auto& cell : row)
            out << "| " << (isNumber(cell) ? cellText(cell, false) : escapeMarkdown(singleLine(cellText(cell, false))))
                << ' ';
        out << "|\n";
    }
    if (!table.manifest.empty())
        out << '\n';
    for (const auto& [name, value] : table.manifest)
        out << "- " << escapeMarkdown(name) << ": " << escapeMarkdown(value) << '\n';
}

void writeLatex(const Table& table, std::ostream& out)
{
    const std::vector<bool> numeric = numericColumns(table);
    for (const auto& [name, value] : table.manifest)
        out << "% " << singleLine(name) << ": " << singleLine(value) << '\n';
    out << "\\begin{table}\n\\centering\n";
    if (!table.caption.empty())
        out << "\\caption{" << escapeLatex(table.caption) << "}\n";
    out << "\\begin{tabular}{";
    for (const bool right : numeric)
        out << (right ? 'r' : 'l');
    out << "}\n\\toprule\n";
    for (std::size_t c = 0; c < table.columns.size(); ++c)
        out << (c > 0 ? " & " : "") << escapeLatex(table.columns[c].title);
    out << " \\\\\n\\midrule\n";
    for (const auto& row : table.rows) {
        for (std::size_t c = 0; c < row.size(); ++c) {
            const std::string text = singleLine(cellText(row[c], false));
            out << (c > 0 ? " & " : "") << (isNumber(row[c]) ? "$" + text + "$" : escapeLatex(text));
        }
        out << " \\\\\n";
    }
    out << "\\bottomrule\n\\end{tabular}\n\\end{table}\n";
}

void writeHtml(const Table& table, std::ostream& out)
{
    out << "<table>\n";
    if (!table.caption.empty())
        out << "<caption>" << escapeHtml(table.caption) << "</caption>\n";
    out << "<thead><tr>";
    for (const auto& column : table.columns)
        out << "<th>" << escapeHtml(column.title) << "</th>";
    out << "</tr></thead>\n<tbody>\n";
    for (const auto& row : table.rows) {
        out << "<tr>";
        for (const auto& cell : row)
            out << (isNumber(cell) ? "<td style=\"text-align:right\">" : "<td>")
                << escapeHtml(cellText(cell, false)) << "</td>";
        out << "</tr>\n";
    }
    out << "</tbody>\n";
    if (!table.manifest.empty()) {
        out << "<tfoot><tr><td colspan=\"" << table.columns.size() << "\">";
        for (const auto& [name, value] : table.manifest)
            out << escapeHtml(name) << ": " << escapeHtml(value) << "<br>";
        out << "</td></tr></tfoot>\n";
    }
    out << "</table>\n";
}

nlohmann::ordered_json cellJson(const Table::Cell& cell)
{
    if (const auto* text = std::get_if<std::string>(&cell))
        return *text;
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return *whole;
    if (const auto* number = std::get_if<double>(&cell))
        return *number;
    return nullptr;
}

void writeJson(const Table& table, std::ostream& out)
{
    auto rows = nlohmann::ordered_json::array();
    for (const auto& row : table.rows) {
        nlohmann::ordered_json object = nlohmann::ordered_json::object();
        for (std::size_t c = 0; c < row.size(); ++c)
            object[table.columns[c].key] = cellJson(row[c]);
        rows.push_back(std::move(object));
    }
    // Text of the user may hold broken UTF-8; it is replaced, never a reason to fail.
    out << rows.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
}

} // namespace

std::optional<TableFormat> tableFormatFromName(std::string_view name)
{
    for (const auto& [known, format] : formatNames)
        if (known == name)
            return format;
    return std::nullopt;
}

void writeTable(const Table& table, TableFormat format, std::ostream& out)
{
    switch (format) {
    case TableFormat::Text: writeText(table, out); break;
    case TableFormat::Csv: writeDelimited(table, ',', out); break;
    case TableFormat::Tsv: writeDelimited(table, '\t', out); break;
    case TableFormat::Markdown: writeMarkdown(table, out); break;
    case TableFormat::Latex: writeLatex(table, out); break;
    case TableFormat::Html: writeHtml(table, out); break;
    case TableFormat::Json: writeJson(table, out); break;
    }
}

std::string tableText(const Table& table, TableFormat format)
{
    std::ostringstream out;
    writeTable(table, format, out);
    return out.str();
}

} // namespace representer
