#include "core/importers/document_split.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/data/split.h"

#include <algorithm>
#include <cmath>

namespace representer {

std::vector<bool> drawTestRows(const std::vector<std::uint8_t>& labels, const ImportRequest& request,
                               DatasetInfo& info)
{
    const double fraction = request.testFraction.value_or(DefaultTestFraction);
    if (!(fraction >= 0 && fraction < 1))
        throw Error(Error::Kind::BadOption, "--test-fraction " + shortText(fraction) +
                                                " is not a share; give a number from 0 up to, but not, 1.");
    info.splitRule =
        shortText(100 * fraction) + " % of each class drawn for test, seed " + std::to_string(request.seed);
    if (!request.testFraction)
        info.warnings.push_back("No test rows were given: " + info.splitRule +
                                ". Give --test FILE or --test-fraction X for another split.");
    return stratifiedDraw(labels, fraction, request.seed);
}

void refuseRatingOptions(const ImportRequest& request)
{
    const char* option = request.holdoutPerUser > 0    ? "--holdout-per-user"
                         : request.minInteractions > 0 ? "--min-interactions"
                         : request.binarize            ? "--binarize"
                         : request.titles              ? "--titles"
                                                       : nullptr;
    if (option)
        throw Error(Error::Kind::BadOption,
                    std::string(option) + " is for ratings, and " + request.paths.front().string() +
                        " holds labelled rows; leave it out (--test-fraction splits labelled rows).");
}

namespace {

std::vector<double> largestMagnitudes(const SparseRows& x)
{
    std::vector<double> largest(static_cast<std::size_t>(x.cols()), 0.0);
    for (Eigen::Index k = 0; k < x.nonZeros(); ++k) {
        auto& current = largest[static_cast<std::size_t>(x.innerIndexPtr()[k])];
        current = std::max(current, std::abs(x.valuePtr()[k]));
    }
    return largest;
}

} // namespace

void scaleFeatures(DocumentData& data)
{
    const auto largest = largestMagnitudes(data.train.x);
    for (auto* part : {&data.train, &data.validation, &data.test})
        for (Eigen::Index k = 0; k < part->x.nonZeros(); ++k)
            if (const double by = largest[static_cast<std::size_t>(part->x.innerIndexPtr()[k])]; by > 0)
                part->x.valuePtr()[k] /= by;
}

void scaleFeatures(MatrixData& data)
{
    if (data.train.values.rows() == 0)
        return;
    const Eigen::RowVectorXd largest = data.train.values.cwiseAbs().colwise().maxCoeff();
    for (auto* part : {&data.train, &data.validation, &data.test})
        for (Eigen::Index column = 0; column < largest.size(); ++column)
            if (largest[column] > 0)
                part->values.col(column) /= largest[column];
}

std::vector<std::string> featureLint(const DocumentData& data)
{
    std::vector<std::string> notes;
    const auto largest = largestMagnitudes(data.train.x);
    double low = 0, high = 0;
    std::size_t silent = 0;
    for (const double magnitude : largest) {
        if (magnitude == 0) {
            ++silent;
        } else {
            low = low == 0 ? magnitude : std::min(low, magnitude);
            high = std::max(high, magnitude);
        }
    }
    if (low > 0 && std::log10(high / low) >= 3)
        notes.push_back("Features span " + shortText(std::floor(std::log10(high / low))) +
                        " orders of magnitude (largest values from " + shortText(low, 3) + " to " +
                        shortText(high, 3) + "): consider --scale.");
    else if (high >= 1000)
        notes.push_back("Features reach " + shortText(high, 3) +
                        ": consider --scale, a penalty treats all alike.");
    if (silent > 0 && silent < largest.size())
        notes.push_back(std::to_string(silent) + " of " + std::to_string(largest.size()) +
                        " features occur in no training row.");
    const auto positives = std::count(data.train.labels.begin(), data.train.labels.end(), 1);
    const double share =
        static_cast<double>(positives) / static_cast<double>(std::max<std::size_t>(data.train.size(), 1));
    if (data.train.size() > 0 && (share < 0.1 || share > 0.9))
        notes.push_back("The classes are uneven: " + shortText(100 * share, 3) +
                        " % of the training rows are " + data.labelNames[1] +
                        "; accuracy alone says little, look at AUC.");
    return notes;
}

} // namespace representer
