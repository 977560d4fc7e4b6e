#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/importers/byte_source.h"
#include "core/importers/delimited_reader.h"
#include "core/importers/item_titles.h"
#include "core/importers/rating_lines.h"
#include "core/importers/readers.h"
#include "core/importers/text_encoding.h"
#include "core/importers/text_scan.h"

#include <simdjson.h>

#include <algorithm>

namespace representer {

namespace {

// One object per line. Calls use(object, line); a line that is no JSON is an error with its place.
template<class Use>
void eachJsonLine(std::string_view text, const std::string& file, const TaskContext& context, Use use)
{
    simdjson::dom::parser parser;
    std::string_view rest = text, line;
    for (std::int64_t number = 1; nextLine(rest, line); ++number) {
        if (number % 8192 == 0)
            context.checkpoint("Reading JSON", static_cast<std::int64_t>(text.size() - rest.size()),
                               static_cast<std::int64_t>(text.size()));
        if (trimmed(line).empty())
            continue;
        simdjson::dom::object object;
        if (const auto failure = parser.parse(line.data(), line.size()).get(object))
            throw Error(Error::Kind::BadFile, Place{file, number, 1},
                        quotedExcerpt(line) + " is not a JSON object (" + simdjson::error_message(failure) +
                            "); every line must be one complete object.");
        use(object, number);
    }
}

std::string_view stringIn(const simdjson::dom::object& object, const char* key)
{
    std::string_view value;
    return object[key].get(value) ? std::string_view() : value;
}

void readJsonReviews(std::string_view text, const std::string& file, RatingTable& table,
                     const TaskContext& context)
{
    eachJsonLine(text, file, context, [&](const simdjson::dom::object& review, std::int64_t line) {
        const auto user = stringIn(review, "reviewerID");
        const auto item = stringIn(review, "asin");
        if (user.empty() || item.empty())
            throw Error(
                Error::Kind::BadFile, Place{file, line, 1},
                "the review names no \"reviewerID\" or no \"asin\"; give reviews in the 2018 format, or a "
                "delimited file with --columns.");
        double rating = 0;
        if (review["overall"].get(rating))
            throw Error(Error::Kind::BadFile, Place{file, line, 1},
                        "the review of " + quotedExcerpt(item) + " has no number in \"overall\".");
        std::int64_t time = 0;
        if (review["unixReviewTime"].get(time))
            time = 0; // an unknown time is no reason to lose the rating
        table.add(user, item, rating, time);
    });
}

// The ratings-only files of 2018 read item, user, rating, time, those of 2014 user, item, rating, time. An
// item (asin) always has ten characters, users nearly never.
RatingColumns csvColumns(std::string_view text)
{
    DelimitedReader reader(text.substr(0, 1 << 16), "", ",");
    std::vector<std::string_view> fields;
    int first = 0, second = 0;
    for (int row = 0; row < 200 && reader.next(fields) && fields.size() >= 3; ++row) {
        first += fields[0].size() == 10;
        second += fields[1].size() == 10;
    }
    return first > second ? RatingColumns{.user = 1, .item = 0} : RatingColumns{};
}

void readReviews(const std::filesystem::path& path, const ImportRequest& request, RatingTable& table,
                 const TaskContext& context)
{
    const auto file = path.string();
    const auto bytes = readFile(path, {request.expansionLimit}, context);
    const auto text = requireText(bytes.view(), file);
    if (trimmed(text.substr(0, 4096)).starts_with('{'))
        readJsonReviews(text, file, table, context);
    else
        readRatingLines(text, file, ",", csvColumns(text), table, context);
}

} // namespace

EntityDetails readItemTitles(const std::filesystem::path& path, const ImportRequest& request,
                             const TaskContext& context)
{
    const auto file = path.string();
    const auto bytes = readFile(path, {request.expansionLimit}, context);
    const auto text = requireText(bytes.view(), file);
    EntityDetails details;
    if (trimmed(text.substr(0, 4096)).starts_with('{')) {
        eachJsonLine(text, file, context, [&](const simdjson::dom::object& item, std::int64_t) {
            auto id = stringIn(item, "asin");
            if (id.empty())
                id = stringIn(item, "id");
            if (!id.empty())
                details.add(id, repairedText(stringIn(item, "title")), {});
        });
        return details;
    }
    DelimitedReader reader(text, file, guessDelimiter(text.substr(0, 1 << 16)));
    std::vector<std::string_view> fields;
    while (reader.next(fields)) {
        if (fields.size() < 2)
            reader.fail(0, quotedExcerpt(fields[0]) + " is not an id and a title; every line needs both.");
        details.add(trimmed(fields[0]), repairedText(trimmed(fields[1])), {});
    }
    return details;
}

Dataset readAmazon(const ImportRequest& request, const TaskContext& context)
{
    RatingTable table;
    for (const auto& path : request.paths)
        readReviews(path, request, table, context);
    if (!request.testPaths.empty())
        table.firstTestRow = table.user.size();
    for (const auto& path : request.testPaths)
        readReviews(path, request, table, context);
    RatingSource source;
    source.file = request.paths.front().string();
    source.usualScale = RatingScale{.low = 1, .high = 5};
    if (request.titles)
        source.items = readItemTitles(*request.titles, request, context);
    return buildRatings(std::move(table), source, request);
}

} // namespace representer
