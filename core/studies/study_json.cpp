#include "core/studies/study_json.h"

#include "core/studies/read_stored.h"

namespace representer {

namespace {
using Json = nlohmann::json;
}

Json planToJson(const NegativePlan& plan)
{
    Json methods = Json::array();
    for (const NegativeRanking method : plan.methods)
        methods.push_back(negativeRankingName(method));
    return {{"methods", methods}, {"percents", plan.percents}, {"seeds", plan.seeds}, {"seed", plan.seed}};
}

NegativePlan negativePlanFromJson(const Json& json)
{
    return readOrExplain("plan", [&] {
        NegativePlan plan;
        plan.methods.clear();
        for (const auto& method : json.at("methods"))
            plan.methods.push_back(negativeRankingFromName(method.get<std::string>()));
        plan.percents = json.at("percents").get<std::vector<double>>();
        plan.seeds = json.at("seeds").get<int>();
        plan.seed = json.at("seed").get<std::uint64_t>();
        return plan;
    });
}

Json rowToJson(const NegativeRow& row)
{
    return {{"seed", row.seedNumber},   {"method", negativeRankingName(row.method)},
            {"percent", row.percent},   {"removed", row.removed},
            {"found", row.found},       {"before", row.recallBefore},
            {"after", row.recallAfter}, {"seconds", row.seconds}};
}

NegativeRow negativeRowFromJson(const Json& json)
{
    return readOrExplain("row", [&] {
        NegativeRow row;
        row.seedNumber = json.at("seed").get<int>();
        row.method = negativeRankingFromName(json.at("method").get<std::string>());
        row.percent = json.at("percent").get<double>();
        row.removed = json.at("removed").get<std::int64_t>();
        row.found = json.at("found").get<double>();
        row.recallBefore = json.at("before").get<double>();
        row.recallAfter = json.at("after").get<double>();
        row.seconds = json.at("seconds").get<double>();
        return row;
    });
}

Json planToJson(const MislabelPlan& plan)
{
    return {{"methods", plan.methods}, {"share", plan.share}, {"seeds", plan.seeds}, {"seed", plan.seed}};
}

MislabelPlan mislabelPlanFromJson(const Json& json)
{
    return readOrExplain("plan", [&] {
        MislabelPlan plan;
        plan.methods = json.at("methods").get<std::vector<std::string>>();
        plan.share = json.at("share").get<double>();
        plan.seeds = json.at("seeds").get<int>();
        plan.seed = json.at("seed").get<std::uint64_t>();
        return plan;
    });
}

Json rowToJson(const MislabelRow& row)
{
    return {{"seed", row.seedNumber},   {"method", row.method},
            {"planted", row.planted},   {"inspected", row.curve.inspected},
            {"found", row.curve.found}, {"area", row.curve.area},
            {"seconds", row.seconds}};
}

MislabelRow mislabelRowFromJson(const Json& json)
{
    return readOrExplain("row", [&] {
        MislabelRow row{json.at("seed").get<int>(), json.at("method").get<std::string>(),
                        json.at("planted").get<std::int64_t>()};
        row.curve.inspected = json.at("inspected").get<std::vector<double>>();
        row.curve.found = json.at("found").get<std::vector<double>>();
        row.curve.area = json.at("area").get<double>();
        row.seconds = json.at("seconds").get<double>();
        return row;
    });
}

} // namespace representer
