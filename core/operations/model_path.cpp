#include "core/operations/model_path.h"

#include "core/base/error.h"
#include "core/operations/trainer_options.h"
#include "core/store/dataset_store.h"
#include "core/store/model_store.h"

#include <algorithm>

namespace representer {

std::vector<PathPoint> regularisationPath(const Workspace& workspace, const std::string& model, int points,
                                          const TaskContext& context)
{
    const ModelInfo info = ModelStore(workspace).require(model);
    if (info.kind != ModelKind::L1)
        throw Error(Error::Kind::BadOption, "A path is drawn for models of kind l1; " + model +
                                                " is of kind " + std::string(modelKindName(info.kind)) + ".");
    const Dataset dataset = DatasetStore(workspace).load(info.dataset, DatasetStore::Texts::Leave, context);
    const auto& data = std::get<DocumentData>(dataset.content);
    PathOptions options;
    options.training = l1Options(info.options, data.train.size(), info.seed);
    options.points = points;
    const double largest = l1LambdaMax(data.train.x, data.train.labels, options.training);
    const double own = 1 / (options.training.C * static_cast<double>(data.train.size())); // lambda
    if (largest > 0)
        options.smallestShare = std::clamp(own / (4 * largest), 1e-6, options.smallestShare);
    return l1Path(data, options, context);
}

} // namespace representer
