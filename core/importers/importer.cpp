#include "core/importers/importer.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/importers/byte_source.h"
#include "core/importers/class_grouping.h"
#include "core/importers/document_split.h"
#include "core/importers/format_detection.h"
#include "core/importers/readers.h"
#include "core/importers/text_scan.h"

#include <algorithm>

namespace representer {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t LookedAt = std::size_t{1} << 16; // bytes of a file, enough for some dozen rows
constexpr std::size_t NamesLookedAt = 400;

using Reader = Dataset (*)(const ImportRequest&, const TaskContext&);

struct Format {
    FormatDescriptor descriptor;
    Reader read;
};

const std::vector<Format>& formats()
{
    static const std::vector<Format> all{
        {{"libsvm", "LIBSVM / svmlight", "one row per line: label index:value index:value ..."}, readLibsvm},
        {{"movielens", "MovieLens", "100K, 1M, 10M, 20M and later, as folder, zip or ratings file"},
         readMovieLens},
        {{"amazon", "Amazon reviews", "JSON lines (reviewerID, asin, overall) or ratings-only CSV"},
         readAmazon},
        {{"digits", "Digits CSV", "64 pixels and the digit per line; 4 against 9"}, readDigits},
        {{"label-text", "Label and text", "one text per line: label, tab, text"}, readLabelText},
        {{"csv", "Delimited text", "user, item, rating, time or label, text, with --columns"}, readCsv},
        {{"text-folder", "Text folders", "one folder per class, one file per text"}, readTextFolder},
        {{"npy", "NumPy arrays", "n x d1 x d2 matrices (.npy) with a file of labels, or both in an .npz"},
         readNpyMatrices},
    };
    return all;
}

const Format& formatNamed(const std::string& id)
{
    std::vector<std::string> known;
    for (const auto& format : formats()) {
        if (format.descriptor.id == id)
            return format;
        known.emplace_back(format.descriptor.id);
    }
    throw Error(Error::Kind::BadOption,
                "There is no format called " + quotedExcerpt(id) + "; --from takes " + listed(known) + ".");
}

// A folder that holds one file of data beside its README stands for that file.
fs::path resolved(const fs::path& path)
{
    if (sourceKind(path) != SourceKind::Folder)
        return path;
    const auto names = memberNames(path, NamesLookedAt);
    const auto only = formatOfMembers(names).empty() ? onlyDataFile(names) : std::string();
    return only.empty() ? path : path / only;
}

std::string detect(const fs::path& path)
{
    const auto kind = sourceKind(path);
    std::string format;
    if (hasMembers(kind)) {
        const auto names = memberNames(path, NamesLookedAt);
        if (names.empty())
            throw Error(Error::Kind::BadFile, Place{path.string()},
                        kind == SourceKind::Folder ? "the folder is empty; name the one with the data."
                                                   : "the archive is empty; fetch or pack it again.");
        format = formatOfMembers(names);
        if (format.empty() && names.size() == 1)
            format = formatOfContent(readBeginning(path, LookedAt));
        if (format.empty())
            throw Error(Error::Kind::BadFile, Place{path.string()},
                        "holds " + listed(names, 5) +
                            ", and neither MovieLens ratings (u.data, ratings.dat, ratings.csv) nor one "
                            "folder per class "
                            "is among them; name one file, or the format with --from.");
        return format;
    }
    const auto beginning = readBeginning(path, LookedAt);
    format = formatOfContent(requireText(beginning, path.string()));
    if (format.empty()) {
        std::vector<std::string> known;
        for (const auto& one : formats())
            known.emplace_back(one.descriptor.id);
        throw Error(Error::Kind::BadFile, Place{path.string(), 1, 1},
                    "the content begins with " + quotedExcerpt(beginning) +
                        " and fits no format this program reads; name the format with --from (" +
                        listed(known) + ").");
    }
    return format;
}

ImportRequest resolvedRequest(const ImportRequest& request)
{
    if (request.paths.empty())
        throw Error(Error::Kind::BadOption, "No file was named; say what to import.");
    auto result = request;
    if (request.format.empty() || request.format != "text-folder")
        for (auto* paths : {&result.paths, &result.testPaths})
            for (auto& path : *paths)
                path = resolved(path);
    if (result.format.empty())
        result.format = request.columns.empty() ? detect(result.paths.front()) : "csv";
    return result;
}

} // namespace

const std::vector<FormatDescriptor>& formatCatalogue()
{
    static const std::vector<FormatDescriptor> catalogue = [] {
        std::vector<FormatDescriptor> descriptors;
        for (const auto& format : formats())
            descriptors.push_back(format.descriptor);
        return descriptors;
    }();
    return catalogue;
}

std::string detectFormat(const ImportRequest& request)
{
    return resolvedRequest(request).format;
}

const fs::path& onlyPath(const std::vector<fs::path>& paths, std::string_view format)
{
    if (paths.size() != 1)
        throw Error(Error::Kind::BadOption, std::string(format) + " takes one path, and " +
                                                std::to_string(paths.size()) +
                                                " were given; import them one by one.");
    return paths.front();
}

Dataset readDataset(const ImportRequest& request, const TaskContext& context)
{
    const auto resolvedOne = resolvedRequest(request);
    auto dataset = formatNamed(resolvedOne.format).read(resolvedOne, context);
    auto& info = dataset.info;
    info.name = request.name;
    info.source = request.paths.front().string();
    info.format = resolvedOne.format;
    info.seed = request.seed;
    if (auto* documents = std::get_if<DocumentData>(&dataset.content)) {
        if (request.scale)
            scaleFeatures(*documents);
        for (auto& note : featureLint(*documents))
            info.warnings.push_back(std::move(note));
    } else if (auto* matrices = std::get_if<MatrixData>(&dataset.content); matrices && request.scale) {
        scaleFeatures(*matrices);
    }
    if (request.scale && info.kind != DatasetKind::Ratings)
        info.warnings.emplace_back("Every feature was divided by its largest magnitude in training.");
    countContent(info, dataset.content);
    info.fingerprint = contentFingerprint(dataset.content);
    return dataset;
}

} // namespace representer
