#include "core/studies/mislabel.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/studies/training_selection.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace representer {

namespace {

double wrongValue(const Dataset& dataset, std::size_t row, Random& random)
{
    if (const auto* ratings = std::get_if<RatingData>(&dataset.content)) {
        const auto value = static_cast<double>(ratings->train.values[row]);
        return value != 0 ? -value : random.below(2) == 0 ? -1.0 : 1.0;
    }
    const auto* documents = std::get_if<DocumentData>(&dataset.content);
    const auto& labels =
        documents ? documents->train.labels : std::get<MatrixData>(dataset.content).train.labels;
    return 1.0 - labels[row];
}

Loss lossOf(const ModelContent& model)
{
    return std::visit([](const auto& content) { return content.loss; }, model);
}

} // namespace

TrainingEdit plantMistakes(const Dataset& dataset, double share, std::uint64_t seed)
{
    const auto n = static_cast<std::size_t>(trainingSize(dataset));
    const auto count = static_cast<std::size_t>(std::llround(share * static_cast<double>(n)));
    if (!(share > 0 && share < 1) || count == 0 || count >= n)
        throw Error(Error::Kind::BadOption,
                    "A share of " + shortText(100 * share) + " % of " + std::to_string(n) +
                        " training samples cannot be mislabelled; choose one between 0 and "
                        "100 % that is at least one sample.");
    if (const auto* ratings = std::get_if<RatingData>(&dataset.content); ratings && ratings->scale.binary)
        throw Error(Error::Kind::BadOption,
                    "Implicit feedback has no labels to turn; use the study of negative "
                    "samples instead.");
    Random random(seed);
    std::vector<std::int32_t> rows(n);
    std::iota(rows.begin(), rows.end(), 0);
    random.shuffle(rows);
    rows.resize(count);
    std::sort(rows.begin(), rows.end());
    TrainingEdit edit;
    for (const std::int32_t row : rows)
        edit.relabelled.emplace_back(TrainIndex{row},
                                     wrongValue(dataset, static_cast<std::size_t>(row), random));
    return edit;
}

Dataset relabelled(Dataset dataset, const TrainingEdit& edit)
{
    for (const auto& [index, value] : edit.relabelled) {
        const auto row = static_cast<std::size_t>(index.value);
        if (auto* ratings = std::get_if<RatingData>(&dataset.content))
            ratings->train.values[row] = static_cast<float>(value);
        else if (auto* documents = std::get_if<DocumentData>(&dataset.content))
            documents->train.labels[row] = value > 0.5;
        else
            std::get<MatrixData>(dataset.content).train.labels[row] = value > 0.5;
    }
    return dataset;
}

std::vector<double> trainingLosses(const Dataset& dataset, const ModelContent& model,
                                   const ScoreFunction& score, const TaskContext& context)
{
    const Loss loss = lossOf(model);
    const auto* ratings = std::get_if<RatingData>(&dataset.content);
    const auto* documents = std::get_if<DocumentData>(&dataset.content);
    const auto* matrices = std::get_if<MatrixData>(&dataset.content);
    std::vector<double> losses(static_cast<std::size_t>(trainingSize(dataset)));
    parallelBlocks(static_cast<std::int64_t>(losses.size()), 4096, [&](std::int64_t begin, std::int64_t end) {
        context.throwIfStopped();
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            TestPoint point = DatasetRow{Part::Train, static_cast<std::int32_t>(i)};
            double y = 0;
            if (ratings) {
                point = UserItem{{ratings->train.users[i]}, {ratings->train.items[i]}};
                y = static_cast<double>(ratings->train.values[i]);
            } else {
                y = documents ? documents->train.labels[i] : matrices->train.labels[i];
            }
            losses[i] = lossValue(loss, score(model, point), y);
        }
    });
    return losses;
}

std::vector<TrainIndex> triageOrder(const std::vector<double>& values)
{
    std::vector<TrainIndex> order(values.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i].value = static_cast<std::int32_t>(i);
    std::stable_sort(order.begin(), order.end(), [&](TrainIndex a, TrainIndex b) {
        return std::abs(values[static_cast<std::size_t>(a.value)]) >
               std::abs(values[static_cast<std::size_t>(b.value)]);
    });
    return order;
}

double InspectionCurve::foundAt(double share) const
{
    const auto after = std::lower_bound(inspected.begin(), inspected.end(), share);
    if (after == inspected.end())
        return found.empty() ? 0 : found.back();
    const auto i = static_cast<std::size_t>(after - inspected.begin());
    if (i == 0)
        return found[0];
    const double t = (share - inspected[i - 1]) / (inspected[i] - inspected[i - 1]);
    return found[i - 1] + t * (found[i] - found[i - 1]);
}

InspectionCurve inspectionCurve(const std::vector<TrainIndex>& order, const std::vector<TrainIndex>& planted,
                                int steps)
{
    InspectionCurve curve;
    if (order.empty() || planted.empty())
        return curve;
    std::vector<bool> wrong(order.size());
    for (const TrainIndex index : planted)
        wrong[static_cast<std::size_t>(index.value)] = true;
    const auto n = static_cast<double>(order.size());
    const auto total = static_cast<double>(planted.size());
    curve.inspected.push_back(0);
    curve.found.push_back(0);
    const std::size_t count = std::min(order.size(), static_cast<std::size_t>(std::max(1, steps)));
    double found = 0;
    std::size_t step = 1;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const double before = found;
        found += wrong[static_cast<std::size_t>(order[i].value)] ? 1 : 0;
        curve.area += (before + found) / 2 / total / n; // trapezoids
        if (i + 1 == step * order.size() / count) {
            curve.inspected.push_back(static_cast<double>(i + 1) / n);
            curve.found.push_back(found / total);
            ++step;
        }
    }
    return curve;
}

} // namespace representer
