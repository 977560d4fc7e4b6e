#include "core/importers/labelled_texts.h"

#include "core/base/error.h"
#include "core/data/split.h"
#include "core/importers/class_grouping.h"
#include "core/importers/document_split.h"
#include "core/importers/text_encoding.h"
#include "core/importers/text_scan.h"

#include <algorithm>
#include <map>

namespace representer {

namespace {

constexpr std::size_t LongestText = std::size_t{32} << 20;

// The newsgroups of the technical half, as the README of that collection divides them.
const std::vector<std::string> TechnicalGroups{"comp.*", "sci.*", "misc.forsale"};

bool newsgroups(const std::vector<std::string>& classes)
{
    const auto has = [&](const char* name) {
        return std::find(classes.begin(), classes.end(), name) != classes.end();
    };
    return has("comp.graphics") && has("sci.space") && has("rec.autos");
}

// What to take as positive when there are many classes and the user did not say.
std::vector<std::string> chosenPositives(const LabelledTexts& texts, const std::vector<std::string>& classes)
{
    if (newsgroups(classes)) {
        std::vector<std::string> fitting;
        for (const auto& pattern : TechnicalGroups)
            if (std::any_of(classes.begin(), classes.end(),
                            [&](const auto& c) { return matchesPattern(pattern, c); }))
                fitting.push_back(pattern);
        return fitting;
    }
    std::map<std::string, std::int64_t> sizes;
    for (const auto& name : texts.classes)
        ++sizes[name];
    const auto largest = std::max_element(sizes.begin(), sizes.end(),
                                          [](const auto& a, const auto& b) { return a.second < b.second; });
    return {largest->first};
}

DocumentPart asPart(LabelledTexts texts, const ClassGrouping& grouping, bool grouped)
{
    DocumentPart part;
    for (const auto& name : texts.classes)
        part.labels.push_back(grouping.labels.at(name));
    for (const auto& text : texts.texts)
        part.titles.push_back(titleOf(text));
    part.texts = std::move(texts.texts);
    part.ids = std::move(texts.ids);
    if (grouped)
        part.classes = std::move(texts.classes);
    part.x.resize(static_cast<Eigen::Index>(part.labels.size()), 0);
    return part;
}

// Empty texts and texts without words become rows of zeros, which no model can tell apart.
std::int64_t emptyRows(const SparseRows& x)
{
    std::int64_t count = 0;
    for (Eigen::Index i = 0; i < x.rows(); ++i)
        count += x.outerIndexPtr()[i] == x.outerIndexPtr()[i + 1];
    return count;
}

} // namespace

void LabelledTexts::add(std::string_view bytes, std::string className, std::string id,
                        const std::string& file)
{
    if (bytes.size() > LongestText)
        throw Error(Error::Kind::BadFile, Place{file},
                    "the text " + id + " is " + std::to_string(bytes.size() >> 20) +
                        " MB long, and one text may have 32 MB: is a line break or a closing quote missing?");
    bool changed = false;
    texts.push_back(repairedText(bytes, changed));
    repaired += changed;
    classes.push_back(std::move(className));
    ids.push_back(std::move(id));
}

std::string titleOf(std::string_view text)
{
    constexpr std::size_t Longest = 80;
    std::string_view title;
    auto rest = text.substr(0, 4096);
    std::string_view line;
    for (int lines = 0; lines < 40 && nextLine(rest, line); ++lines) {
        if (line.starts_with("Subject:")) {
            title = trimmed(line.substr(8));
            break;
        }
        if (trimmed(line).empty() && lines > 0)
            break; // the header of a mail ends here
    }
    if (title.empty())
        title = trimmed(text.substr(0, 400));
    std::string result;
    for (const char c : title) { // one line, without control characters and doubled blanks
        const bool space = static_cast<unsigned char>(c) <= ' ';
        if (!space)
            result += c;
        else if (!result.empty() && result.back() != ' ')
            result += ' ';
    }
    if (result.size() <= Longest)
        return result;
    auto end = result.rfind(' ', Longest);
    if (end == std::string::npos || end < Longest / 2)
        end = Longest;
    while (end > 0 && (static_cast<unsigned char>(result[end]) & 0xc0) == 0x80)
        --end; // not inside a character
    return result.substr(0, end) + "…";
}

Dataset buildDocuments(LabelledTexts train, LabelledTexts test, const std::string& source,
                       const ImportRequest& request, const TaskContext& context)
{
    refuseRatingOptions(request);
    Dataset dataset;
    auto& notes = dataset.info.warnings;
    const auto classes = distinctClasses(train.classes);
    auto positive = request.positive;
    if (positive.empty() && classes.size() > 2) {
        positive = chosenPositives(train, classes);
        notes.push_back("There are " + std::to_string(classes.size()) +
                        " classes and two are needed: " + listed(positive) +
                        " became the positive class, all others the negative. Import again to name "
                        "other positive classes (--positive, * allowed); the classes are " +
                        listed(classes, 30) + ".");
    }
    const auto grouping = groupClasses(classes, positive, source);
    for (std::size_t i = 0; i < test.size(); ++i)
        if (!grouping.labels.contains(test.classes[i]))
            throw Error(Error::Kind::BadFile,
                        Place{request.testPaths.empty() ? source : request.testPaths[0].string()},
                        "the class " + test.classes[i] + " of " + test.ids[i] +
                            " does not occur in training; give test texts of the same classes.");
    if (train.repaired + test.repaired > 0)
        notes.push_back(std::to_string(train.repaired + test.repaired) +
                        " texts were not valid UTF-8 and were read as latin-1.");

    DocumentData data;
    data.labelNames = grouping.labelNames;
    if (classes.size() == 2)
        notes.push_back("Classes were " + listed(classes) + "; " + data.labelNames[1] +
                        " is the positive one.");
    const bool hasTest = test.size() > 0;
    data.train = asPart(std::move(train), grouping, classes.size() > 2);
    if (hasTest) {
        data.test = asPart(std::move(test), grouping, classes.size() > 2);
        dataset.info.splitRule = request.testPaths.empty()
                                     ? "test texts as the collection brings them"
                                     : "test texts from " + request.testPaths.front().filename().string();
    } else {
        data.test = takeRows(data.train, drawTestRows(data.train.labels, request, dataset.info));
    }
    auto fitted = fitVectoriser(request.vectoriser, data.train.texts, context);
    data.train.x = std::move(fitted.x);
    data.test.x = fitted.vectoriser.rows(data.test.texts, context);
    data.validation.x.resize(0, data.train.x.cols());
    data.features = fitted.vectoriser.terms();
    data.vectoriser = std::move(fitted.vectoriser);
    if (const auto empty = emptyRows(data.train.x))
        notes.push_back(std::to_string(empty) + " training texts have no words; their rows are all zero.");
    dataset.content = std::move(data);
    return dataset;
}

} // namespace representer
