#include "core/data/dataset_summary.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace representer {

namespace {

constexpr std::size_t mostValues = 40;

// Sorts the counts, keeps those that occur, and fills the long tail with ranks spaced evenly on a logarithmic
// axis.
void describeTail(DatasetSummary& summary, std::vector<std::int64_t> counts)
{
    std::erase(counts, 0);
    std::sort(counts.begin(), counts.end(), std::greater<>());
    std::int64_t total = 0, top = 0;
    const std::size_t tenth = (counts.size() + 9) / 10;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        total += counts[i];
        top += i < tenth ? counts[i] : 0;
    }
    summary.shareOfTopTenth = total > 0 ? static_cast<double>(top) / static_cast<double>(total) : 0;
    for (std::size_t rank = 1; rank <= counts.size(); rank += 1 + rank / 100)
        summary.longTail.emplace_back(static_cast<double>(rank), counts[rank - 1]);
}

DatasetSummary summariseRatings(const RatingData& data)
{
    DatasetSummary summary;
    std::map<float, std::int64_t> values;
    std::vector<std::int64_t> items(data.items.size(), 0);
    for (std::size_t i = 0; i < data.train.size(); ++i) {
        ++values[data.train.values[i]];
        ++items[static_cast<std::size_t>(data.train.items[i])];
    }
    if (values.size() <= mostValues) {
        for (const auto& [value, count] : values) {
            // Halves and stars came through float training units: rounding gives the user's own number back.
            const double rating = data.scale.toUser(value);
            summary.ratings.emplace_back(std::round(rating * 1e4) / 1e4, count);
        }
    } else {
        const double low = values.begin()->first, high = values.rbegin()->first;
        const double width = (high - low) / mostValues;
        std::vector<std::int64_t> bins(mostValues, 0);
        for (const auto& [value, count] : values)
            bins[std::min(mostValues - 1, static_cast<std::size_t>((value - low) / width))] += count;
        for (std::size_t b = 0; b < bins.size(); ++b)
            summary.ratings.emplace_back(data.scale.toUser(low + width * (static_cast<double>(b) + 0.5)),
                                         bins[b]);
    }
    summary.meanPerRow = data.users.size() > 0
                             ? static_cast<double>(data.train.size()) / static_cast<double>(data.users.size())
                             : 0;
    describeTail(summary, std::move(items));
    return summary;
}

template<class PartData>
void countLabels(DatasetSummary& summary, const PartData& part)
{
    for (const std::uint8_t label : part.labels)
        ++summary.labels[label & 1U];
}

DatasetSummary summariseDocuments(const DocumentData& data)
{
    DatasetSummary summary;
    countLabels(summary, data.train);
    std::vector<std::int64_t> frequency(static_cast<std::size_t>(data.train.x.cols()), 0);
    const auto nonzeros = data.train.x.nonZeros();
    for (Eigen::Index i = 0; i < nonzeros; ++i)
        ++frequency[static_cast<std::size_t>(data.train.x.innerIndexPtr()[i])];
    summary.meanPerRow =
        data.train.size() > 0 ? static_cast<double>(nonzeros) / static_cast<double>(data.train.size()) : 0;
    describeTail(summary, std::move(frequency));
    return summary;
}

} // namespace

DatasetSummary summarise(const Dataset& dataset)
{
    if (const auto* ratings = std::get_if<RatingData>(&dataset.content))
        return summariseRatings(*ratings);
    if (const auto* documents = std::get_if<DocumentData>(&dataset.content))
        return summariseDocuments(*documents);
    DatasetSummary summary;
    countLabels(summary, std::get<MatrixData>(dataset.content).train);
    return summary;
}

} // namespace representer
