#include "core/store/model_arrays.h"

#include "core/base/error.h"

#include <cmath>
#include <limits>

namespace representer {

using nlohmann::json;

namespace {

Loss lossOf(const json& detail)
{
    const auto loss = lossFromName(detail.at("loss").get<std::string>());
    if (!loss)
        throw Error(Error::Kind::Storage,
                    "The model uses a loss this program does not know: " + detail.at("loss").dump() +
                        ". It was probably written by a newer version.");
    return *loss;
}

std::string checkpointName(std::size_t index, std::string_view what)
{
    return "checkpoint/" + std::to_string(index) + "/" + std::string(what);
}

json writeOffsets(const ArrayBundle& arrays, const RatingOffsets& offsets, const TaskContext& context)
{
    arrays.writeVector("offsets/users", offsets.users, context);
    arrays.writeVector("offsets/items", offsets.items, context);
    return numberToJson(offsets.mean);
}

RatingOffsets readOffsets(const ArrayBundle& arrays, const json& mean, const TaskContext& context)
{
    return {numberFromJson(mean), arrays.readVector("offsets/users", context),
            arrays.readVector("offsets/items", context)};
}

json writeLinear(const ArrayBundle& arrays, const SparseLinearModel& model, const TaskContext& context)
{
    arrays.writeVector("theta", model.theta, context);
    arrays.writeVector("scale", model.scale, context);
    json detail{{"type", "linear"},
                {"loss", lossName(model.loss)},
                {"C", numberToJson(model.C)},
                {"has_intercept", model.hasIntercept},
                {"intercept", numberToJson(model.intercept)},
                {"certificate", numberToJson(model.certificate)}};
    if (model.bias)
        detail["bias"] = {numberToJson(model.bias->value), numberToJson(model.bias->weight)};
    return detail;
}

SparseLinearModel readLinear(const ArrayBundle& arrays, const json& detail, const TaskContext& context)
{
    SparseLinearModel model;
    model.loss = lossOf(detail);
    model.C = numberFromJson(detail.at("C"));
    model.theta = arrays.readVector("theta", context);
    model.scale = arrays.readVector("scale", context);
    if (const auto bias = detail.find("bias"); bias != detail.end())
        model.bias = {numberFromJson(bias->at(0)), numberFromJson(bias->at(1))};
    model.hasIntercept = detail.at("has_intercept");
    model.intercept = numberFromJson(detail.at("intercept"));
    model.certificate = numberFromJson(detail.at("certificate"));
    return model;
}

json writeFactors(const ArrayBundle& arrays, const FactorModel& model, const TaskContext& context)
{
    arrays.writeMatrix("users", model.users, context);
    arrays.writeMatrix("items", model.items, context);
    json checkpoints = json::array();
    for (std::size_t i = 0; i < model.checkpoints.size(); ++i) {
        const FactorCheckpoint& checkpoint = model.checkpoints[i];
        arrays.writeMatrix(checkpointName(i, "users"), checkpoint.users, context);
        arrays.writeMatrix(checkpointName(i, "items"), checkpoint.items, context);
        checkpoints.push_back({{"epoch", checkpoint.epoch}, {"rate", numberToJson(checkpoint.rate)}});
    }
    return {{"type", "factors"},
            {"origin", static_cast<int>(model.origin)},
            {"loss", lossName(model.loss)},
            {"penalty", numberToJson(model.penalty)},
            {"negatives_weight", numberToJson(model.negativesWeight)},
            {"mean", writeOffsets(arrays, model.offsets, context)},
            {"checkpoints", std::move(checkpoints)}};
}

FactorModel readFactors(const ArrayBundle& arrays, const json& detail, bool withCheckpoints,
                        const TaskContext& context)
{
    FactorModel model;
    model.origin = static_cast<FactorModel::Origin>(detail.at("origin").get<int>());
    model.loss = lossOf(detail);
    model.penalty = numberFromJson(detail.at("penalty"));
    model.negativesWeight = numberFromJson(detail.at("negatives_weight"));
    model.offsets = readOffsets(arrays, detail.at("mean"), context);
    model.users = arrays.readMatrix("users", context);
    model.items = arrays.readMatrix("items", context);
    const json& checkpoints = detail.at("checkpoints");
    for (std::size_t i = 0; withCheckpoints && i < checkpoints.size(); ++i)
        model.checkpoints.push_back({checkpoints[i].at("epoch"), numberFromJson(checkpoints[i].at("rate")),
                                     arrays.readMatrix(checkpointName(i, "users"), context),
                                     arrays.readMatrix(checkpointName(i, "items"), context)});
    return model;
}

void writeTowers(const ArrayBundle& arrays, const std::string& prefix, const TwoTowerWeights& weights,
                 const TaskContext& context)
{
    arrays.writeMatrix(prefix + "users", weights.userEmbeddings, context);
    arrays.writeMatrix(prefix + "items", weights.itemEmbeddings, context);
    for (std::size_t i = 0; i < weights.layers.size(); ++i) {
        const std::string layer = prefix + "layer/" + std::to_string(i);
        arrays.writeMatrix(layer + "/weights", weights.layers[i].weights, context);
        arrays.writeVector(layer + "/bias", weights.layers[i].bias, context);
    }
}

TwoTowerWeights readTowers(const ArrayBundle& arrays, const std::string& prefix, std::size_t layers,
                           const TaskContext& context)
{
    TwoTowerWeights weights;
    weights.userEmbeddings = arrays.readMatrix(prefix + "users", context);
    weights.itemEmbeddings = arrays.readMatrix(prefix + "items", context);
    for (std::size_t i = 0; i < layers; ++i) {
        const std::string layer = prefix + "layer/" + std::to_string(i);
        weights.layers.push_back(
            {arrays.readMatrix(layer + "/weights", context), arrays.readVector(layer + "/bias", context)});
    }
    return weights;
}

json writeTwoTower(const ArrayBundle& arrays, const TwoTowerModel& model, const TaskContext& context)
{
    writeTowers(arrays, "", model.weights, context);
    json checkpoints = json::array();
    for (std::size_t i = 0; i < model.checkpoints.size(); ++i) {
        writeTowers(arrays, checkpointName(i, ""), model.checkpoints[i].weights, context);
        checkpoints.push_back(
            {{"epoch", model.checkpoints[i].epoch}, {"rate", numberToJson(model.checkpoints[i].rate)}});
    }
    return {{"type", "two-tower"},
            {"loss", lossName(model.loss)},
            {"negatives_weight", numberToJson(model.negativesWeight)},
            {"mean", writeOffsets(arrays, model.offsets, context)},
            {"layers", model.weights.layers.size()},
            {"checkpoints", std::move(checkpoints)}};
}

TwoTowerModel readTwoTower(const ArrayBundle& arrays, const json& detail, bool withCheckpoints,
                           const TaskContext& context)
{
    TwoTowerModel model;
    const auto layers = detail.at("layers").get<std::size_t>();
    model.loss = lossOf(detail);
    model.negativesWeight = numberFromJson(detail.at("negatives_weight"));
    model.offsets = readOffsets(arrays, detail.at("mean"), context);
    model.weights = readTowers(arrays, "", layers, context);
    const json& checkpoints = detail.at("checkpoints");
    for (std::size_t i = 0; withCheckpoints && i < checkpoints.size(); ++i)
        model.checkpoints.push_back({checkpoints[i].at("epoch"), numberFromJson(checkpoints[i].at("rate")),
                                     readTowers(arrays, checkpointName(i, ""), layers, context)});
    return model;
}

json writeTrace(const ArrayBundle& arrays, const TraceModel& model, const TaskContext& context)
{
    arrays.writeMatrix("theta", model.theta, context);
    return {{"type", "trace"},
            {"loss", lossName(model.loss)},
            {"penalty", numberToJson(model.penalty)},
            {"certificate", numberToJson(model.certificate)}};
}

TraceModel readTrace(const ArrayBundle& arrays, const json& detail, const TaskContext& context)
{
    return {lossOf(detail), numberFromJson(detail.at("penalty")), arrays.readMatrix("theta", context),
            numberFromJson(detail.at("certificate"))};
}

} // namespace

json writeModel(const ArrayBundle& arrays, const ModelContent& content, const TaskContext& context)
{
    if (const auto* linear = std::get_if<SparseLinearModel>(&content))
        return writeLinear(arrays, *linear, context);
    if (const auto* factors = std::get_if<FactorModel>(&content))
        return writeFactors(arrays, *factors, context);
    if (const auto* towers = std::get_if<TwoTowerModel>(&content))
        return writeTwoTower(arrays, *towers, context);
    return writeTrace(arrays, std::get<TraceModel>(content), context);
}

ModelContent readModel(const ArrayBundle& arrays, const json& detail, bool withCheckpoints,
                       const TaskContext& context)
{
    const std::string type = detail.at("type");
    if (type == "linear")
        return readLinear(arrays, detail, context);
    if (type == "factors")
        return readFactors(arrays, detail, withCheckpoints, context);
    if (type == "two-tower")
        return readTwoTower(arrays, detail, withCheckpoints, context);
    return readTrace(arrays, detail, context);
}

json numberToJson(double value)
{
    if (std::isfinite(value))
        return value;
    return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

double numberFromJson(const json& value)
{
    if (value.is_number())
        return value.get<double>();
    const double infinity = std::numeric_limits<double>::infinity();
    return value == "inf" ? infinity : value == "-inf" ? -infinity : std::numeric_limits<double>::quiet_NaN();
}

} // namespace representer
