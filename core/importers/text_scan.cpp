#include "core/importers/text_scan.h"

#include "core/base/number_text.h"

#include <algorithm>

namespace representer {

Place placeAt(const std::string& file, std::string_view text, std::size_t offset)
{
    const auto before = text.substr(0, offset);
    std::int64_t line = 1 + std::count(before.begin(), before.end(), '\n');
    std::size_t lineBegin = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        const bool loneReturn = before[i] == '\r' && (i + 1 >= text.size() || text[i + 1] != '\n');
        line += loneReturn;
        if (before[i] == '\n' || loneReturn)
            lineBegin = i + 1;
    }
    return {file, line, static_cast<std::int64_t>(before.size() - lineBegin) + 1};
}

void throwAt(const std::string& file, std::string_view text, std::size_t offset, const std::string& sentence)
{
    throw Error(Error::Kind::BadFile, placeAt(file, text, offset), sentence);
}

std::string_view requireText(std::string_view text, const std::string& file)
{
    if (text.empty())
        throw Error(Error::Kind::BadFile, Place{file}, "the file is empty; was it written to the end?");
    if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff") ||
        text.starts_with(std::string_view("\0\0\xfe\xff", 4)))
        throw Error(Error::Kind::BadFile, Place{file, 1, 1},
                    "starts with " + quotedExcerpt("\\xFF\\xFE") +
                        " or its mirror image, the mark of UTF-16 or UTF-32 text; convert it first: iconv -f "
                        "UTF-16 -t "
                        "UTF-8 FILE > NEW.");
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    return text;
}

bool nextLine(std::string_view& rest, std::string_view& line)
{
    if (rest.empty())
        return false;
    const auto end = std::min(rest.find_first_of("\r\n"), rest.size());
    line = rest.substr(0, end);
    std::size_t next = end;
    if (next < rest.size())
        next += rest[next] == '\r' && next + 1 < rest.size() && rest[next + 1] == '\n' ? 2 : 1;
    rest.remove_prefix(next);
    return true;
}

std::string_view trimmed(std::string_view text)
{
    const auto begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

} // namespace representer
