#include "core/operations/adopt_model.h"

#include "core/base/error.h"
#include "core/importers/linear_coefficients.h"
#include "core/operations/adopt_factors.h"
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

Adopted adoptMf(const RatingData& data, const AdoptRequest& request, const TaskContext& context)
{
    AdoptedFactors adopted = adoptFactors(data, readFactorFiles(request.files), {.mu = request.mu});
    if (request.polish) {
        PolishedFactors polished = polishAdopted(data, adopted.model, context);
        adopted.model = std::move(polished.model);
        adopted.report = std::move(polished.report);
        adopted.findings.push_back(polished.finding);
    }
    const FactorModel& model = adopted.model;
    // Retraining keeps the model's own offsets and starts from its factors.
    const nlohmann::json given{{"optimizer", "als"}, {"dim", model.users.cols()}, {"mu", model.penalty},
                               {"loss", lossName(model.loss)}, {"negatives", model.negativesWeight}};
    return {model, std::move(adopted.report), std::move(adopted.findings), completeTrainOptions(ModelKind::Mf, given)};
}

} // namespace

ModelInfo adoptModel(const Workspace& workspace, const AdoptRequest& request, const TaskContext& context)
{
    requireFreeModelName(workspace, request.name, request.replace);
    const Dataset dataset = DatasetStore(workspace).load(request.dataset, DatasetStore::Texts::Leave, context);
    const auto* documents = std::get_if<DocumentData>(&dataset.content);
    const auto* ratings = std::get_if<RatingData>(&dataset.content);
    if (request.kind == ModelKind::L1 ? documents == nullptr : request.kind != ModelKind::Mf || ratings == nullptr)
        throw Error(Error::Kind::BadOption, "linear models of documents are adopted as kind l1 and factors of ratings as "
                    "kind mf; " + dataset.info.name + " holds " + std::string(datasetKindName(dataset.info.kind)) + ".");
    Adopted adopted = documents != nullptr ? adoptL1(*documents, request, context) : adoptMf(*ratings, request, context);
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
