#include "core/operations/study_output.h"

#include "core/base/number_text.h"

namespace representer {

namespace {

nlohmann::ordered_json headJson(const StudyHead& study, std::string_view kind)
{
    return {{"study", study.study}, {"kind", kind}, {"model", study.model}, {"state", study.state}};
}

std::string captionOf(const StudyHead& study, const std::string& what)
{
    return "Study " + std::to_string(study.study) + " of " + study.model + " (" + study.state + "): " + what;
}

std::string percentText(double percent)
{
    return DeletionSize{percent, true}.text();
}

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

nlohmann::ordered_json jsonOf(const StudyResult& study)
{
    const double units = study.userUnits;
    nlohmann::ordered_json json = headJson(study, "deletion");
    json["unit"] = unitOf(study);
    json["joint"] = study.plan.joint;
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

std::vector<Table> tablesOf(const StudyResult& study)
{
    const double units = study.userUnits;
    Table curves{captionOf(study, "change of the score after removing k samples, in " + unitOf(study)),
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

nlohmann::ordered_json jsonOf(const NegativeResult& study)
{
    nlohmann::ordered_json json = headJson(study, "negatives");
    json["unit"] = "recall@20";
    json["rows"] = nlohmann::ordered_json::array();
    for (const NegativeMean& row : study.summary.rows)
        json["rows"].push_back({{"method", negativeRankingName(row.method)}, {"sign", signName(Sign::Negative)},
                                {"k", percentText(row.percent)}, {"mean", row.recallChange.mean},
                                {"ci95", optionalJson(row.recallChange.ci95, 1)}, {"n", row.found.n},
                                {"found", row.found.mean}, {"found_ci95", optionalJson(row.found.ci95, 1)}});
    json["auc"] = nlohmann::ordered_json::array();
    for (const NegativeArea& area : study.summary.areas)
        json["auc"].push_back({{"method", negativeRankingName(area.method)}, {"sign", signName(Sign::Negative)},
                               {"mean", area.recallChange.mean}, {"ci95", optionalJson(area.recallChange.ci95, 1)},
                               {"n", area.found.n}, {"found", area.found.mean},
                               {"found_ci95", optionalJson(area.found.ci95, 1)}});
    json["retrainings"] = study.rows.size();
    json["seconds"] = study.seconds;
    json["seconds_per_retraining"] = study.summary.secondsPerRetraining;
    return json;
}

std::vector<Table> tablesOf(const NegativeResult& study)
{
    const std::vector<Table::Column> measures{{"found", "Held-out positives found"}, {"found_ci95", "95 % ±"},
                                              {"recall_change", "Change of recall@20"}, {"recall_ci95", "95 % ±"},
                                              {"n", "n"}};
    Table curves{captionOf(study, "without the most suspect unobserved pairs"), {{"method", "Method"}, {"percent", "Removed %"}}, {}, {}};
    Table areas{"Means over the percentages removed", {{"method", "Method"}}, {}, {}};
    for (const Table::Column& column : measures) {
        curves.columns.push_back(column);
        areas.columns.push_back(column);
    }
    for (const NegativeMean& row : study.summary.rows)
        curves.rows.push_back({std::string(negativeRankingName(row.method)), row.percent, row.found.mean,
                               optionalCell(row.found.ci95, 1), row.recallChange.mean,
                               optionalCell(row.recallChange.ci95, 1), static_cast<std::int64_t>(row.found.n)});
    for (const NegativeArea& area : study.summary.areas)
        areas.rows.push_back({std::string(negativeRankingName(area.method)), area.found.mean,
                              optionalCell(area.found.ci95, 1), area.recallChange.mean,
                              optionalCell(area.recallChange.ci95, 1), static_cast<std::int64_t>(area.found.n)});
    areas.manifest = {{"retrainings", std::to_string(study.rows.size()) + ", " +
                                          shortText(study.summary.secondsPerRetraining) + " s each"}};
    return {std::move(curves), std::move(areas)};
}

nlohmann::ordered_json jsonOf(const MislabelResult& study)
{
    nlohmann::ordered_json json = headJson(study, "mislabel");
    json["unit"] = "share found";
    json["share"] = study.plan.share;
    json["planted"] = study.rows.empty() ? 0 : study.rows.front().planted;
    json["rows"] = nlohmann::ordered_json::array();
    for (const MislabelMean& row : study.summary.rows)
        json["rows"].push_back({{"method", row.method}, {"sign", signName(Sign::Positive)},
                                {"k", percentText(100 * row.inspected)}, {"mean", row.found.mean},
                                {"ci95", optionalJson(row.found.ci95, 1)}, {"n", row.found.n}});
    json["auc"] = nlohmann::ordered_json::array();
    for (const MislabelArea& area : study.summary.areas)
        json["auc"].push_back({{"method", area.method}, {"sign", signName(Sign::Positive)}, {"mean", area.area.mean},
                               {"ci95", optionalJson(area.area.ci95, 1)}, {"n", area.area.n}});
    json["curves"] = nlohmann::ordered_json::array();
    for (const MislabelRow& row : study.rows)
        json["curves"].push_back({{"method", row.method}, {"seed", row.seedNumber}, {"area", row.curve.area},
                                  {"inspected", row.curve.inspected}, {"found", row.curve.found}});
    json["retrainings"] = study.plan.seeds;
    json["seconds"] = study.seconds;
    json["seconds_per_retraining"] = study.summary.secondsPerRetraining;
    return json;
}

std::vector<Table> tablesOf(const MislabelResult& study)
{
    Table curves{captionOf(study, "share of the planted mistakes found in the first part of each list"),
                 {{"method", "Method"}, {"inspected", "Inspected %"}, {"mean", "Found"}, {"ci95", "95 % ±"}, {"n", "n"}}, {}, {}};
    for (const MislabelMean& row : study.summary.rows)
        curves.rows.push_back({row.method, 100 * row.inspected, row.found.mean, optionalCell(row.found.ci95, 1),
                               static_cast<std::int64_t>(row.found.n)});
    Table areas{"Area under found against inspected: 1 is best, 0.5 is chance",
                {{"method", "Method"}, {"mean", "Area"}, {"ci95", "95 % ±"}, {"n", "n"}}, {}, {}};
    for (const MislabelArea& area : study.summary.areas)
        areas.rows.push_back({area.method, area.area.mean, optionalCell(area.area.ci95, 1),
                              static_cast<std::int64_t>(area.area.n)});
    if (!study.rows.empty())
        areas.manifest = {{"planted", std::to_string(study.rows.front().planted) + " wrong labels, " +
                                          shortText(100 * study.plan.share) + " %"}};
    return {std::move(curves), std::move(areas)};
}

using Describe = std::function<std::string(const TestPoint&)>;

Table rowsOf(const StudyResult& study, const Describe& describe)
{
    Table table{captionOf(study, "every retraining, changes in " + unitOf(study)),
                {{"point", "Test point"}, {"method", "Method"}, {"sign", "Sign"}, {"k", "k"}, {"removed", "Removed"},
                 {"change", "Change"}, {"predicted", "Predicted"}, {"seconds", "Seconds"}, {"note", "Note"}}, {}, {}};
    const auto units = study.plan.units();
    for (const DeletionRow& row : study.rows) {
        const std::vector<TestPoint>& points = units[row.unit];
        for (std::size_t p = 0; p < points.size(); ++p) {
            std::vector<Table::Cell> cells{describe(points[p]), row.method, std::string(signName(row.sign)), row.size.text()};
            if (row.available()) {
                cells.insert(cells.end(), {row.removed, (row.after[p] - row.before[p]) * study.userUnits,
                                           row.predicted.empty() ? Table::Cell() : Table::Cell(row.predicted[p] * study.userUnits),
                                           row.seconds, Table::Cell()});
            } else {
                cells.resize(table.columns.size() - 1);
                cells.emplace_back(row.unavailable);
            }
            table.rows.push_back(std::move(cells));
        }
    }
    return table;
}

Table rowsOf(const NegativeResult& study, const Describe&)
{
    Table table{captionOf(study, "every retraining"),
                {{"seed", "Start"}, {"method", "Method"}, {"percent", "Removed %"}, {"removed", "Removed"},
                 {"found", "Held-out positives found"}, {"recall_before", "recall@20 before"},
                 {"recall_after", "recall@20 after"}, {"seconds", "Seconds"}}, {}, {}};
    for (const NegativeRow& row : study.rows)
        table.rows.push_back({std::int64_t{row.seedNumber}, std::string(negativeRankingName(row.method)), row.percent,
                              row.removed, row.found, row.recallBefore, row.recallAfter, row.seconds});
    return table;
}

Table rowsOf(const MislabelResult& study, const Describe&)
{
    Table table{captionOf(study, "every ranking"),
                {{"seed", "Mistakes"}, {"method", "Method"}, {"planted", "Planted"}, {"found10", "Found in 10 %"},
                 {"area", "Area"}, {"seconds", "Seconds"}}, {}, {}};
    for (const MislabelRow& row : study.rows)
        table.rows.push_back({std::int64_t{row.seedNumber}, row.method, row.planted, row.curve.foundAt(0.1),
                              row.curve.area, row.seconds});
    return table;
}

} // namespace

nlohmann::ordered_json studyJson(const AnyStudy& study)
{
    return std::visit([](const auto& one) { return jsonOf(one); }, study);
}

std::vector<Table> studyTables(const AnyStudy& study)
{
    return std::visit([](const auto& one) { return tablesOf(one); }, study);
}

Table studyRows(const AnyStudy& study, const std::function<std::string(const TestPoint&)>& describe)
{
    return std::visit([&](const auto& one) { return rowsOf(one, describe); }, study);
}

Table suspectTable(const std::string& model, NegativeRanking ranking, const std::vector<SuspectedNegative>& suspects)
{
    Table table{"Suspected false negatives of " + model + ", by " + std::string(negativeRankingName(ranking)),
                {{"rank", "Rank"}, {"user", "User"}, {"item", "Item"}, {"title", "Title"}, {"value", "Suspicion"},
                 {"prediction", "Prediction"}, {"held_out", "Held out"}}, {}, {}};
    for (const SuspectedNegative& s : suspects)
        table.rows.push_back({std::int64_t{s.rank}, s.user, s.item, s.title, s.pair.score, s.prediction,
                              std::string(s.heldOut ? "yes" : "")});
    return table;
}

nlohmann::ordered_json suspectJson(const std::vector<SuspectedNegative>& suspects)
{
    auto list = nlohmann::ordered_json::array();
    for (const SuspectedNegative& s : suspects)
        list.push_back({{"rank", s.rank}, {"user", s.user}, {"item", s.item}, {"title", s.title},
                        {"value", s.pair.score}, {"prediction", s.prediction}, {"held_out", s.heldOut}});
    return list;
}

} // namespace representer
