#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/data/split.h"
#include "core/importers/class_grouping.h"
#include "core/importers/delimited_reader.h"
#include "core/importers/document_split.h"
#include "core/importers/npy.h"
#include "core/importers/readers.h"
#include "core/importers/text_encoding.h"
#include "core/importers/text_scan.h"

#include <algorithm>
#include <cmath>

namespace representer {

namespace fs = std::filesystem;

namespace {

// Matrices with the classes as they were written.
struct LabelledMatrices {
    Eigen::Index rows = 0, columns = 0;
    RowMatrix values; // n x (rows * columns)
    std::vector<std::string> classes, ids;
    std::string file;
};

MatrixPart asPart(LabelledMatrices matrices, const ClassGrouping& grouping)
{
    MatrixPart part;
    for (std::size_t i = 0; i < matrices.classes.size(); ++i) {
        const auto label = grouping.labels.find(matrices.classes[i]);
        if (label == grouping.labels.end())
            throw Error(Error::Kind::BadFile, Place{matrices.file},
                        "the label " + quotedExcerpt(matrices.classes[i]) + " of matrix " + matrices.ids[i] +
                            " does not occur in training; give test matrices of the same classes.");
        part.labels.push_back(label->second);
    }
    part.values = std::move(matrices.values);
    part.ids = std::move(matrices.ids);
    return part;
}

Dataset buildMatrices(LabelledMatrices train, std::optional<LabelledMatrices> test,
                      const ImportRequest& request)
{
    refuseRatingOptions(request);
    const auto grouping = groupClasses(distinctClasses(train.classes), request.positive, train.file);
    Dataset dataset;
    MatrixData data;
    data.rows = train.rows;
    data.columns = train.columns;
    data.labelNames = grouping.labelNames;
    dataset.info.warnings.push_back("Labels were " + listed(distinctClasses(train.classes)) + "; " +
                                    data.labelNames[1] + " is the positive class.");
    data.train = asPart(std::move(train), grouping);
    if (test) {
        if (test->rows != data.rows || test->columns != data.columns)
            throw Error(Error::Kind::BadFile, Place{test->file},
                        "its matrices are " + std::to_string(test->rows) + " x " +
                            std::to_string(test->columns) + ", those of training " +
                            std::to_string(data.rows) + " x " + std::to_string(data.columns) +
                            "; give test matrices of the same size.");
        dataset.info.splitRule = "test matrices from " + fs::path(test->file).filename().string();
        data.test = asPart(std::move(*test), grouping);
    } else {
        data.test = takeRows(data.train, drawTestRows(data.train.labels, request, dataset.info));
    }
    data.validation.values.resize(0, data.rows * data.columns);
    dataset.content = std::move(data);
    return dataset;
}

std::vector<std::string> classNames(const NpyArray& labels)
{
    std::vector<std::string> names;
    for (const double label : labels.values)
        names.push_back(exactText(label));
    return names;
}

// Labels from an .npy with n numbers, or from text with one label per line.
std::vector<std::string> readLabels(const fs::path& path, const UnpackLimits& limits)
{
    const auto bytes = readFile(path, limits);
    if (bytes.view().starts_with("\x93NUMPY"))
        return classNames(parseNpy(bytes.view(), path.string()));
    std::vector<std::string> names;
    std::string_view rest = requireText(bytes.view(), path.string()), line;
    while (nextLine(rest, line))
        if (!trimmed(line).empty())
            names.push_back(repairedText(trimmed(line)));
    return names;
}

LabelledMatrices asMatrices(NpyArray array, std::vector<std::string> classes, const std::string& file)
{
    if (array.shape.size() != 3)
        throw Error(Error::Kind::BadFile, Place{file},
                    "has " + std::to_string(array.shape.size()) +
                        " dimensions where 3 are meant (n x d1 x d2); reshape it: array.reshape(n, d1, d2).");
    const auto count = array.shape[0];
    if (static_cast<std::int64_t>(classes.size()) != count)
        throw Error(Error::Kind::BadFile, Place{file},
                    "has " + std::to_string(count) + " matrices and there are " +
                        std::to_string(classes.size()) + " labels; give one label for each.");
    if (array.values.empty())
        throw Error(Error::Kind::BadFile, Place{file}, "holds no values; its matrices are empty.");
    LabelledMatrices matrices;
    matrices.rows = array.shape[1];
    matrices.columns = array.shape[2];
    const auto size = static_cast<std::size_t>(matrices.rows * matrices.columns);
    for (std::size_t i = 0; i < array.values.size(); ++i)
        if (!std::isfinite(array.values[i]))
            throw Error(Error::Kind::BadFile, Place{file},
                        "matrix " + std::to_string(i / size) + " (from 0) holds " +
                            shortText(array.values[i]) + " at row " +
                            std::to_string(i % size / static_cast<std::size_t>(matrices.columns)) +
                            ", column " + std::to_string(i % static_cast<std::size_t>(matrices.columns)) +
                            "; replace what is missing by a number.");
    matrices.values =
        Eigen::Map<const RowMatrix>(array.values.data(), count, static_cast<Eigen::Index>(size));
    matrices.classes = std::move(classes);
    for (std::int64_t i = 0; i < count; ++i)
        matrices.ids.push_back(std::to_string(i));
    matrices.file = file;
    return matrices;
}

LabelledMatrices readArrays(const std::vector<fs::path>& paths, const ImportRequest& request)
{
    const UnpackLimits limits{request.expansionLimit};
    const auto file = paths.front().string();
    if (paths.size() == 2)
        return asMatrices(readNpy(paths[0], limits), readLabels(paths[1], limits), file);
    if (paths.size() == 1 && sourceKind(paths[0]) == SourceKind::Archive) {
        auto arrays = readNpz(paths[0], limits);
        const auto matrices = std::find_if(arrays.begin(), arrays.end(),
                                           [](const auto& a) { return a.second.shape.size() == 3; });
        const auto labels = std::find_if(arrays.begin(), arrays.end(),
                                         [](const auto& a) { return a.second.shape.size() == 1; });
        if (matrices != arrays.end() && labels != arrays.end())
            return asMatrices(std::move(matrices->second), classNames(labels->second), file);
        throw Error(Error::Kind::BadFile, Place{file},
                    "needs one array of matrices (n x d1 x d2) and one of n labels; write it with "
                    "numpy.savez(FILE, x=x, "
                    "y=y).");
    }
    throw Error(Error::Kind::BadOption,
                "Matrices take two files, the array and its labels: " + file +
                    " LABELS (an .npy with n numbers, or text with one label per line).");
}

// 64 pixels of an 8 x 8 image and the digit, in each line.
LabelledMatrices readDigitLines(const fs::path& path, const ImportRequest& request,
                                const TaskContext& context)
{
    const auto file = path.string();
    const auto bytes = readFile(path, {request.expansionLimit}, context);
    const auto text = requireText(bytes.view(), file);
    DelimitedReader reader(text, file, ",", DelimitedReader::Quotes::Plain);
    LabelledMatrices digits;
    digits.rows = digits.columns = 8;
    digits.file = file;
    std::vector<double> values;
    std::vector<std::string_view> fields;
    while (reader.next(fields)) {
        if (fields.size() != 65)
            reader.fail(0, "the line " + quotedExcerpt(text.substr(reader.offset(), 40)) + " has " +
                               std::to_string(fields.size()) +
                               " fields where 64 pixels and the digit are meant.");
        const auto digit = std::string(trimmed(fields[64]));
        if (request.positive.empty() && digit != "4" && digit != "9")
            continue;
        for (std::size_t k = 0; k < 64; ++k) {
            const auto value = parseNumber(trimmed(fields[k]));
            if (!value)
                reader.fail(k, "the pixel " + quotedExcerpt(fields[k]) + " is not a finite decimal number.");
            values.push_back(*value);
        }
        digits.classes.push_back(digit);
        digits.ids.push_back(std::to_string(reader.line()));
    }
    digits.values = Eigen::Map<const RowMatrix>(
        values.data(), static_cast<Eigen::Index>(digits.classes.size()), Eigen::Index{64});
    return digits;
}

} // namespace

Dataset readNpyMatrices(const ImportRequest& request, const TaskContext& context)
{
    context.throwIfStopped();
    std::optional<LabelledMatrices> test;
    if (!request.testPaths.empty())
        test = readArrays(request.testPaths, request);
    return buildMatrices(readArrays(request.paths, request), std::move(test), request);
}

Dataset readDigits(const ImportRequest& request, const TaskContext& context)
{
    std::optional<LabelledMatrices> test;
    if (!request.testPaths.empty())
        test = readDigitLines(onlyPath(request.testPaths, "Digits"), request, context);
    auto dataset = buildMatrices(readDigitLines(onlyPath(request.paths, "Digits"), request, context),
                                 std::move(test), request);
    if (request.positive.empty())
        dataset.info.warnings.emplace_back(
            "Only the digits 4 and 9 were taken; --positive 3 would set 3 against all others.");
    return dataset;
}

} // namespace representer
