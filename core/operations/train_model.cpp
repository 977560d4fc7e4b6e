#include "core/operations/train_model.h"

#include "core/operations/measure_model.h"
#include "core/operations/train_fields.h"
#include "core/operations/trainer_options.h"
#include "core/store/dataset_store.h"
#include "core/store/model_store.h"

namespace representer {

namespace {

// The content a kind of model is trained on, or a sentence that says what it needs.
template<class Data>
const Data& contentFor(const Dataset& dataset, ModelKind kind, DatasetKind needed)
{
    if (const auto* data = std::get_if<Data>(&dataset.content))
        return *data;
    throw Error(Error::Kind::BadOption, "a model of kind " + std::string(modelKindName(kind)) + " needs a dataset of " +
                std::string(datasetKindName(needed)) + "; " + dataset.info.name + " holds " +
                std::string(datasetKindName(dataset.info.kind)) + ".");
}

struct Trained {
    ModelContent content;
    TrainReport report;
    std::vector<std::string> notes;
};

Trained train(const Dataset& dataset, const TrainRequest& request, nlohmann::json& options, const TaskContext& context)
{
    switch (request.kind) {
    case ModelKind::L1: {
        const auto& data = contentFor<DocumentData>(dataset, request.kind, DatasetKind::Documents);
        const L1Options l1 = l1Options(options, data.train.size(), request.seed);
        options["C"] = l1.C; // what was used, when lambda or nothing was given
        L1Result result = trainL1(data.train.x, data.train.labels, l1, context);
        return {std::move(result.model), std::move(result.report), {}};
    }
    default:
        break;
    }
    throw Error(Error::Kind::BadOption, "this kind of model cannot be trained.");
}

int checkpointCount(const ModelContent& content)
{
    if (const auto* factors = std::get_if<FactorModel>(&content))
        return static_cast<int>(factors->checkpoints.size());
    if (const auto* towers = std::get_if<TwoTowerModel>(&content))
        return static_cast<int>(towers->checkpoints.size());
    return 0;
}

} // namespace

ModelInfo trainModel(const Workspace& workspace, const TrainRequest& request, const TaskContext& context)
{
    const ModelStore models(workspace);
    nlohmann::json options = completeTrainOptions(request.kind, request.options);
    if (!request.replace && models.find(request.name))
        throw Error(Error::Kind::BadOption, "there is a model \"" + request.name +
                    "\" already; choose another name, or replace it with --replace.");
    const DatasetStore datasets(workspace);
    const DatasetInfo info = datasets.require(request.dataset);
    const Dataset dataset = datasets.load(info.name, DatasetStore::Texts::Leave, context);
    Trained trained = train(dataset, request, options, context);
    Model model{{}, std::move(trained.content)};
    model.info.name = request.name;
    model.info.kind = request.kind;
    model.info.dataset = info.name;
    model.info.datasetFingerprint = info.fingerprint;
    model.info.fingerprint = modelFingerprint(model.content);
    model.info.options = options;
    model.info.seed = request.seed;
    model.info.report = std::move(trained.report);
    model.info.warnings = std::move(trained.notes);
    model.info.checkpoints = checkpointCount(model.content);
    if (!model.info.report.advice.empty())
        model.info.warnings.push_back(model.info.report.advice);
    model.info.metrics = measureModel(dataset, model.content, context);
    models.add(model, context, request.replace);
    return model.info;
}

} // namespace representer
