#include "core/importers/linear_coefficients.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/importers/byte_source.h"
#include "core/importers/delimited_reader.h"
#include "core/importers/npy.h"

#include <algorithm>
#include <cctype>

namespace representer {

namespace {

bool isIntercept(std::string_view name)
{
    std::string lower;
    for (const char c : name)
        if (std::isalpha(static_cast<unsigned char>(c)))
            lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return lower == "intercept";
}

Vector asVector(const std::vector<double>& values)
{
    return Eigen::Map<const Vector>(values.data(), static_cast<Eigen::Index>(values.size()));
}

LinearCoefficients fromArray(const NpyArray& array, const std::string& file)
{
    std::int64_t longer = 1;
    int dimensions = 0;
    for (const std::int64_t size : array.shape) {
        longer = std::max(longer, size);
        dimensions += size > 1;
    }
    if (dimensions > 1)
        throw Error(Error::Kind::BadFile, {.file = file},
                    "The array has several rows and columns, but a model of two classes has one weight per "
                    "feature; save one row of "
                    "coef_.");
    LinearCoefficients result;
    result.source = "NumPy array";
    result.weights = asVector(array.values);
    return result;
}

} // namespace

LinearCoefficients parseCoefficientTable(std::string_view text, const std::string& file)
{
    std::string delimiter = guessDelimiter(text.substr(0, 4096));
    if (delimiter.empty())
        delimiter = ",";
    DelimitedReader reader(text, file, delimiter);
    LinearCoefficients result;
    result.source = "table";
    std::vector<double> weights;
    std::vector<std::string_view> fields;
    for (bool first = true; reader.next(fields); first = false) {
        if (fields.size() > 2)
            reader.fail(2, "A table of coefficients has one column (weights) or two (feature, weight), but "
                           "this line has " +
                               std::to_string(fields.size()) + ".");
        const std::optional<double> weight = parseNumber(fields.back());
        if (!weight && first)
            continue; // the header
        if (!weight)
            reader.fail(fields.size() - 1, "\"" + quotedExcerpt(fields.back()) +
                                               "\" is not a finite number, so it cannot be a weight.");
        if (fields.size() == 2 && isIntercept(fields[0])) {
            result.intercept = *weight;
            continue;
        }
        if (fields.size() == 2)
            result.names.emplace_back(fields[0]);
        weights.push_back(*weight);
    }
    if (weights.empty())
        throw Error(Error::Kind::BadFile, {.file = file},
                    "The file holds no weights; it should have one line per feature.");
    if (!result.names.empty() && result.names.size() != weights.size())
        throw Error(Error::Kind::BadFile, {.file = file},
                    "Some lines name their feature and some do not; name all of them or none.");
    result.weights = asVector(weights);
    return result;
}

LinearCoefficients readLinearCoefficients(const std::vector<std::filesystem::path>& files)
{
    if (files.empty() || files.size() > 2)
        throw Error(Error::Kind::BadOption,
                    "Give one file with the coefficients, and optionally a second one with the intercept.");
    const auto read = [](const std::filesystem::path& path) {
        const Bytes bytes = readFile(path, {});
        const std::string_view text = bytes.view();
        if (text.starts_with("\x93NUMPY"))
            return fromArray(parseNpy(text, path.string()), path.string());
        if (text.starts_with("solver_type"))
            return parseLiblinearModel(text, path.string());
        return parseCoefficientTable(text, path.string());
    };
    LinearCoefficients result = read(files[0]);
    if (files.size() == 2) {
        LinearCoefficients second = read(files[1]);
        if (result.weights.size() == 1 && second.weights.size() > 1)
            std::swap(result, second);
        if (second.weights.size() != 1)
            throw Error(Error::Kind::BadFile, {.file = files[1].string()},
                        "The second file should hold one number, the intercept, but it holds " +
                            std::to_string(second.weights.size()) + ".");
        result.intercept = second.weights[0];
    }
    return result;
}

} // namespace representer
