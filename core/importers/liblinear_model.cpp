#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/importers/linear_coefficients.h"

namespace representer {

namespace {

// Lines of a LIBLINEAR model file, counted.
class Lines {
public:
    Lines(std::string_view text, std::string file) : m_text(text), m_file(std::move(file)) {}

    // The next line without spaces at its end; none at the end of the text.
    std::optional<std::string_view> next()
    {
        if (m_text.empty())
            return std::nullopt;
        const std::size_t end = std::min(m_text.find('\n'), m_text.size());
        std::string_view line = m_text.substr(0, end);
        m_text.remove_prefix(std::min(end + 1, m_text.size()));
        ++m_line;
        while (!line.empty() && (line.back() == ' ' || line.back() == '\r' || line.back() == '\t'))
            line.remove_suffix(1);
        return line;
    }
    [[noreturn]] void fail(const std::string& sentence) const
    {
        throw Error(Error::Kind::BadFile, {.file = m_file, .line = m_line}, sentence);
    }

private:
    std::string_view m_text;
    std::string m_file;
    std::int64_t m_line = 0;
};

struct Solver {
    std::string_view name;
    std::optional<Loss> loss;
    bool l1;
};

// Classifiers of LIBLINEAR; those without a loss here cannot be explained as l1 models of ours.
constexpr Solver solvers[] = {{"L1R_LR", Loss::Logistic, true},
                              {"L1R_L2LOSS_SVC", Loss::SquaredHinge, true},
                              {"L2R_LR", Loss::Logistic, false},
                              {"L2R_LR_DUAL", Loss::Logistic, false},
                              {"L2R_L2LOSS_SVC", Loss::SquaredHinge, false},
                              {"L2R_L2LOSS_SVC_DUAL", Loss::SquaredHinge, false}};

double requireNumber(const Lines& lines, std::string_view text)
{
    const std::optional<double> number = parseNumber(text);
    if (!number)
        lines.fail("\"" + quotedExcerpt(text) + "\" is not a finite number; the model cannot be used.");
    return *number;
}

} // namespace

LinearCoefficients parseLiblinearModel(std::string_view text, const std::string& file)
{
    Lines lines(text, file);
    LinearCoefficients result;
    long long features = -1;
    double bias = -1;
    bool penalisedBias = true;
    while (true) {
        const std::optional<std::string_view> line = lines.next();
        if (!line)
            lines.fail("The file ends before its weights (the line \"w\"): it is cut off; copy it again.");
        if (*line == "w")
            break;
        const std::size_t space = line->find(' ');
        const std::string_view key = line->substr(0, space);
        const std::string_view value =
            space == std::string_view::npos ? std::string_view() : line->substr(space + 1);
        if (key == "solver_type") {
            const Solver* found = nullptr;
            for (const Solver& solver : solvers)
                if (solver.name == value)
                    found = &solver;
            if (!found)
                lines.fail("A model of the solver \"" + quotedExcerpt(value) +
                           "\" cannot be adopted: only logistic and squared-hinge classifiers can "
                           "(liblinear-train -s 5 or -s 6).");
            result.loss = found->loss;
            result.l1 = found->l1;
            result.source = "LIBLINEAR model (" + std::string(value) + ")";
        } else if (key == "nr_class") {
            if (parseInteger(value) != 2)
                lines.fail("The model has " + quotedExcerpt(value) +
                           " classes, but two are needed; train one class against the rest.");
        } else if (key == "label") {
            const std::size_t middle = value.find(' ');
            if (middle == std::string_view::npos)
                lines.fail("The line should name two labels.");
            result.labels = {requireNumber(lines, value.substr(0, middle)),
                             requireNumber(lines, value.substr(middle + 1))};
        } else if (key == "nr_feature") {
            const std::optional<long long> count = parseInteger(value);
            if (!count || *count < 1 || *count > 2'000'000'000)
                lines.fail("\"" + quotedExcerpt(value) + "\" is not a number of features.");
            features = *count;
        } else if (key == "bias") {
            bias = requireNumber(lines, value);
        } else if (key == "regularize_bias") {
            penalisedBias = value != "0";
        }
    }
    if (features < 0)
        lines.fail("The file does not say how many features it has (nr_feature): it is damaged.");
    std::vector<double> weights;
    const std::size_t wanted = static_cast<std::size_t>(features) + (bias >= 0 ? 1 : 0);
    while (weights.size() < wanted) {
        const std::optional<std::string_view> line = lines.next();
        if (!line)
            lines.fail("The file ends after " + std::to_string(weights.size()) + " of " +
                       std::to_string(wanted) + " weights: it is cut off; copy it again.");
        weights.push_back(requireNumber(lines, *line));
    }
    if (bias >= 0) {
        if (penalisedBias) {
            result.biasValue = bias;
            result.biasWeight = weights.back();
        } else {
            result.intercept = bias * weights.back();
        }
        weights.pop_back();
    }
    result.weights = Eigen::Map<const Vector>(weights.data(), static_cast<Eigen::Index>(weights.size()));
    return result;
}

} // namespace representer
