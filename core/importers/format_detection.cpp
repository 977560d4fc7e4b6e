#include "core/importers/format_detection.h"

#include "core/base/number_text.h"
#include "core/importers/delimited_reader.h"
#include "core/importers/text_scan.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace representer {

namespace {

std::vector<std::string_view> firstLines(std::string_view text, std::size_t count)
{
    std::vector<std::string_view> lines;
    std::string_view line;
    while (lines.size() < count && nextLine(text, line))
        if (!trimmed(line).empty())
            lines.push_back(trimmed(line));
    return lines;
}

// "label index:value ...": judged generously, so that a faulty row is reported by the parser and not as an
// unknown format.
bool looksLikeLibsvm(const std::vector<std::string_view>& lines)
{
    std::size_t rows = 0, pairs = 0;
    for (auto line : lines) {
        if (line.starts_with('#'))
            continue;
        const auto blank = line.find_first_of(" \t");
        const auto label = line.substr(0, blank);
        if (!std::all_of(label.begin(), label.end(),
                         [](char c) {
                             return std::string_view("+-.0123456789eE,").find(c) != std::string_view::npos;
                         }) &&
            !(label == "nan" || label == "inf"))
            return false;
        const auto rest = blank == std::string_view::npos ? std::string_view() : trimmed(line.substr(blank));
        const auto token = rest.substr(0, rest.find_first_of(" \t"));
        const auto colon = token.find(':');
        const bool pair = colon != std::string_view::npos && colon > 0 && token.substr(colon).find("::") != 0;
        if (!rest.empty() && !pair && !rest.starts_with('#'))
            return false;
        ++rows;
        pairs += pair;
    }
    return rows > 0 && pairs > 0;
}

std::vector<std::string_view> fieldsOf(std::string_view line, std::string_view delimiter)
{
    DelimitedReader reader(line, "", delimiter, DelimitedReader::Quotes::Plain);
    std::vector<std::string_view> fields;
    reader.next(fields);
    return fields;
}

bool whole(std::string_view text)
{
    return parseInteger(trimmed(text)).has_value();
}

// user, item, rating, time as whole numbers (the rating may have a half).
bool ratingRow(const std::vector<std::string_view>& fields)
{
    return fields.size() == 4 && whole(fields[0]) && whole(fields[1]) && parseNumber(trimmed(fields[2])) &&
           whole(fields[3]);
}

bool looksLikeMovieLens(const std::vector<std::string_view>& lines)
{
    if (lines.front().starts_with("userId,movieId,rating"))
        return true;
    for (const std::string_view delimiter : {"::", "\t"})
        if (std::all_of(lines.begin(), lines.end(),
                        [&](auto line) { return ratingRow(fieldsOf(line, delimiter)); }))
            return true;
    return false;
}

bool looksLikeDigits(const std::vector<std::string_view>& lines)
{
    return std::all_of(lines.begin(), lines.end(), [](auto line) {
        const auto fields = fieldsOf(line, ",");
        return fields.size() == 65 && std::all_of(fields.begin(), fields.end(), [](auto field) {
                   const auto value = parseNumber(trimmed(field));
                   return value && *value >= 0 && *value <= 16;
               });
    });
}

// Ratings-only CSV: ids of Amazon on both sides, no header.
bool looksLikeAmazonCsv(const std::vector<std::string_view>& lines)
{
    const auto asin = [](std::string_view id) {
        return id.size() >= 10 && std::all_of(id.begin(), id.end(), [](unsigned char c) {
                   return std::isupper(c) || std::isdigit(c);
               });
    };
    return std::all_of(lines.begin(), lines.end(), [&](auto line) {
        const auto fields = fieldsOf(line, ",");
        return fields.size() == 4 && asin(fields[0]) && asin(fields[1]) && parseNumber(fields[2]) &&
               whole(fields[3]);
    });
}

// label TAB text with few labels, all of them one short word.
bool looksLikeLabelText(const std::vector<std::string_view>& lines)
{
    std::set<std::string_view> labels;
    for (const auto line : lines) {
        const auto tab = line.find('\t');
        if (tab == std::string_view::npos || tab == 0 || tab > 40 ||
            line.find('\t', tab + 1) != std::string_view::npos)
            return false;
        labels.insert(line.substr(0, tab));
    }
    return labels.size() <= std::max<std::size_t>(2, lines.size() / 2) && !labels.contains("label") &&
           !labels.contains("text");
}

std::string plainName(const std::string& member)
{
    return std::filesystem::path(member).filename().string();
}

bool isNote(std::string name)
{
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const std::string_view note : {"readme", "license", "licence", "copying", "notice", "changelog"})
        if (name.starts_with(note))
            return true;
    return false;
}

} // namespace

std::string formatOfContent(std::string_view beginning)
{
    if (beginning.starts_with("\x93NUMPY"))
        return "npy";
    if (beginning.starts_with("\xef\xbb\xbf"))
        beginning.remove_prefix(3);
    // The last line may be cut off where the beginning ends.
    const auto lastEnd = beginning.find_last_of("\r\n");
    const auto lines = firstLines(beginning.size() >= 4096 && lastEnd != std::string_view::npos
                                      ? beginning.substr(0, lastEnd)
                                      : beginning,
                                  30);
    if (lines.empty())
        return {};
    if (lines.front().starts_with('{'))
        return "amazon";
    if (looksLikeLibsvm(lines))
        return "libsvm";
    if (looksLikeDigits(lines))
        return "digits";
    if (looksLikeMovieLens(lines))
        return "movielens";
    if (looksLikeAmazonCsv(lines))
        return "amazon";
    if (looksLikeLabelText(lines))
        return "label-text";
    if (!guessDelimiter(beginning).empty())
        return "csv";
    return {};
}

std::string formatOfMembers(const std::vector<std::string>& names)
{
    std::set<std::string> classes;
    std::size_t deep = 0, arrays = 0;
    for (const auto& member : names) {
        const auto name = plainName(member);
        if (name == "u.data" || name == "ratings.dat" || name == "ratings.csv")
            return "movielens";
        arrays += name.ends_with(".npy");
        const auto folder = std::filesystem::path(member).parent_path().filename().string();
        if (!folder.empty()) {
            ++deep;
            classes.insert(std::filesystem::path(member).parent_path().string());
        }
    }
    if (arrays >= 2 && arrays == names.size())
        return "npy";
    // A big archive is only looked at up to some hundred names, which may all be of the first class.
    if (deep * 2 > names.size() && (classes.size() >= 2 || deep >= 100))
        return "text-folder";
    return {};
}

std::string onlyDataFile(const std::vector<std::string>& names)
{
    std::string found;
    for (const auto& member : names) {
        if (isNote(plainName(member)))
            continue;
        if (!found.empty())
            return {};
        found = member;
    }
    return found;
}

} // namespace representer
