#include "core/operations/train_model.h"

#include "core/operations/store_model.h"
#include "core/operations/train_fields.h"
#include "core/operations/trainer_options.h"
#include "core/store/dataset_store.h"

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

template<class Result>
Trained trainedFrom(Result result)
{
    return {std::move(result.model), std::move(result.report), std::move(result.notes)};
}

Trained trainRatings(const RatingData& data, const NuclearOptions& options, const TaskContext& context)
{
    return trainedFrom(trainNuclear(data, options, context));
}
Trained trainRatings(const RatingData& data, const MfAlsOptions& options, const TaskContext& context)
{
    return trainedFrom(trainMfAls(data, options, context));
}
Trained trainRatings(const RatingData& data, const MfSgdOptions& options, const TaskContext& context)
{
    return trainedFrom(trainMfSgd(data, options, context));
}
Trained trainRatings(const RatingData& data, const TwoTowerOptions& options, const TaskContext& context)
{
    return trainedFrom(trainTwoTower(data, options, context));
}

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
    case ModelKind::Trace: {
        const auto& data = contentFor<MatrixData>(dataset, request.kind, DatasetKind::Matrices);
        return trainedFrom(trainTrace(data, traceOptions(options, request.seed), context));
    }
    case ModelKind::Nuclear:
    case ModelKind::Mf:
    case ModelKind::TwoTower:
        break;
    }
    const auto& data = contentFor<RatingData>(dataset, request.kind, DatasetKind::Ratings);
    Trained trained = std::visit([&](const auto& training) { return trainRatings(data, training, context); },
                                 ratingTraining(request.kind, options, data, request.seed));
    // What was used, when the choice was left to the trainer.
    if (request.kind == ModelKind::Nuclear)
        options["lambda"] = std::get<FactorModel>(trained.content).penalty / static_cast<double>(data.train.size());
    else if (request.kind == ModelKind::Mf && options["optimizer"] == "als")
        options["mu"] = std::get<FactorModel>(trained.content).penalty;
    return trained;
}

} // namespace

ModelInfo trainModel(const Workspace& workspace, const TrainRequest& request, const TaskContext& context)
{
    nlohmann::json options = completeTrainOptions(request.kind, request.options);
    requireFreeModelName(workspace, request.name, request.replace);
    const DatasetStore datasets(workspace);
    const Dataset dataset = datasets.load(datasets.require(request.dataset).name, DatasetStore::Texts::Leave, context);
    Trained trained = train(dataset, request, options, context);
    ModelInfo info;
    info.name = request.name;
    info.kind = request.kind;
    info.options = std::move(options);
    info.seed = request.seed;
    info.report = std::move(trained.report);
    info.warnings = std::move(trained.notes);
    return measureAndStore(workspace, dataset, std::move(info), std::move(trained.content), request.replace, context);
}

} // namespace representer
