#include "core/trainers/classification_metrics.h"

#include <algorithm>
#include <numeric>

namespace representer {

namespace {

// Share of (positive, negative) pairs in the right order, from average ranks (Mann-Whitney).
std::optional<double> areaUnderCurve(const Vector& scores, const std::vector<std::uint8_t>& labels)
{
    std::vector<Eigen::Index> order(labels.size());
    std::iota(order.begin(), order.end(), Eigen::Index{0});
    std::sort(order.begin(), order.end(),
              [&](Eigen::Index a, Eigen::Index b) { return scores[a] < scores[b]; });
    double rankSum = 0, positives = 0;
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin;
        while (end < order.size() && scores[order[end]] == scores[order[begin]])
            ++end;
        const double rank = static_cast<double>(begin + end + 1) / 2;
        for (std::size_t k = begin; k < end; ++k)
            if (labels[static_cast<std::size_t>(order[k])] == 1) {
                rankSum += rank;
                positives += 1;
            }
        begin = end;
    }
    const double negatives = static_cast<double>(labels.size()) - positives;
    if (positives == 0 || negatives == 0)
        return std::nullopt;
    return (rankSum - positives * (positives + 1) / 2) / (positives * negatives);
}

} // namespace

ClassificationMetrics classificationMetrics(Loss loss, const Vector& scores,
                                            const std::vector<std::uint8_t>& labels)
{
    ClassificationMetrics metrics;
    metrics.samples = static_cast<std::int64_t>(labels.size());
    if (labels.empty())
        return metrics;
    const double threshold = loss == Loss::Squared ? 0.5 : 0.0;
    double logLoss = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const double f = scores[static_cast<Eigen::Index>(i)];
        const bool predicted = f > threshold;
        if (labels[i] == 1)
            ++(predicted ? metrics.truePositives : metrics.falseNegatives);
        else
            ++(predicted ? metrics.falsePositives : metrics.trueNegatives);
        logLoss += lossValue(Loss::Logistic, f, labels[i]);
    }
    const auto n = static_cast<double>(labels.size());
    metrics.accuracy = static_cast<double>(metrics.truePositives + metrics.trueNegatives) / n;
    metrics.auc = areaUnderCurve(scores, labels);
    if (loss == Loss::Logistic)
        metrics.logLoss = logLoss / n;
    return metrics;
}

} // namespace representer
