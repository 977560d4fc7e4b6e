#include "core/trainers/l1_path.h"

#include "core/trainers/classification_metrics.h"
#include "core/trainers/l1_problem.h"

#include <cmath>

namespace representer {

std::vector<PathPoint> l1Path(const DocumentData& data, const PathOptions& options,
                              const TaskContext& context)
{
    if (options.points < 2 || !(options.smallestShare > 0 && options.smallestShare < 1))
        throw Error(Error::Kind::BadOption,
                    "A path needs at least 2 points and a smallest lambda between 0 and the largest one.");
    const double largest = l1LambdaMax(data.train.x, data.train.labels, options.training);
    if (!(largest > 0))
        throw Error(Error::Kind::BadOption, "No feature is related to the labels, so every lambda gives the "
                                            "zero model and there is no path to draw.");
    SparseLinearModel model;
    model.loss = options.training.loss;
    model.theta = Vector::Zero(data.featureCount());
    if (options.training.scale)
        model.scale = largestMagnitudeScale(data.train.x);
    if (options.training.biasFeature)
        model.bias = SparseLinearModel::BiasFeature{.value = *options.training.biasFeature, .weight = 0};
    model.hasIntercept = options.training.intercept;

    std::vector<PathPoint> path;
    for (int k = 0; k < options.points; ++k) {
        context.checkpoint("Regularisation path", k, options.points);
        PathPoint point;
        point.lambda =
            largest * std::pow(options.smallestShare, static_cast<double>(k) / (options.points - 1));
        point.C = l1CostFromLambda(point.lambda, data.train.size());
        model.C = point.C;
        const L1Result result = polishL1(data.train.x, data.train.labels, model, options.training,
                                         TaskContext(context.stopToken(), {}));
        model = result.model;
        point.support = static_cast<int>((model.theta.array() != 0).count());
        point.objective = result.report.objective;
        point.optimality = result.report.optimality;
        point.trainAccuracy =
            classificationMetrics(model.loss, model.scores(data.train.x), data.train.labels).accuracy;
        point.testAccuracy =
            classificationMetrics(model.loss, model.scores(data.test.x), data.test.labels).accuracy;
        path.push_back(point);
    }
    return path;
}

} // namespace representer
