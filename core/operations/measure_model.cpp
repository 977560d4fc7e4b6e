#include "core/operations/measure_model.h"

#include "core/trainers/classification_metrics.h"
#include "core/trainers/rating_metrics.h"

#include <algorithm>

namespace representer {

namespace {

nlohmann::json metricsJson(const ClassificationMetrics& m)
{
    nlohmann::json json{{"samples", m.samples},
                        {"accuracy", m.accuracy},
                        {"true_positives", m.truePositives},
                        {"false_positives", m.falsePositives},
                        {"true_negatives", m.trueNegatives},
                        {"false_negatives", m.falseNegatives}};
    if (m.auc)
        json["auc"] = *m.auc;
    if (m.logLoss)
        json["logloss"] = *m.logLoss;
    return json;
}

nlohmann::json ratingMetricsJson(const ScoringFactors& factors, const RatingData& data, Part part, const TaskContext& context)
{
    const RatingErrors errors = ratingErrors(factors, data.part(part), data.scale);
    nlohmann::json json{{"samples", errors.count},
                        {"mae", errors.maeUser},
                        {"rmse", errors.rmseUser},
                        {"mae_normalised", errors.mae},
                        {"rmse_normalised", errors.rmse}};
    if (part == Part::Test) {
        const RankingMetrics ranking = rankingMetrics(factors, data, part, 20, context);
        json["recall@20"] = ranking.recall;
        json["ndcg@20"] = ranking.ndcg;
        json["popularity@20"] = ranking.popularity;
    }
    return json;
}

// The ten words that speak most for label 1, strongest first, then the ten that speak most against it.
nlohmann::json largestWeights(const Vector& theta, const DocumentData& data)
{
    constexpr std::size_t most = 10;
    auto list = nlohmann::json::array();
    for (const double sign : {1.0, -1.0}) {
        std::vector<Eigen::Index> words;
        for (Eigen::Index j = 0; j < theta.size(); ++j)
            if (sign * theta[j] > 0)
                words.push_back(j);
        const std::size_t shown = std::min(most, words.size());
        std::ranges::partial_sort(words, words.begin() + static_cast<std::ptrdiff_t>(shown),
                                  [&](Eigen::Index a, Eigen::Index b) {
                                      const double wa = sign * theta[a], wb = sign * theta[b];
                                      return wa != wb ? wa > wb : a < b;
                                  });
        for (std::size_t k = 0; k < shown; ++k)
            list.push_back({{"word", data.featureName(words[k])}, {"weight", theta[words[k]]}});
    }
    return list;
}

Vector traceScores(const TraceModel& model, const MatrixPart& part)
{
    // <Theta, X> for every row at once: rows are row-major matrices, so Theta is flattened row by row too.
    const RowMatrix theta = model.theta;
    return part.values * Eigen::Map<const Vector>(theta.data(), theta.size());
}

} // namespace

nlohmann::json measureModel(const Dataset& dataset, const ModelContent& model, const TaskContext& context)
{
    nlohmann::json metrics = nlohmann::json::object();
    for (const Part part : {Part::Train, Part::Validation, Part::Test}) {
        context.throwIfStopped();
        const std::string name(partName(part));
        if (const auto* linear = std::get_if<SparseLinearModel>(&model)) {
            const DocumentPart& rows = std::get<DocumentData>(dataset.content).part(part);
            if (rows.size() > 0)
                metrics[name] = metricsJson(classificationMetrics(linear->loss, linear->scores(rows.x), rows.labels));
        } else if (const auto* trace = std::get_if<TraceModel>(&model)) {
            const MatrixPart& rows = std::get<MatrixData>(dataset.content).part(part);
            if (rows.size() > 0)
                metrics[name] = metricsJson(classificationMetrics(trace->loss, traceScores(*trace, rows), rows.labels));
        } else {
            const auto& data = std::get<RatingData>(dataset.content);
            if (data.part(part).size() > 0)
                metrics[name] = ratingMetricsJson(scoringFactors(model), data, part, context);
        }
    }
    if (const auto* linear = std::get_if<SparseLinearModel>(&model))
        metrics["model"] = {{"support", (linear->theta.array() != 0).count()},
                            {"largest_weights",
                             largestWeights(linear->theta, std::get<DocumentData>(dataset.content))}};
    else if (const auto* factors = std::get_if<FactorModel>(&model)) {
        metrics["model"] = {{"rank", factors->users.cols()}};
        // What was used, given or chosen.
        const auto n = static_cast<double>(std::get<RatingData>(dataset.content).train.size());
        if (factors->origin == FactorModel::Origin::NuclearNorm)
            metrics["model"]["lambda"] = factors->penalty / n;
        else if (factors->origin == FactorModel::Origin::PenalisedMf)
            metrics["model"]["mu"] = factors->penalty;
    }
    return metrics;
}

} // namespace representer
