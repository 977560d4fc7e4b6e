#include "core/operations/study_output.h"

#include "core/base/number_text.h"

namespace representer {

namespace {

nlohmann::ordered_json optionalJson(const std::optional<double>& value, double factor)
{
    return value ? nlohmann::ordered_json(*value * factor) : nlohmann::ordered_json(nullptr);
}

Table::Cell optionalCell(const std::optional<double>& value, double factor)
{
    return value ? Table::Cell(*value * factor) : Table::Cell();
}

std::string unitOf(const StudyResult& study)
{
    return study.userUnits == 1 ? study.unit : "stars";
}

std::string winnerSentence(const StudyResult& study)
{
    const auto part = [](const char* sign, const std::optional<std::string>& winner) {
        return std::string("DEL") + sign + ": " +
               (winner ? *winner + " is best, significantly against each other method" : "no significant winner");
    };
    return part("+", study.summary.winnerPositive) + "; " + part("-", study.summary.winnerNegative) + ".";
}

} // namespace

nlohmann::ordered_json studyJson(const StudyResult& study)
{
    const double units = study.userUnits;
    nlohmann::ordered_json json{{"study", study.study}, {"model", study.model}, {"state", study.state},
                                {"unit", unitOf(study)}, {"joint", study.plan.joint}};
    json["rows"] = nlohmann::ordered_json::array();
    for (const DeletionMean& row : study.summary.rows)
        json["rows"].push_back({{"method", row.method}, {"sign", signName(row.sign)}, {"k", row.k.text()},
                                {"mean", row.change.mean * units}, {"ci95", optionalJson(row.change.ci95, units)},
                                {"n", row.change.n}, {"unavailable", row.unavailable}});
    json["auc"] = nlohmann::ordered_json::array();
    for (const DeletionArea& area : study.summary.areas)
        json["auc"].push_back({{"method", area.method}, {"sign", signName(area.sign)}, {"mean", area.area.mean * units},
                               {"ci95", optionalJson(area.area.ci95, units)}, {"n", area.area.n}});
    json["comparisons"] = nlohmann::ordered_json::array();
    for (const MethodComparison& pair : study.summary.comparisons)
        json["comparisons"].push_back({{"first", pair.first}, {"second", pair.second}, {"sign", signName(pair.sign)},
                                       {"difference", pair.test.difference.mean * units}, {"p", pair.test.p}});
    json["predictions"] = nlohmann::ordered_json::array();
    for (const PredictionQuality& quality : study.summary.predictions)
        json["predictions"].push_back({{"method", quality.method}, {"slope", optionalJson(quality.slope, 1)},
                                       {"rank_correlation", optionalJson(quality.rankCorrelation, 1)}});
    json["retrainings"] = study.summary.retrainings;
    json["seconds"] = study.seconds;
    json["seconds_per_retraining"] = study.summary.secondsPerRetraining;
    return json;
}

std::vector<Table> studyTables(const StudyResult& study)
{
    const double units = study.userUnits;
    Table curves{"Study " + std::to_string(study.study) + " of " + study.model + " (" + study.state +
                     "): change of the score after removing k samples, in " + unitOf(study),
                 {{"method", "Method"}, {"sign", "Sign"}, {"k", "k"}, {"mean", "Mean"}, {"ci95", "95 % ±"}, {"n", "n"},
                  {"unavailable", "Unavailable"}}, {}, {}};
    for (const DeletionMean& row : study.summary.rows)
        curves.rows.push_back({row.method, std::string(signName(row.sign)), row.k.text(),
                               row.change.n > 0 ? Table::Cell(row.change.mean * units) : Table::Cell(),
                               optionalCell(row.change.ci95, units), static_cast<std::int64_t>(row.change.n),
                               static_cast<std::int64_t>(row.unavailable)});
    Table areas{"AUC-DEL: mean over k; smaller is better for +, larger for -",
                {{"method", "Method"}, {"sign", "Sign"}, {"mean", "Mean"}, {"ci95", "95 % ±"}, {"n", "n"}}, {}, {}};
    for (const DeletionArea& area : study.summary.areas)
        areas.rows.push_back({area.method, std::string(signName(area.sign)), area.area.mean * units,
                              optionalCell(area.area.ci95, units), static_cast<std::int64_t>(area.area.n)});
    areas.manifest = {{"result", winnerSentence(study)},
                      {"retrainings", std::to_string(study.summary.retrainings) + ", " +
                                          shortText(study.summary.secondsPerRetraining) + " s each"}};
    for (const PredictionQuality& quality : study.summary.predictions)
        if (quality.rankCorrelation)
            areas.manifest.emplace_back("predicted against actual, " + quality.method,
                                        "rank correlation " + shortText(*quality.rankCorrelation) +
                                            (quality.slope ? ", slope " + shortText(*quality.slope) : ""));
    if (study.plan.joint)
        areas.manifest.emplace_back("joint", "the points of a trial share one removal: cheaper, and weaker for each point");
    return {std::move(curves), std::move(areas)};
}

} // namespace representer
