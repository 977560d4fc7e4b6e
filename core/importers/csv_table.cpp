#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/importers/byte_source.h"
#include "core/importers/class_grouping.h"
#include "core/importers/column_mapping.h"
#include "core/importers/delimited_reader.h"
#include "core/importers/item_titles.h"
#include "core/importers/labelled_texts.h"
#include "core/importers/rating_lines.h"
#include "core/importers/readers.h"
#include "core/importers/text_scan.h"

namespace representer {

namespace {

constexpr std::size_t Beginning = std::size_t{1} << 16;

LabelledTexts readTexts(std::string_view text, const std::string& file, const ColumnMapping& mapping,
                        const TaskContext& context)
{
    LabelledTexts texts;
    DelimitedReader reader(text, file, mapping.delimiter);
    std::vector<std::string_view> fields;
    const auto label = static_cast<std::size_t>(*mapping.label);
    const auto body = static_cast<std::size_t>(*mapping.text);
    if (mapping.header)
        reader.next(fields);
    while (reader.next(fields)) {
        if (texts.size() % 4096 == 0)
            context.checkpoint("Reading texts", static_cast<std::int64_t>(reader.offset()),
                               static_cast<std::int64_t>(text.size()));
        if (fields.size() <= std::max(label, body))
            reader.fail(0, "the line " + quotedExcerpt(text.substr(reader.offset(), 60)) + " has " +
                               std::to_string(fields.size()) + " fields where at least " +
                               std::to_string(std::max(label, body) + 1) +
                               " are needed; fields are separated by " + quotedExcerpt(mapping.delimiter) +
                               ".");
        const auto name = trimmed(fields[label]);
        if (name.empty())
            reader.fail(label, "the label is empty; every text needs one.");
        texts.add(fields[body], std::string(name), std::to_string(reader.line()), file);
    }
    return texts;
}

Dataset readTextTable(const ColumnMapping& mapping, std::string_view text, const ImportRequest& request,
                      const TaskContext& context)
{
    const auto file = request.paths.front().string();
    auto train = readTexts(text, file, mapping, context);
    LabelledTexts test;
    if (!request.testPaths.empty()) {
        const auto& path = onlyPath(request.testPaths, "Delimited text");
        const auto bytes = readFile(path, {request.expansionLimit}, context);
        test = readTexts(requireText(bytes.view(), path.string()), path.string(), mapping, context);
    }
    if (train.size() == 0)
        throw Error(Error::Kind::BadFile, Place{file}, "has a header and no rows.");
    return buildDocuments(std::move(train), std::move(test), file, request, context);
}

} // namespace

Dataset readCsv(const ImportRequest& request, const TaskContext& context)
{
    const auto& path = onlyPath(request.paths, "Delimited text");
    const auto file = path.string();
    const auto bytes = readFile(path, {request.expansionLimit}, context);
    const auto text = requireText(bytes.view(), file);
    const auto mapping = mapColumns(text.substr(0, Beginning), file, request);
    if (mapping.texts)
        return readTextTable(mapping, text, request, context);

    const RatingColumns columns{*mapping.user, *mapping.item, mapping.rating.value_or(-1),
                                mapping.time.value_or(-1)};
    RatingTable table;
    const auto addFile = [&](std::string_view content, const std::string& name) {
        if (mapping.header) { // also without a rating column the header is no rating
            std::string_view line;
            nextLine(content, line);
        }
        readRatingLines(content, name, mapping.delimiter, columns, table, context, mapping.header ? 2 : 1);
    };
    addFile(text, file);
    if (!request.testPaths.empty()) {
        const auto& testPath = onlyPath(request.testPaths, "Delimited text");
        table.firstTestRow = table.user.size();
        const auto testBytes = readFile(testPath, {request.expansionLimit}, context);
        addFile(requireText(testBytes.view(), testPath.string()), testPath.string());
    }
    RatingSource source;
    source.file = file;
    if (request.titles)
        source.items = readItemTitles(*request.titles, request, context);
    return buildRatings(std::move(table), source, request);
}

} // namespace representer
