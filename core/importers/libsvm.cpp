#include "core/base/number_text.h"
#include "core/base/parallel.h"
#include "core/data/split.h"
#include "core/importers/byte_source.h"
#include "core/importers/class_grouping.h"
#include "core/importers/document_split.h"
#include "core/importers/libsvm_parser.h"
#include "core/importers/readers.h"
#include "core/importers/text_scan.h"

#include <algorithm>
#include <set>

namespace representer {

namespace {

LibsvmRows readRows(const std::filesystem::path& path, const ImportRequest& request,
                    const TaskContext& context)
{
    const Bytes bytes = readFile(path, {request.expansionLimit}, context);
    auto rows = parseLibsvm(requireText(bytes.view(), path.string()), path.string(), context);
    if (rows.labels.empty())
        throw Error(Error::Kind::BadFile, Place{path.string()}, "has no rows, only blank lines or comments.");
    return rows;
}

// Distinct labels in ascending order. A measurement instead of a class gives as many labels as rows, so the
// count is capped.
std::vector<double> distinctLabels(const LibsvmRows& rows, const std::string& file)
{
    std::set<double> labels;
    for (const double label : rows.labels)
        if (labels.insert(label).second && labels.size() > 1000)
            throw Error(Error::Kind::BadFile, Place{file},
                        "has more than 1,000 different labels, so they are measurements and not classes; "
                        "turn them into two classes first.");
    return {labels.begin(), labels.end()};
}

std::vector<std::uint8_t> mapLabels(const LibsvmRows& rows, const ClassGrouping& grouping,
                                    const std::string& file)
{
    std::map<double, std::uint8_t> known;
    for (const auto& [name, label] : grouping.labels)
        known[*parseNumber(name)] = label;
    std::vector<std::uint8_t> labels(rows.labels.size());
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const auto found = known.find(rows.labels[i]);
        if (found == known.end())
            throw Error(Error::Kind::BadFile, Place{file, rows.lines[i], 1},
                        "the label \"" + exactText(rows.labels[i]) +
                            "\" does not occur in training; give test rows of the same classes.");
        labels[i] = found->second;
    }
    return labels;
}

// Moves the arrays of `x` into `result`, ids becoming columns from 0 and the width `features`. Swapped, not
// assigned: Eigen's sparse matrices have no move and would be copied.
void intoColumns(SparseRows& x, std::int32_t base, Eigen::Index features, SparseRows& result)
{
    if (base > 0)
        parallelBlocks(x.nonZeros(), 1 << 20, [&](std::int64_t begin, std::int64_t end) {
            for (auto k = begin; k < end; ++k)
                x.innerIndexPtr()[k] -= base;
        });
    result.resize(x.rows(), features);
    std::copy_n(x.outerIndexPtr(), x.rows() + 1, result.outerIndexPtr());
    result.data().swap(x.data());
}

std::vector<std::string> lineIds(const LibsvmRows& rows)
{
    std::vector<std::string> ids;
    ids.reserve(rows.lines.size());
    for (const auto line : rows.lines)
        ids.push_back(std::to_string(line));
    return ids;
}

std::int64_t untrainedFeatures(const SparseRows& train, const SparseRows& test)
{
    std::vector<bool> seen(static_cast<std::size_t>(train.cols()), false);
    for (Eigen::Index k = 0; k < train.nonZeros(); ++k)
        seen[static_cast<std::size_t>(train.innerIndexPtr()[k])] = true;
    std::int64_t count = 0;
    for (Eigen::Index k = 0; k < test.nonZeros(); ++k) {
        auto flag = seen[static_cast<std::size_t>(test.innerIndexPtr()[k])];
        count += !flag;
        flag = true;
    }
    return count;
}

} // namespace

Dataset readLibsvm(const ImportRequest& request, const TaskContext& context)
{
    refuseRatingOptions(request);
    const auto& trainPath = onlyPath(request.paths, "LIBSVM");
    auto train = readRows(trainPath, request, context);
    std::optional<LibsvmRows> test;
    if (!request.testPaths.empty())
        test = readRows(onlyPath(request.testPaths, "LIBSVM"), request, context);

    const bool zeroBased = train.lowest == 0 || (test && test->lowest == 0);
    const std::int32_t base = zeroBased ? 0 : 1;
    const Eigen::Index features = std::max(train.highest, test ? test->highest : -1) + 1 - base;
    if (features <= 0)
        throw Error(Error::Kind::BadFile, Place{trainPath.string()},
                    "no row has an \"index:value\" entry, so there is nothing to learn from; "
                    "a LIBSVM row reads \"label index:value index:value\".");

    Dataset dataset;
    auto& notes = dataset.info.warnings;
    auto& data = dataset.content.emplace<DocumentData>();
    std::vector<std::string> classes;
    for (const double label : distinctLabels(train, trainPath.string()))
        classes.push_back(exactText(label));
    const auto grouping = groupClasses(classes, request.positive, trainPath.string());
    data.labelNames = grouping.labelNames;
    if (classes != std::vector<std::string>{"0", "1"})
        notes.push_back("Labels were " + listed(classes) + "; " + data.labelNames[1] +
                        " is the positive class.");
    notes.push_back(zeroBased ? "Feature ids count from 0 (id 0 occurs)." : "Feature ids count from 1.");
    if (train.widestRow >= 1'000'000)
        notes.push_back("Line " + std::to_string(train.widestLine) + " has " +
                        std::to_string(train.widestRow) + " entries: is a line break missing?");

    data.train.labels = mapLabels(train, grouping, trainPath.string());
    if (!test)
        data.train.ids = lineIds(train);
    intoColumns(train.x, base, features, data.train.x);
    if (test) {
        const auto& testPath = request.testPaths.front();
        data.test.labels = mapLabels(*test, grouping, testPath.string());
        intoColumns(test->x, base, features, data.test.x);
        dataset.info.splitRule = "test rows from " + testPath.filename().string();
        if (const auto count = untrainedFeatures(data.train.x, data.test.x))
            notes.push_back(std::to_string(count) +
                            " features of the test file occur in no training row; they are kept, "
                            "a model gives them weight 0.");
    } else {
        data.test = takeRows(data.train, drawTestRows(data.train.labels, request, dataset.info));
    }
    data.validation.x.resize(0, features);
    return dataset;
}

} // namespace representer
