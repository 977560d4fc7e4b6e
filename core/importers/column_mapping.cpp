#include "core/importers/column_mapping.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/importers/class_grouping.h"
#include "core/importers/delimited_reader.h"
#include "core/importers/text_scan.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace representer {

namespace {

// Names under which the columns are found in headers, the most telling first.
const std::map<std::string, std::vector<std::string>>& usualNames()
{
    static const std::map<std::string, std::vector<std::string>> names{
        {"user", {"user", "userid", "user_id", "reviewerid", "reviewer", "customer", "customer_id", "uid"}},
        {"item",
         {"item", "itemid", "item_id", "movieid", "movie_id", "movie", "asin", "product", "product_id",
          "book_id", "isbn", "iid"}},
        {"rating", {"rating", "ratings", "score", "stars", "overall", "value"}},
        {"time", {"timestamp", "time", "unixreviewtime", "date"}},
        {"label", {"label", "class", "category", "target", "sentiment", "y"}},
        {"text", {"text", "message", "document", "review", "content", "body", "sentence", "title"}}};
    return names;
}

std::string lowered(std::string_view text)
{
    std::string result(trimmed(text));
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

std::optional<int> positionOf(const std::vector<std::string>& header, const std::string& name)
{
    const auto found = std::find(header.begin(), header.end(), lowered(name));
    return found == header.end() ? std::nullopt : std::optional(static_cast<int>(found - header.begin()));
}

std::optional<int> givenColumn(const std::string& role, const ImportRequest& request,
                               const std::vector<std::string>& header, const std::string& file, bool& named)
{
    const auto given = request.columns.find(role);
    if (given == request.columns.end())
        return std::nullopt;
    if (const auto position = positionOf(header, given->second)) {
        named = true;
        return position;
    }
    const auto number = parseInteger(given->second);
    if (!number || *number < 1 || *number > static_cast<long long>(header.size()))
        throw Error(Error::Kind::BadOption, "--columns " + role + "=" + given->second + " is no column of " +
                                                file + "; give a number from 1 to " +
                                                std::to_string(header.size()) +
                                                " or one of: " + listed(header) + ".");
    return static_cast<int>(*number) - 1;
}

} // namespace

ColumnMapping mapColumns(std::string_view beginning, const std::string& file, const ImportRequest& request)
{
    for (const auto& [role, column] : request.columns)
        if (!usualNames().contains(role))
            throw Error(Error::Kind::BadOption,
                        "--columns knows user, item, rating, time, label and text, not " +
                            quotedExcerpt(role) + ".");
    ColumnMapping mapping;
    mapping.delimiter = guessDelimiter(beginning);
    if (mapping.delimiter.empty())
        throw Error(Error::Kind::BadFile, Place{file, 1, 1},
                    quotedExcerpt(beginning.substr(0, beginning.find_first_of("\r\n"))) +
                        " is not cut into fields by comma, tab, semicolon, | or ::; the lines of the file "
                        "must all have "
                        "the same fields.");
    DelimitedReader reader(beginning, file, mapping.delimiter);
    std::vector<std::string_view> fields;
    reader.next(fields);
    std::vector<std::string> header;
    for (const auto& field : fields)
        header.push_back(lowered(field));

    std::map<std::string, std::optional<int>> found;
    for (const auto& [role, names] : usualNames()) {
        found[role] = givenColumn(role, request, header, file, mapping.header);
        for (const auto& name : names)
            if (!found[role] && request.columns.empty()) {
                found[role] = positionOf(header, name);
                mapping.header = mapping.header || found[role];
            }
    }
    const bool wantsText = found["text"] || found["label"];
    const bool wantsRatings = found["user"] || found["item"];
    mapping.user = found["user"];
    mapping.item = found["item"];
    mapping.rating = found["rating"];
    mapping.time = found["time"];
    mapping.label = found["label"];
    mapping.text = found["text"];
    if (!wantsText && !wantsRatings && request.columns.empty()) {
        // No header that says anything: user, item, rating[, time] when the third field is a number,
        // otherwise label, text.
        if (fields.size() >= 3 && fields.size() <= 4 && parseNumber(trimmed(fields[2]))) {
            mapping.user = 0;
            mapping.item = 1;
            mapping.rating = 2;
            mapping.time = fields.size() > 3 ? std::optional(3) : std::nullopt;
            return mapping;
        }
        if (fields.size() == 2) {
            mapping.texts = true;
            mapping.label = 0;
            mapping.text = 1;
            return mapping;
        }
    }
    mapping.texts = wantsText && !(mapping.user && mapping.item);
    const bool complete = mapping.texts ? mapping.label && mapping.text : mapping.user && mapping.item;
    if (!complete)
        throw Error(
            Error::Kind::BadFile, Place{file, 1, 1},
            "the columns " + quotedExcerpt(listed(header), 100) +
                " do not say which hold user and item, or label and text; say it: --columns "
                "user=1,item=2,rating=3,time=4 or --columns label=1,text=2 (names or numbers from 1).");
    return mapping;
}

} // namespace representer
