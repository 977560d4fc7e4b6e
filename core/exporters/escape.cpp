#include "core/exporters/escape.h"

namespace representer {

std::string escapeHtml(std::string_view text)
{
    std::string result;
    for (const char c : text) {
        switch (c) {
        case '&': result += "&amp;"; break;
        case '<': result += "&lt;"; break;
        case '>': result += "&gt;"; break;
        case '"': result += "&quot;"; break;
        case '\'': result += "&#39;"; break;
        default: result += c;
        }
    }
    return result;
}

std::string escapeLatex(std::string_view text)
{
    std::string result;
    for (const char c : text) {
        switch (c) {
        case '\\': result += "\\textbackslash{}"; break;
        case '~': result += "\\textasciitilde{}"; break;
        case '^': result += "\\textasciicircum{}"; break;
        case '<': result += "\\textless{}"; break;
        case '>': result += "\\textgreater{}"; break;
        case '|': result += "\\textbar{}"; break;
        case '&': case '%': case '$': case '#': case '_': case '{': case '}':
            result += '\\';
            [[fallthrough]];
        default: result += c;
        }
    }
    return result;
}

std::string escapeMarkdown(std::string_view text)
{
    std::string result;
    for (const char c : text) {
        if (std::string_view("\\`*_{}[]<>#|!~").find(c) != std::string_view::npos)
            result += '\\';
        result += c;
    }
    return result;
}

std::string singleLine(std::string_view text)
{
    std::string result;
    for (const char c : text) {
        if (c == '\n' || c == '\r' || c == '\t')
            result += ' ';
        else if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f)
            result += c;
    }
    return result;
}

std::string escapeDelimited(std::string_view text, char delimiter)
{
    std::string safe;
    if (!text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos)
        safe += '\'';
    safe += text;
    if (safe.find_first_of(std::string("\"\r\n") + delimiter) == std::string::npos)
        return safe;
    std::string quoted = "\"";
    for (const char c : safe) {
        if (c == '"')
            quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

} // namespace representer
