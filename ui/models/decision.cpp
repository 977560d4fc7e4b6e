#include "ui/models/decision.h"

#include "core/models/loss.h"
#include "ui/number_format.h"

#include <cmath>

namespace representer {

bool Decision::unsure() const
{
    return probability ? std::abs(*probability - 0.5) < 0.15 : margin < 0.15;
}

Decision decide(const Model& model, double score)
{
    Loss loss = Loss::Logistic;
    if (const auto* linear = std::get_if<SparseLinearModel>(&model.content))
        loss = linear->loss;
    else if (const auto* trace = std::get_if<TraceModel>(&model.content))
        loss = trace->loss;

    const double border = loss == Loss::Squared ? 0.5 : 0.0;
    Decision decision;
    decision.label = score > border ? 1 : 0;
    decision.margin = std::abs(score - border);
    if (loss == Loss::Logistic)
        decision.probability = sigmoid(score);
    return decision;
}

QString labelName(const Dataset& dataset, int label)
{
    const auto index = static_cast<std::size_t>(label);
    if (const auto* documents = std::get_if<DocumentData>(&dataset.content))
        return toQString(documents->labelNames[index]);
    if (const auto* matrices = std::get_if<MatrixData>(&dataset.content))
        return toQString(matrices->labelNames[index]);
    return QString::number(label);
}

} // namespace representer
