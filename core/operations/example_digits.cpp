#include "core/operations/example_digits.h"

#include "core/data/split.h"

#include <charconv>
#include <string>

namespace representer {

namespace {

constexpr Eigen::Index kSide = 8;
constexpr double kDarkest = 16;

// One line: 64 grey values and the digit.
void appendDigit(std::string_view line, std::vector<double>& values, std::vector<std::uint8_t>& labels)
{
    const char* at = line.data();
    const char* end = at + line.size();
    for (int i = 0; i <= kSide * kSide; ++i) {
        int number = 0;
        at = std::from_chars(at, end, number).ptr + 1;
        if (i < kSide * kSide)
            values.push_back(number / kDarkest);
        else
            labels.push_back(number == 9 ? 1 : 0);
    }
}

} // namespace

Dataset makeExampleDigits(std::uint64_t seed)
{
    std::vector<double> values;
    MatrixData data;
    data.rows = kSide;
    data.columns = kSide;
    data.labelNames = {"4", "9"};
    std::string_view rest = exampleDigitsCsv();
    while (!rest.empty()) {
        const std::size_t length = std::min(rest.find('\n'), rest.size());
        if (length > 0) {
            appendDigit(rest.substr(0, length), values, data.train.labels);
            data.train.ids.push_back("digit-" + std::to_string(data.train.labels.size()));
        }
        rest.remove_prefix(std::min(length + 1, rest.size()));
    }
    data.train.values =
        Eigen::Map<const RowMatrix>(values.data(), std::ssize(data.train.labels), kSide * kSide);
    data.test = takeRows(data.train, stratifiedDraw(data.train.labels, 0.3, seed));

    Dataset dataset;
    dataset.content = std::move(data);
    countContent(dataset.info, dataset.content);
    dataset.info.name = "digits-4-9";
    dataset.info.source =
        "real data: UCI optical recognition of handwritten digits (Alpaydin and Kaynak), CC BY 4.0";
    dataset.info.format = "digits";
    dataset.info.splitRule = "three tenths of each digit for test, drawn with seed " + std::to_string(seed);
    dataset.info.seed = seed;
    dataset.info.fingerprint = contentFingerprint(dataset.content);
    return dataset;
}

} // namespace representer
