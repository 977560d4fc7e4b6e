#include "core/importers/byte_source.h"
#include "core/importers/column_mapping.h"
#include "core/importers/delimited_reader.h"
#include "core/importers/importer.h"
#include "core/importers/text_encoding.h"
#include "core/importers/text_scan.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <set>

namespace representer {

namespace {

constexpr std::size_t Beginning = std::size_t{1} << 18;
constexpr std::size_t LongestCell = 200;
constexpr std::size_t LongestNote = 700;
constexpr std::size_t MostNames = 1000000;

std::string cell(std::string_view text, std::size_t longest = LongestCell)
{
    auto result = repairedText(text.substr(0, longest));
    return text.size() > longest ? result + "…" : result;
}

void previewDelimited(std::string_view text, std::string_view delimiter, std::size_t rows,
                      ImportPreview& preview)
{
    DelimitedReader reader(text, "", delimiter);
    std::vector<std::string_view> fields;
    while (preview.rows.size() < rows && reader.next(fields)) {
        std::vector<std::string> row;
        for (const auto& field : fields)
            row.push_back(cell(field));
        preview.rows.push_back(std::move(row));
    }
}

void previewLines(std::string_view text, char separator, std::size_t rows, ImportPreview& preview)
{
    std::string_view line;
    while (preview.rows.size() < rows && nextLine(text, line)) {
        const auto end = std::min(line.find(separator), line.size());
        if (!trimmed(line).empty())
            preview.rows.push_back({cell(line.substr(0, end)), cell(trimmed(line.substr(end)))});
    }
}

void previewColumns(std::string_view text, const ImportRequest& request, std::size_t rows,
                    ImportPreview& preview)
{
    const auto mapping = mapColumns(text, request.paths.front().string(), request);
    previewDelimited(text, mapping.delimiter, rows + 1, preview);
    if (mapping.header && !preview.rows.empty()) {
        preview.header = preview.rows.front();
        preview.rows.erase(preview.rows.begin());
    }
    const auto say = [&](const char* role, std::optional<int> column) {
        if (column)
            preview.notes.push_back(std::string(role) + ": column " + std::to_string(*column + 1));
    };
    say("user", mapping.user);
    say("item", mapping.item);
    say("rating", mapping.rating);
    say("time", mapping.time);
    say("label", mapping.label);
    say("text", mapping.text);
}

struct EnoughRows {}; // thrown to leave an archive before its end

// Documents with their classes: the folders they stand in.
void previewTexts(const std::filesystem::path& path, std::size_t rows, ImportPreview& preview)
{
    preview.header = {"class", "file", "text"};
    try {
        visitMembers(
            path, {}, [](const std::string& name) { return name.find('/') != std::string::npos; },
            [&](const std::string& name, Bytes bytes) {
                const std::filesystem::path file(name);
                std::string text(bytes.view().substr(0, LongestCell));
                std::replace_if(
                    text.begin(), text.end(), [](unsigned char c) { return c < ' '; }, ' ');
                preview.rows.push_back({cell(file.parent_path().filename().string()),
                                        cell(file.filename().string()), cell(text)});
                if (preview.rows.size() >= rows)
                    throw EnoughRows{};
            });
    } catch (const EnoughRows&) {
    }
}

// Too much to unpack to its end for a preview.
bool bigArchive(const std::filesystem::path& path)
{
    return sourceKind(path) == SourceKind::Archive && std::filesystem::file_size(path) > 64U << 20U;
}

// Which names can be given as positive classes.
void noteClasses(const std::filesystem::path& path, ImportPreview& preview)
{
    if (bigArchive(path))
        return;
    std::set<std::string> classes;
    for (const auto& name : memberNames(path, MostNames))
        if (const auto folder = std::filesystem::path(name).parent_path().filename(); !folder.empty())
            classes.insert(folder.string());
    std::string note = std::to_string(classes.size()) + " classes: ";
    for (const auto& name : classes)
        note += (name == *classes.begin() ? "" : ", ") + name;
    preview.notes.push_back(cell(note, LongestNote) + (classes.size() > 2 ? ". Say which of them are positive." : ""));
}

// The ratings file of a folder or archive.
void previewRatings(const std::filesystem::path& path, std::size_t rows, ImportPreview& preview)
{
    if (bigArchive(path))
        return;
    try {
        visitMembers(
            path, {},
            [](const std::string& name) {
                const auto file = std::filesystem::path(name).filename();
                return file == "u.data" || file == "ratings.dat" || file == "ratings.csv";
            },
            [&](const std::string&, Bytes bytes) {
                preview.header = {"user", "item", "rating", "time"};
                const auto text = bytes.view().substr(0, Beginning);
                previewDelimited(text, guessDelimiter(text), rows, preview);
                throw EnoughRows{};
            });
    } catch (const EnoughRows&) {
    }
}

void fill(const ImportRequest& request, std::size_t rows, ImportPreview& preview)
{
    preview.format = request.format.empty() ? detectFormat(request) : request.format;
    const auto& path = request.paths.at(0);
    if (hasMembers(sourceKind(path))) {
        if (preview.format == "text-folder") {
            previewTexts(path, rows, preview);
            noteClasses(path, preview);
        } else if (preview.format == "movielens") {
            previewRatings(path, rows, preview);
        }
        if (!preview.rows.empty())
            return;
        preview.header = {"file"};
        for (auto& name : memberNames(path, rows))
            preview.rows.push_back({std::move(name)});
        return;
    }
    if (preview.format == "npy") {
        preview.notes.emplace_back("An array of numbers; its shape is read on import.");
        return;
    }
    const auto beginning = readBeginning(path, Beginning);
    const auto text = requireText(beginning, path.string());
    if (preview.format == "libsvm") {
        preview.header = {"label", "features"};
        previewLines(text, ' ', rows, preview);
    } else if (preview.format == "label-text") {
        preview.header = {"label", "text"};
        previewLines(text, '\t', rows, preview);
    } else if (preview.format == "csv") {
        previewColumns(text, request, rows, preview);
    } else if (text.starts_with('{')) {
        preview.header = {"review"};
        previewDelimited(text, "", rows, preview);
    } else {
        if (preview.format == "movielens")
            preview.header = {"user", "item", "rating", "time"};
        previewDelimited(text, guessDelimiter(text), rows, preview);
    }
}

} // namespace

ImportPreview previewImport(const ImportRequest& request, std::size_t rows)
{
    ImportPreview preview;
    try {
        fill(request, rows, preview);
    } catch (const std::exception& problem) { // a preview shows what is wrong instead of failing
        preview.notes.emplace_back(problem.what());
    }
    if (preview.rows.size() > rows)
        preview.rows.resize(rows);
    return preview;
}

} // namespace representer
