#include "core/explainers/linear_explainer.h"

#include "core/base/error.h"
#include "core/models/linear_design.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace representer {

namespace {

// Residuals and certificates up to this share of the prediction count as rounding.
constexpr double exactness = 1e-6;

// The order of explanations: importance descending, then the earlier sample.
std::vector<Eigen::Index> ranked(const Vector& importance, std::optional<std::size_t> top)
{
    std::vector<Eigen::Index> order(static_cast<std::size_t>(importance.size()));
    std::iota(order.begin(), order.end(), Eigen::Index{0});
    const auto before = [&](Eigen::Index a, Eigen::Index b) {
        return importance[a] != importance[b] ? importance[a] > importance[b] : a < b;
    };
    if (!top || 2 * *top >= order.size()) {
        std::sort(order.begin(), order.end(), before);
        if (!top)
            return order;
    } else {
        const auto count = static_cast<std::ptrdiff_t>(*top);
        std::partial_sort(order.begin(), order.begin() + count, order.end(), before);
        std::nth_element(order.begin() + count, order.end() - count, order.end(), before);
        std::sort(order.end() - count, order.end(), before);
    }
    std::vector<Eigen::Index> chosen;
    for (std::size_t k = 0; k < std::min(*top, order.size()) && importance[order[k]] > 0; ++k)
        chosen.push_back(order[k]);
    const std::size_t firstLow = order.size() - std::min(*top, order.size());
    for (std::size_t k = firstLow; k < order.size(); ++k)
        if (importance[order[k]] < 0)
            chosen.push_back(order[k]);
    return chosen;
}

std::uint64_t keyOf(const SparseRow& row)
{
    std::uint64_t key = 0xcbf29ce484222325ull;
    const auto mix = [&key](std::uint64_t word) { key = (key ^ word) * 0x100000001b3ull; };
    for (std::size_t k = 0; k < row.columns.size(); ++k) {
        mix(static_cast<std::uint64_t>(row.columns[k]));
        mix(std::bit_cast<std::uint64_t>(row.values[k]));
    }
    return key;
}

} // namespace

LinearExplainer::LinearExplainer(std::shared_ptr<const DocumentData> data,
                                 std::shared_ptr<const SparseLinearModel> model)
    : LinearExplainer(data, model, model->scores(data->train.x))
{
}

LinearExplainer::LinearExplainer(std::shared_ptr<const DocumentData> data,
                                 std::shared_ptr<const SparseLinearModel> model, Vector trainingScores)
    : m_data(std::move(data)), m_model(std::move(model)), m_scores(std::move(trainingScores))
{
    if (m_model->theta.size() != m_data->featureCount())
        throw Error(Error::Kind::BadOption, "The model has " + std::to_string(m_model->theta.size()) +
                                                " features but the dataset has " +
                                                std::to_string(m_data->featureCount()) +
                                                "; open the dataset that the model was trained on.");
    m_slopes = lossSlopes(*m_model, m_scores, m_data->train.labels);
    m_zeroModel = (m_model->theta.array() == 0).all() && !(m_model->bias && m_model->bias->weight != 0);
}

LinearPoint LinearExplainer::find(const TestPoint& point) const
{
    LinearPoint found;
    if (const auto* row = std::get_if<DatasetRow>(&point)) {
        const DocumentPart& part = m_data->part(row->part);
        if (row->index < 0 || static_cast<std::size_t>(row->index) >= part.size())
            throw Error(Error::Kind::BadOption, "There is no sample " + std::to_string(row->index) +
                                                    " in the " + std::string(partName(row->part)) +
                                                    " part, which has " + std::to_string(part.size()) +
                                                    " (they count from 0).");
        found.row = rowView(part.x, row->index);
        found.label = part.labels[static_cast<std::size_t>(row->index)];
        found.training = row->part == Part::Train;
        found.key = (static_cast<std::uint64_t>(row->part) << 32) | static_cast<std::uint32_t>(row->index);
    } else if (const auto* free = std::get_if<FreeRow>(&point)) {
        found.row = free->row.view();
        found.key = keyOf(free->row);
    } else {
        throw Error(
            Error::Kind::BadOption,
            "A model of documents explains a document, not a user and an item; name a sample or a text.");
    }
    return found;
}

void LinearExplainer::importances(const LinearPoint& point, Eigen::Ref<Vector> result) const
{
    Vector global(samples());
    factors(point, 0, global, result);
    result.array() *= global.array();
}

void LinearExplainer::scores(const SparseRowView& row, Eigen::Ref<Vector> result) const
{
    importances(LinearPoint{.row = row, .label = {}, .training = false, .key = 0}, result);
}

Explanation LinearExplainer::explain(const TestPoint& point, const ExplainOptions& options) const
{
    const LinearPoint found = find(point);
    Explanation explanation;
    explanation.method = std::string(method().id);
    explanation.point = point;
    explanation.prediction = m_model->score(found.row);
    explanation.actual = found.label;
    explanation.offset = m_model->intercept;

    Vector global(samples()), local(samples());
    factors(found, options.seed, global, local);
    const Vector importance = global.cwiseProduct(local);
    SideSum sum;
    sum.sum = importance.sum();
    sum.residual = sum.sum - (explanation.prediction - explanation.offset);
    sum.samples = static_cast<std::size_t>(samples());
    explanation.candidates = sum.samples;
    explanation.exact = complete() && m_model->certificate <= exactness &&
                        std::abs(sum.residual) <= exactness * std::max(1.0, std::abs(explanation.prediction));
    explanation.unit = !explanation.exact ? "ranking" : m_model->loss == Loss::Logistic ? "logits" : "score";
    explanation.sums.push_back(sum);
    for (const Eigen::Index i : ranked(importance, options.top))
        explanation.contributions.push_back({.index = {static_cast<std::int32_t>(i)},
                                             .side = Side::Single,
                                             .global = global[i],
                                             .local = local[i],
                                             .importance = importance[i]});
    addNotes(found, explanation);
    return explanation;
}

void LinearExplainer::addNotes(const LinearPoint& point, Explanation& explanation) const
{
    std::size_t unseen = 0, active = 0;
    for (const std::int32_t j : point.row.columns) {
        if (j >= m_model->theta.size())
            ++unseen;
        else if (m_model->theta[j] != 0)
            ++active;
    }
    if (m_zeroModel)
        explanation.notes.emplace_back(
            "All weights of the model are zero, so no training sample has a share in any prediction; train "
            "with a larger C (a smaller lambda).");
    else if (active == 0)
        explanation.notes.emplace_back(
            "No feature of this sample has a weight in the model: its score is the "
            "same as that of an empty sample.");
    if (unseen > 0)
        explanation.notes.emplace_back(
            std::to_string(unseen) +
            " features of this sample were never seen in training and count for nothing.");
    if (point.training)
        explanation.notes.emplace_back("This is a training sample explained with itself left in: its own "
                                       "importance is part of the list.");
    if (complete() && !explanation.exact)
        explanation.notes.emplace_back("The model is not at the optimum of its training problem, so the "
                                       "importances do not add up to the "
                                       "prediction; train it further (Polish).");
}

} // namespace representer
