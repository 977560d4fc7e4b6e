#pragma once

#include <string>
#include <string_view>

namespace representer {

// The user's text, made harmless in each format.
std::string escapeHtml(std::string_view text);
std::string escapeLatex(std::string_view text);
std::string escapeMarkdown(std::string_view text);
// One line: line breaks and tabs become spaces, other control characters go.
std::string singleLine(std::string_view text);
// Quoted for CSV or TSV. Text that a spreadsheet would take for a formula (= + - @ in front) gets an apostrophe.
std::string escapeDelimited(std::string_view text, char delimiter);

} // namespace representer
