#include "core/operations/triage.h"

#include "core/base/error.h"
#include "core/base/stopwatch.h"

#include <algorithm>

namespace representer {

namespace {

std::vector<double> suspicion(const OpenModel& model, const std::string& method, const TaskContext& context)
{
    if (method != "loss")
        return model.explainer(method, context).selfImportances();
    const ScoreFunction score = [&](const ModelContent& m, const TestPoint& p) {
        return model.trainedScore(m, p);
    };
    return trainingLosses(model.dataset(), model.model().content, score, context);
}

} // namespace

TriageList triage(const OpenModel& model, const std::string& method, std::size_t limit,
                  const TaskContext& context)
{
    const std::vector<double> values = suspicion(model, method, context);
    std::vector<TrainIndex> order = triageOrder(values);
    order.resize(std::min(limit, order.size()));
    TriageList list;
    list.method = method;
    Explanation listed; // describe() speaks of samples in an explanation
    for (const TrainIndex index : order) {
        const double value = values[static_cast<std::size_t>(index.value)];
        listed.contributions.push_back({index, Side::Single, 1, value, value});
        list.values.push_back(value);
    }
    list.samples = model.describe(listed);
    for (std::size_t i = 0; i < list.samples.size(); ++i)
        list.samples[i].rank = static_cast<int>(i) + 1;
    return list;
}

MislabelResult mislabelStudy(const OpenModel& model, const MislabelRequest& request,
                             const TaskContext& context)
{
    if (request.methods.empty())
        throw Error(Error::Kind::BadOption,
                    "The study names no ranking; give at least one, such as high-dim or loss.");
    const TrainingEdit edit = plantMistakes(model.dataset(), request.share, request.seed);
    const Stopwatch stopwatch;
    auto wrongModel = std::make_shared<Model>(model.model());
    wrongModel->content = model.retrainer(context).retrain(edit, nullptr, context);
    MislabelResult result;
    result.retrainSeconds = stopwatch.seconds();
    result.planted = edit.relabelled.size();
    const auto wrong = OpenModel::ofParts(std::make_shared<const Dataset>(relabelled(model.dataset(), edit)),
                                          std::move(wrongModel));
    std::vector<TrainIndex> planted;
    for (const auto& [index, value] : edit.relabelled)
        planted.push_back(index);
    for (const auto& method : request.methods) {
        context.checkpoint("Ranking", static_cast<std::int64_t>(result.curves.size()),
                           static_cast<std::int64_t>(request.methods.size()));
        result.curves.push_back(
            {method, inspectionCurve(triageOrder(suspicion(*wrong, method, context)), planted)});
    }
    return result;
}

} // namespace representer
