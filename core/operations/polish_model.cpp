#include "core/operations/polish_model.h"

#include "core/base/error.h"
#include "core/operations/adopt_factors.h"
#include "core/operations/adopt_linear.h"
#include "core/operations/store_model.h"
#include "core/store/dataset_store.h"
#include "core/store/model_store.h"
#include "core/trainers/mf_als.h"

namespace representer {

bool canPolish(const ModelInfo& info)
{
    return info.kind == ModelKind::L1 || info.kind == ModelKind::Mf;
}

ModelInfo polishModel(const Workspace& workspace, const std::string& model, const std::string& name,
                      const TaskContext& context)
{
    requireFreeModelName(workspace, name, false);
    Model start = ModelStore(workspace).load(model, ModelStore::Checkpoints::Leave, context);
    if (!canPolish(start.info))
        throw Error(Error::Kind::BadOption,
                    "Polishing is for sparse linear models and matrix factorisations; " + model +
                        " is of kind " + std::string(modelKindName(start.info.kind)) + ".");
    const Dataset dataset =
        DatasetStore(workspace).load(start.info.dataset, DatasetStore::Texts::Leave, context);
    ModelInfo info = start.info;
    info.name = name;
    info.warnings = {"Polished from " + model + "."};
    ModelContent content;
    if (const auto* linear = std::get_if<SparseLinearModel>(&start.content)) {
        const auto& data = std::get<DocumentData>(dataset.content);
        const L1Options standard; // its tolerance; the rest is the model's own
        PolishedLinear polished = polishLinear(data, *linear, standard, context);
        info.options["tolerance"] = standard.tolerance;
        content = std::move(polished.model);
        info.report = std::move(polished.report);
        info.warnings.push_back(polished.finding);
    } else {
        PolishedFactors polished = polishAdopted(std::get<RatingData>(dataset.content),
                                                 std::get<FactorModel>(start.content), context);
        content = std::move(polished.model);
        info.report = std::move(polished.report);
        info.warnings.push_back(polished.finding);
        info.options["optimizer"] = "als"; // what a retraining would have to do to come here
        info.options["tolerance"] = MfAlsOptions{}.tolerance;
    }
    return measureAndStore(workspace, dataset, std::move(info), std::move(content), false, context);
}

} // namespace representer
