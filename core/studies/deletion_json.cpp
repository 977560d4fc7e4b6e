#include "core/studies/deletion_json.h"

#include "core/studies/read_stored.h"

namespace representer {

namespace {

using Json = nlohmann::json;

Sign signFromName(const std::string& name)
{
    return name == "+" ? Sign::Positive : Sign::Negative;
}

} // namespace

Json pointToJson(const TestPoint& point)
{
    if (const auto* row = std::get_if<DatasetRow>(&point))
        return {{"part", partName(row->part)}, {"sample", row->index}};
    if (const auto* pair = std::get_if<UserItem>(&point))
        return {{"user", pair->user.value}, {"item", pair->item.value}};
    const auto& free = std::get<FreeRow>(point);
    return {{"text", free.text}, {"columns", free.row.columns}, {"values", free.row.values}};
}

TestPoint pointFromJson(const Json& json)
{
    if (json.contains("sample")) {
        const std::string part = json.at("part");
        return DatasetRow{part == "train"        ? Part::Train
                          : part == "validation" ? Part::Validation
                                                 : Part::Test,
                          json.at("sample").get<std::int32_t>()};
    }
    if (json.contains("user"))
        return UserItem{{json.at("user").get<std::int32_t>()}, {json.at("item").get<std::int32_t>()}};
    return FreeRow{
        {json.at("columns").get<std::vector<std::int32_t>>(), json.at("values").get<std::vector<double>>()},
        json.at("text").get<std::string>()};
}

Json planToJson(const DeletionPlan& plan)
{
    Json json{{"methods", plan.methods}, {"joint", plan.joint}, {"seed", plan.seed}};
    for (const auto& size : plan.sizes)
        json["k"].push_back(size.text());
    for (const Sign sign : plan.signs)
        json["signs"].push_back(signName(sign));
    for (const auto& trial : plan.trials) {
        Json points = Json::array();
        for (const auto& point : trial)
            points.push_back(pointToJson(point));
        json["trials"].push_back(std::move(points));
    }
    return json;
}

DeletionPlan planFromJson(const Json& json)
{
    return readOrExplain("plan", [&] {
        DeletionPlan plan;
        plan.methods = json.at("methods").get<std::vector<std::string>>();
        plan.joint = json.at("joint").get<bool>();
        plan.seed = json.at("seed").get<std::uint64_t>();
        for (const auto& size : json.at("k"))
            plan.sizes.push_back(parseDeletionSize(size.get<std::string>()));
        plan.signs.clear();
        for (const auto& sign : json.at("signs"))
            plan.signs.push_back(signFromName(sign.get<std::string>()));
        for (const auto& points : json.at("trials")) {
            auto& trial = plan.trials.emplace_back();
            for (const auto& point : points)
                trial.push_back(pointFromJson(point));
        }
        return plan;
    });
}

Json rowToJson(const DeletionRow& row)
{
    Json json{
        {"unit", row.unit}, {"method", row.method}, {"sign", signName(row.sign)}, {"k", row.size.text()}};
    if (!row.available()) {
        json["unavailable"] = row.unavailable;
        return json;
    }
    json["removed"] = row.removed;
    json["before"] = row.before;
    json["after"] = row.after;
    json["predicted"] = row.predicted;
    json["seconds"] = row.seconds;
    return json;
}

DeletionRow rowFromJson(const Json& json)
{
    return readOrExplain("row", [&] {
        DeletionRow row{.unit = json.at("unit").get<std::size_t>(),
                        .method = json.at("method").get<std::string>(),
                        .sign = signFromName(json.at("sign").get<std::string>()),
                        .size = parseDeletionSize(json.at("k").get<std::string>())};
        if (json.contains("unavailable")) {
            row.unavailable = json.at("unavailable").get<std::string>();
            return row;
        }
        row.removed = json.at("removed").get<std::int64_t>();
        row.before = json.at("before").get<std::vector<double>>();
        row.after = json.at("after").get<std::vector<double>>();
        row.predicted = json.at("predicted").get<std::vector<double>>();
        row.seconds = json.at("seconds").get<double>();
        return row;
    });
}

} // namespace representer
