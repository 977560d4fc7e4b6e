#include "core/operations/make_retrainer.h"

#include "core/base/error.h"
#include "core/operations/share_content.h"
#include "core/operations/trainer_options.h"

namespace representer {

std::unique_ptr<Retrainer> makeRetrainer(const std::shared_ptr<const Dataset>& dataset,
                                         const std::shared_ptr<const Model>& model)
{
    const ModelInfo& info = model->info;
    const nlohmann::json& options = info.options;
    if (info.kind == ModelKind::L1) {
        auto data = shareContent<DocumentData>(dataset);
        const L1Options l1 = l1Options(options, data->train.size(), info.seed);
        return makeL1Retrainer(std::move(data), shareContent<SparseLinearModel>(model), l1);
    }
    if (info.kind == ModelKind::Trace)
        return makeTraceRetrainer(shareContent<MatrixData>(dataset), shareContent<TraceModel>(model),
                                  traceOptions(options, info.seed));
    auto data = shareContent<RatingData>(dataset);
    const RatingTraining training = ratingTraining(info.kind, options, *data, info.seed);
    return makeRatingRetrainer(std::move(data), std::shared_ptr<const ModelContent>(model, &model->content), training);
}

} // namespace representer
