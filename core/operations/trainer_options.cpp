#include "core/operations/trainer_options.h"

#include "core/base/error.h"
#include "core/base/number_text.h"

#include <sstream>
#include <string>

namespace representer {

namespace {

// The value of a field that may be left to the trainer.
template<class T>
T valueOr(const nlohmann::json& value, T standard)
{
    return value.is_null() ? standard : value.get<T>();
}

Loss lossOf(const nlohmann::json& options)
{
    return *lossFromName(options["loss"].get<std::string>());
}

OffsetKind offsetFromName(const std::string& name)
{
    return name == "none" ? OffsetKind::None : name == "mean" ? OffsetKind::Mean : OffsetKind::Biases;
}

// "auto": biases and means only make sense for ratings that are fitted by their distance.
OffsetKind offsetOf(const nlohmann::json& options, OffsetKind standard)
{
    const auto name = options["offset"].get<std::string>();
    if (name == "auto")
        return lossOf(options) == Loss::Squared && options["negatives"].get<double>() == 0 ? standard : OffsetKind::None;
    return offsetFromName(name);
}

NuclearOptions nuclearOptions(const nlohmann::json& options, std::uint64_t seed)
{
    NuclearOptions result;
    result.lambda = options["lambda"].get<double>();
    result.maxRank = options["max-rank"].get<int>();
    result.tolerance = options["tolerance"].get<double>();
    result.maxIterations = options["max-iterations"].get<int>();
    result.offsets = offsetFromName(options["offset"].get<std::string>());
    result.seed = seed;
    return result;
}

MfAlsOptions alsOptions(const nlohmann::json& options, std::uint64_t seed)
{
    MfAlsOptions result;
    result.dim = options["dim"].get<int>();
    result.mu = valueOr(options["mu"], result.mu);
    result.loss = lossOf(options);
    result.negatives = options["negatives"].get<double>();
    result.tolerance = options["tolerance"].get<double>();
    result.maxSweeps = options["max-iterations"].get<int>();
    result.offsets = offsetOf(options, OffsetKind::Mean);
    result.seed = seed;
    return result;
}

MfSgdOptions sgdOptions(const nlohmann::json& options, std::uint64_t seed)
{
    MfSgdOptions result;
    result.optimizer = options["optimizer"].get<std::string>() == "adam" ? MfSgdOptions::Optimizer::Adam
                                                                         : MfSgdOptions::Optimizer::Sgd;
    result.dim = options["dim"].get<int>();
    result.rate = valueOr(options["rate"], result.rate);
    result.momentum = options["momentum"].get<double>();
    result.batch = options["batch"].get<int>();
    result.epochs = options["epochs"].get<int>();
    result.loss = lossOf(options);
    result.negatives = options["negatives"].get<double>();
    result.offsets = offsetOf(options, OffsetKind::None);
    result.checkpoints = options["checkpoints"].get<int>();
    result.mu = valueOr(options["mu"], result.mu);
    result.seed = seed;
    return result;
}

// "64,32" -> {64, 32}
std::vector<int> layerWidths(const std::string& text)
{
    std::vector<int> widths;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');) {
        const auto width = parseInteger(part);
        if (!width || *width < 1 || *width > 100000)
            throw Error(Error::Kind::BadOption, "--hidden: " + quotedExcerpt(text) +
                        " is not a list of layer widths; write for example 64,64,64.");
        widths.push_back(static_cast<int>(*width));
    }
    return widths;
}

// The paper's settings for large data; the smaller tower for less, where the large one only memorises.
const TwoTowerOptions& towerPreset(const RatingData& data)
{
    const std::vector<TwoTowerPreset>& presets = twoTowerPresets();
    return (data.train.size() > 300'000 ? presets.front() : presets.back()).options;
}

TwoTowerOptions towerOptions(const nlohmann::json& options, const RatingData& data, std::uint64_t seed)
{
    TwoTowerOptions result = towerPreset(data);
    if (!options["hidden"].is_null())
        result.hidden = layerWidths(options["hidden"].get<std::string>());
    result.dim = valueOr(options["dim"], result.dim);
    result.dropout = valueOr(options["dropout"], result.dropout);
    result.rate = valueOr(options["rate"], result.rate);
    result.batch = options["batch"].get<int>();
    result.epochs = valueOr(options["epochs"], result.epochs);
    result.loss = lossOf(options);
    result.negatives = options["negatives"].get<double>();
    result.checkpoints = options["checkpoints"].get<int>();
    result.seed = seed;
    return result;
}

} // namespace

TraceOptions traceOptions(const nlohmann::json& options, std::uint64_t seed)
{
    TraceOptions result;
    result.loss = lossOf(options);
    result.lambda = options["lambda"].get<double>();
    result.tolerance = options["tolerance"].get<double>();
    result.maxIterations = options["max-iterations"].get<int>();
    result.seed = seed;
    return result;
}

RatingTraining ratingTraining(ModelKind kind, const nlohmann::json& options, const RatingData& data, std::uint64_t seed)
{
    if (kind == ModelKind::Nuclear)
        return nuclearOptions(options, seed);
    if (kind == ModelKind::TwoTower)
        return towerOptions(options, data, seed);
    if (options["optimizer"].get<std::string>() == "als")
        return alsOptions(options, seed);
    return sgdOptions(options, seed);
}

L1Options l1Options(const nlohmann::json& options, std::size_t samples, std::uint64_t seed)
{
    L1Options result;
    result.loss = lossOf(options);
    if (!options["C"].is_null())
        result.C = options["C"].get<double>();
    else if (!options["lambda"].is_null())
        result.C = l1CostFromLambda(options["lambda"].get<double>(), samples);
    result.intercept = options["intercept"].get<bool>();
    result.scale = options["scale"].get<bool>();
    if (!options["bias"].is_null())
        result.biasFeature = options["bias"].get<double>();
    result.tolerance = options["tolerance"].get<double>();
    result.maxIterations = options["max-iterations"].get<int>();
    result.seed = seed;
    return result;
}

} // namespace representer
