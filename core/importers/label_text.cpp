#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/importers/byte_source.h"
#include "core/importers/labelled_texts.h"
#include "core/importers/readers.h"
#include "core/importers/text_scan.h"

namespace representer {

namespace {

LabelledTexts readLines(const std::filesystem::path& path, const ImportRequest& request,
                        const TaskContext& context)
{
    const auto file = path.string();
    const auto bytes = readFile(path, {request.expansionLimit}, context);
    const auto whole = requireText(bytes.view(), file);
    LabelledTexts texts;
    std::string_view rest = whole, line;
    for (std::int64_t number = 1; nextLine(rest, line); ++number) {
        if (number % 4096 == 0)
            context.checkpoint("Reading texts", static_cast<std::int64_t>(whole.size() - rest.size()),
                               static_cast<std::int64_t>(whole.size()));
        if (trimmed(line).empty())
            continue;
        const auto tab = line.find('\t');
        if (tab == std::string_view::npos || tab == 0)
            throw Error(Error::Kind::BadFile, Place{file, number, 1},
                        "the line " + quotedExcerpt(line) +
                            " has no label and tab before its text; every line reads "
                            "label, tab, text.");
        texts.add(line.substr(tab + 1), std::string(trimmed(line.substr(0, tab))), std::to_string(number),
                  file);
    }
    if (texts.size() == 0)
        throw Error(Error::Kind::BadFile, Place{file}, "has no text, only blank lines.");
    return texts;
}

} // namespace

Dataset readLabelText(const ImportRequest& request, const TaskContext& context)
{
    const auto& path = onlyPath(request.paths, "Label and text");
    LabelledTexts test;
    auto train = readLines(path, request, context);
    if (!request.testPaths.empty())
        test = readLines(onlyPath(request.testPaths, "Label and text"), request, context);
    return buildDocuments(std::move(train), std::move(test), path.string(), request, context);
}

} // namespace representer
