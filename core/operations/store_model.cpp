#include "core/operations/store_model.h"

#include "core/operations/measure_model.h"
#include "core/store/model_store.h"

namespace representer {

namespace {

int checkpointCount(const ModelContent& content)
{
    if (const auto* factors = std::get_if<FactorModel>(&content))
        return static_cast<int>(factors->checkpoints.size());
    if (const auto* towers = std::get_if<TwoTowerModel>(&content))
        return static_cast<int>(towers->checkpoints.size());
    return 0;
}

} // namespace

void requireFreeModelName(const Workspace& workspace, const std::string& name, bool replace)
{
    if (!replace && ModelStore(workspace).find(name))
        throw Error(Error::Kind::BadOption, "there is a model \"" + name +
                    "\" already; choose another name, or replace it with --replace.");
}

ModelInfo measureAndStore(const Workspace& workspace, const Dataset& dataset, ModelInfo info, ModelContent content,
                          bool replace, const TaskContext& context)
{
    info.dataset = dataset.info.name;
    info.datasetFingerprint = dataset.info.fingerprint;
    info.fingerprint = modelFingerprint(content);
    info.checkpoints = checkpointCount(content);
    if (!info.report.advice.empty())
        info.warnings.push_back(info.report.advice);
    info.metrics = measureModel(dataset, content, context);
    Model model{std::move(info), std::move(content)};
    ModelStore(workspace).add(model, context, replace);
    return model.info;
}

} // namespace representer
