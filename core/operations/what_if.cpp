#include "core/operations/what_if.h"

#include "core/base/error.h"
#include "core/base/stopwatch.h"
#include "core/studies/removal_order.h"
#include "core/studies/training_selection.h"

#include <algorithm>

namespace representer {

namespace {

void append(std::vector<TrainIndex>& all, const std::vector<TrainIndex>& more)
{
    all.insert(all.end(), more.begin(), more.end());
}

std::vector<TrainIndex> topOfList(const OpenModel& model, const WhatIfRequest& request,
                                  const TaskContext& context)
{
    const Explainer& explainer = model.explainer(request.method, context);
    const auto [k, sign] = *request.top;
    const auto order = removalOrder(summedImportances(explainer, std::span(&request.point, 1), 0), sign,
                                    signsMeanSomething(explainer.method()));
    if (k > order.size())
        throw Error(Error::Kind::BadOption,
                    "The " + std::to_string(k) + " samples to remove are more than the " +
                        std::to_string(order.size()) + " that push the score " +
                        (sign == Sign::Positive ? "up" : "down") + "; choose a smaller k.");
    return firstOf(order, k);
}

// The asked method when it predicts sizes, else the first of the model's that does; null when none does.
const MethodDescriptor* predictingMethod(const OpenModel& model, const std::string& asked)
{
    const MethodDescriptor* first = nullptr;
    for (const MethodDescriptor* method : model.methods()) {
        if (!method->predictsSize)
            continue;
        if (method->id == asked)
            return method;
        if (first == nullptr)
            first = method;
    }
    return first;
}

// The change the method foresees, in training units: a removed sample takes its importance away.
double predictedChange(const Explainer& explainer, const TestPoint& point,
                       const std::vector<TrainIndex>& removed)
{
    double sum = 0;
    for (const RankedSample& sample : summedImportances(explainer, std::span(&point, 1), 0))
        if (std::binary_search(removed.begin(), removed.end(), sample.index))
            sum += sample.importance;
    return -sum;
}

} // namespace

TrainingEdit resolveEdit(const OpenModel& model, const WhatIfRequest& request, const TaskContext& context)
{
    const Dataset& dataset = model.dataset();
    TrainingEdit edit;
    edit.removed = request.remove;
    if (request.user)
        append(edit.removed, samplesOfUser(dataset, *request.user));
    if (request.item)
        append(edit.removed, samplesOfItem(dataset, *request.item));
    if (request.className)
        append(edit.removed, samplesOfClass(dataset, *request.className));
    if (request.source)
        append(edit.removed, samplesOfSource(dataset, *request.source));
    if (request.dates)
        append(edit.removed, samplesInDates(dataset, request.dates->first, request.dates->second));
    if (request.top)
        append(edit.removed, topOfList(model, request, context));
    const auto* ratings = std::get_if<RatingData>(&dataset.content);
    for (const auto& [index, value] : request.relabel)
        edit.relabelled.emplace_back(index, ratings ? ratings->scale.toTrained(value) : value);
    if (edit.empty())
        throw Error(Error::Kind::BadOption,
                    "Nothing is removed or relabelled; name samples, a user, an item, a class, "
                    "a source, a date range or the top of a list.");
    return checkedEdit(std::move(edit), dataset);
}

WhatIfResult whatIf(const OpenModel& model, const WhatIfRequest& request, const TaskContext& context)
{
    WhatIfResult result;
    result.point = request.point;
    result.method = request.method;
    result.edit = resolveEdit(model, request, context);
    const auto* ratings = std::get_if<RatingData>(&model.dataset().content);
    result.unit = !ratings ? "logits" : ratings->scale.binary ? "score" : "stars";
    const ModelContent& original = model.model().content;
    result.before = model.scoreInUserUnits(original, request.point);
    model.explainer(request.method, context); // refuses, with the reason, what this model cannot have
    // A relabelled sample changes its own slope only, which is left to the retraining.
    const MethodDescriptor* predicting =
        result.edit.relabelled.empty() ? predictingMethod(model, request.method) : nullptr;
    if (predicting != nullptr) {
        result.predictedBy = predicting->id;
        result.predicted = result.before + predictedChange(model.explainer(predicting->id, context),
                                                           request.point, result.edit.removed) *
                                               (ratings ? ratings->scale.half() : 1);
    }
    const Retrainer& retrainer = model.retrainer(context);
    const Stopwatch stopwatch;
    const ModelContent after = retrainer.retrain(result.edit, nullptr, context);
    result.retrainSeconds = stopwatch.seconds();
    result.after = model.scoreInUserUnits(after, request.point);
    const ScoreFunction score = [&](const ModelContent& m, const TestPoint& p) {
        return model.trainedScore(m, p);
    };
    result.impact = impactOnTestPart(model.dataset(), original, after, score, context);
    return result;
}

} // namespace representer
