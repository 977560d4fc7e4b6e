#include "core/explainers/linear_explainers.h"

#include "core/explainers/high_dim_linear.h"
#include "core/explainers/influence_function.h"
#include "core/explainers/l2_representer.h"
#include "core/explainers/random_baseline.h"

namespace representer {

const std::vector<MethodDescriptor>& linearMethods()
{
    static const std::vector<MethodDescriptor> methods{
        HighDimLinear::descriptor(), L2Representer::descriptor(), InfluenceFunction::descriptor(),
        RandomBaseline::descriptor()};
    return methods;
}

std::unique_ptr<Explainer> makeLinearExplainer(std::string_view method,
                                               std::shared_ptr<const DocumentData> data,
                                               std::shared_ptr<const SparseLinearModel> model,
                                               const TaskContext& context,
                                               const LinearExplainerOptions& options,
                                               const FindPrepared& kept)
{
    context.checkpoint("Preparing explanations", 0, 0);
    if (method == HighDimLinear::descriptor().id)
        return std::make_unique<HighDimLinear>(std::move(data), std::move(model));
    if (method == L2Representer::descriptor().id)
        return std::make_unique<L2Representer>(std::move(data), std::move(model));
    if (method == InfluenceFunction::descriptor().id)
        return std::make_unique<InfluenceFunction>(std::move(data), std::move(model), options.contamination,
                                                   kept);
    if (method == RandomBaseline::descriptor().id)
        return std::make_unique<RandomBaseline>(std::move(data), std::move(model));
    std::string known;
    for (const MethodDescriptor& descriptor : linearMethods())
        known += (known.empty() ? "" : ", ") + std::string(descriptor.id);
    throw Error(Error::Kind::BadOption, "A sparse linear model has no method \"" + std::string(method) +
                                            "\"; choose one of " + known + ".");
}

} // namespace representer
