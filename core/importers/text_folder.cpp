#include "core/base/error.h"
#include "core/importers/byte_source.h"
#include "core/importers/labelled_texts.h"
#include "core/importers/readers.h"

#include <algorithm>

namespace representer {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> foldersOf(const std::string& name)
{
    std::vector<std::string> folders;
    for (std::size_t begin = 0, end = 0; (end = name.find('/', begin)) != std::string::npos; begin = end + 1)
        folders.push_back(name.substr(begin, end - begin));
    return folders;
}

// A collection with a split of its own has a folder called "test" or "...-test" above the classes.
bool namesTest(const std::string& folder)
{
    return folder == "test" || folder.ends_with("-test") || folder.ends_with("_test");
}

void readFolder(const fs::path& path, const ImportRequest& request, const TaskContext& context,
                LabelledTexts& train, LabelledTexts& test)
{
    if (!hasMembers(sourceKind(path)))
        throw Error(
            Error::Kind::BadFile, Place{path.string()},
            "is a file where a folder (or archive) with one folder per class is meant; name the folder.");
    std::size_t stray = 0;
    visitMembers(
        path, {request.expansionLimit}, [](const std::string&) { return true; },
        [&](const std::string& name, Bytes bytes) {
            const auto folders = foldersOf(name);
            if (folders.empty()) { // a README beside the classes
                ++stray;
                return;
            }
            const bool forTest =
                folders.size() > 1 && std::any_of(folders.begin(), folders.end() - 1, namesTest);
            (forTest ? test : train).add(bytes.view(), folders.back(), name, path.string());
        },
        context);
    if (train.size() == 0)
        throw Error(
            Error::Kind::BadFile, Place{path.string()},
            "holds no folders with files in them (" + std::to_string(stray) +
                " files lie at its top); put the texts of each class into a folder named after the class.");
}

} // namespace

Dataset readTextFolder(const ImportRequest& request, const TaskContext& context)
{
    LabelledTexts train, test;
    const auto& path = onlyPath(request.paths, "Text folders");
    readFolder(path, request, context, train, test);
    if (!request.testPaths.empty())
        readFolder(onlyPath(request.testPaths, "Text folders"), request, context, test, test);
    return buildDocuments(std::move(train), std::move(test), path.string(), request, context);
}

} // namespace representer
