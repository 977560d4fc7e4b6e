#include "core/importers/rating_lines.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/importers/delimited_reader.h"
#include "core/importers/text_encoding.h"
#include "core/importers/text_scan.h"

#include <algorithm>

namespace representer {

namespace {

std::optional<double> numberIn(std::string_view field)
{
    field = trimmed(field);
    double value = 0;
    const char* end = field.data() + field.size();
    return readDecimal(field.data(), end, value) == end && !field.empty() ? std::optional(value)
                                                                          : std::nullopt;
}

} // namespace

void readRatingLines(std::string_view text, const std::string& file, std::string_view delimiter,
                     const RatingColumns& columns, RatingTable& table, const TaskContext& context,
                     std::int64_t firstLine)
{
    DelimitedReader reader(text, file, delimiter, DelimitedReader::Quotes::Allowed, firstLine);
    std::vector<std::string_view> fields;
    const auto needed = static_cast<std::size_t>(std::max({columns.user, columns.item, columns.rating})) + 1;
    const auto field = [&](int column) { return fields[static_cast<std::size_t>(column)]; };
    const auto expectedRows = text.size() / 20;
    table.user.reserve(table.user.size() + expectedRows);
    table.item.reserve(table.item.size() + expectedRows);
    table.rating.reserve(table.rating.size() + expectedRows);
    table.time.reserve(table.time.size() + expectedRows);
    bool first = true;
    for (std::int64_t row = 0; reader.next(fields); ++row) {
        if (row % 65536 == 0)
            context.checkpoint("Reading ratings", static_cast<std::int64_t>(reader.offset()),
                               static_cast<std::int64_t>(text.size()));
        if (fields.size() < needed)
            reader.fail(0, "the line " + quotedExcerpt(text.substr(reader.offset(), 60)) + " has " +
                               std::to_string(fields.size()) + " fields where at least " +
                               std::to_string(needed) + " are needed; fields are separated by " +
                               quotedExcerpt(delimiter) + ".");
        const auto rating = columns.rating < 0 ? std::optional(1.0) : numberIn(field(columns.rating));
        if (!rating && first) {
            first = false;
            continue;
        }
        first = false;
        if (!rating)
            reader.fail(static_cast<std::size_t>(columns.rating),
                        "the rating " + quotedExcerpt(field(columns.rating)) +
                            " is not a finite decimal number; write it like 4 or 3.5.");
        const auto user = trimmed(field(columns.user));
        const auto item = trimmed(field(columns.item));
        for (const auto& [id, column] : {std::pair{user, columns.user}, std::pair{item, columns.item}}) {
            if (id.empty())
                reader.fail(static_cast<std::size_t>(column),
                            "the id is empty; every rating names a user and an item.");
            if (id.find('\0') != std::string_view::npos)
                reader.fail(static_cast<std::size_t>(column),
                            "the id " + quotedExcerpt(id) +
                                " has a NUL byte in it; the file is damaged or no text.");
        }
        std::int64_t time = 0;
        if (columns.time >= 0 && static_cast<std::size_t>(columns.time) < fields.size()) {
            const auto given = numberIn(field(columns.time));
            if (!given && !trimmed(field(columns.time)).empty())
                reader.fail(
                    static_cast<std::size_t>(columns.time),
                    "the time " + quotedExcerpt(field(columns.time)) +
                        " is not a number of seconds since 1970; convert it, or leave the column out.");
            time = given && std::abs(*given) < 9e18 ? static_cast<std::int64_t>(*given) : 0;
        }
        table.add(user, item, *rating, time);
    }
}

} // namespace representer
