#include "core/importers/importer.h"

#include "core/base/error.h"
#include "core/importers/document_split.h"
#include "core/importers/readers.h"

namespace representer {

const std::vector<FormatDescriptor>& formatCatalogue()
{
    static const std::vector<FormatDescriptor> formats{
        {"libsvm", "LIBSVM / svmlight", "one row per line: label index:value index:value ..."},
        {"movielens", "MovieLens", "100K, 1M, 10M, 20M and later, as folder, zip or ratings file"},
    };
    return formats;
}

std::string detectFormat(const ImportRequest& request)
{
    return std::filesystem::is_directory(request.paths.front()) ? "movielens" : "libsvm";
}

const std::filesystem::path& onlyPath(const std::vector<std::filesystem::path>& paths,
                                      std::string_view format)
{
    if (paths.size() != 1)
        throw Error(Error::Kind::BadOption, std::string(format) + " takes one path, and " +
                                                std::to_string(paths.size()) +
                                                " were given; import them one by one.");
    return paths.front();
}

Dataset readDataset(const ImportRequest& request, const TaskContext& context)
{
    if (request.paths.empty())
        throw Error(Error::Kind::BadOption, "No file was named; say what to import.");
    const auto format = request.format.empty() ? detectFormat(request) : request.format;
    Dataset dataset = format == "libsvm" ? readLibsvm(request, context) : readMovieLens(request, context);
    dataset.info.name = request.name;
    dataset.info.source = request.paths.front().string();
    dataset.info.format = format;
    dataset.info.seed = request.seed;
    if (auto* documents = std::get_if<DocumentData>(&dataset.content)) {
        if (request.scale)
            scaleFeatures(*documents);
        for (auto& note : featureLint(*documents))
            dataset.info.warnings.push_back(std::move(note));
    }
    countContent(dataset.info, dataset.content);
    dataset.info.fingerprint = contentFingerprint(dataset.content);
    return dataset;
}

} // namespace representer
