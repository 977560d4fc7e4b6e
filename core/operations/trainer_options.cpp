#include "core/operations/trainer_options.h"

#include <string>

namespace representer {

L1Options l1Options(const nlohmann::json& options, std::size_t samples, std::uint64_t seed)
{
    L1Options result;
    result.loss = *lossFromName(options["loss"].get<std::string>());
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
