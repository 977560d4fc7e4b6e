#include "core/operations/adopt_model.h"

#include "core/base/error.h"
#include "core/importers/linear_coefficients.h"
#include "core/operations/adopt_linear.h"
#include "core/operations/store_model.h"
#include "core/operations/train_fields.h"
#include "core/store/dataset_store.h"

namespace representer {

namespace {

struct Adopted {
    ModelContent content;
    TrainReport report;
    std::vector<std::string> findings;
    nlohmann::json options; // as if it had been trained here: retraining reads them
};

Adopted adoptL1(const DocumentData& data, const AdoptRequest& request, const TaskContext& context)
{
    AdoptLinearOptions options;
    options.C = request.C;
    AdoptedLinear adopted = adoptLinear(data, readLinearCoefficients(request.files), options);
    if (request.polish) {
        PolishedLinear polished = polishLinear(data, adopted.model, {}, context);
        adopted.model = std::move(polished.model);
        adopted.report = std::move(polished.report);
        adopted.findings.push_back(polished.finding);
    }
    const SparseLinearModel& model = adopted.model;
    nlohmann::json given{{"loss", lossName(model.loss)}, {"C", model.C}, {"intercept", model.hasIntercept}};
    if (model.bias)
        given["bias"] = model.bias->value;
    return {model, std::move(adopted.report), std::move(adopted.findings), completeTrainOptions(ModelKind::L1, given)};
}

} // namespace

ModelInfo adoptModel(const Workspace& workspace, const AdoptRequest& request, const TaskContext& context)
{
    requireFreeModelName(workspace, request.name, request.replace);
    const Dataset dataset = DatasetStore(workspace).load(request.dataset, DatasetStore::Texts::Leave, context);
    const auto* documents = std::get_if<DocumentData>(&dataset.content);
    if (request.kind != ModelKind::L1 || documents == nullptr)
        throw Error(Error::Kind::BadOption, "only linear models of documents can be adopted as kind l1; " +
                    dataset.info.name + " holds " + std::string(datasetKindName(dataset.info.kind)) + ".");
    Adopted adopted = adoptL1(*documents, request, context);
    ModelInfo info;
    info.name = request.name;
    info.kind = request.kind;
    info.adopted = true;
    info.options = std::move(adopted.options);
    info.report = std::move(adopted.report);
    info.warnings = std::move(adopted.findings);
    return measureAndStore(workspace, dataset, std::move(info), std::move(adopted.content), request.replace, context);
}

} // namespace representer
