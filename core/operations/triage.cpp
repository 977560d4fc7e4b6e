#include "core/operations/triage.h"

#include "core/studies/mislabel.h"

#include <algorithm>

namespace representer {

std::vector<double> suspicion(const OpenModel& model, const std::string& method, const TaskContext& context)
{
    if (method != "loss")
        return model.explainer(method, context).selfImportances();
    const ScoreFunction score = [&](const ModelContent& m, const TestPoint& p) {
        return model.trainedScore(m, p);
    };
    return trainingLosses(model.dataset(), model.model().content, score, context);
}

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

} // namespace representer
