#include "core/operations/open_model.h"

#include "core/base/number_text.h"
#include "core/explainers/factor_explainers.h"
#include "core/explainers/linear_explainers.h"
#include "core/explainers/trace_explainers.h"
#include "core/explainers/user_units.h"
#include "core/operations/kept_preparations.h"
#include "core/operations/make_retrainer.h"
#include "core/operations/share_content.h"
#include "core/store/dataset_store.h"
#include "core/store/model_store.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace representer {

namespace {

std::string titleOf(const EntityTable& table, std::int32_t index, const char* kind)
{
    const auto i = static_cast<std::size_t>(index);
    if (!table.titles.empty() && !table.titles[i].empty())
        return table.titles[i];
    return std::string(kind) + " " + table.ids[i];
}

std::string attributesOf(const EntityTable& table, std::int32_t index)
{
    std::string text;
    for (const auto& values : table.attributes) {
        const std::string& value = values[static_cast<std::size_t>(index)];
        if (!value.empty())
            text += (text.empty() ? "" : ", ") + value;
    }
    return text;
}

} // namespace

std::shared_ptr<const OpenModel> OpenModel::open(const Workspace& workspace, std::string_view modelName,
                                                 const TaskContext& context)
{
    const ModelStore models(workspace);
    const ModelInfo info = models.require(modelName);
    auto model = std::make_shared<const Model>(models.load(modelName, ModelStore::Checkpoints::Load, context));
    auto dataset = std::make_shared<const Dataset>(
        DatasetStore(workspace).load(info.dataset, DatasetStore::Texts::Leave, context));
    if (dataset->info.fingerprint != info.datasetFingerprint)
        throw Error(Error::Kind::Storage, "the model " + info.name + " was trained on another content of the dataset " +
                    info.dataset + "; train it again.");
    const auto opened = makeOpen(std::move(dataset), std::move(model));
    opened->m_kept = preparationsKeptIn(
        workspace.path(), workspace.readOnly() ? Workspace::Mode::ReadOnly : Workspace::Mode::OpenExisting, info);
    return opened;
}

std::shared_ptr<const OpenModel> OpenModel::ofParts(std::shared_ptr<const Dataset> dataset,
                                                    std::shared_ptr<const Model> model)
{
    return makeOpen(std::move(dataset), std::move(model));
}

std::shared_ptr<OpenModel> OpenModel::makeOpen(std::shared_ptr<const Dataset> dataset,
                                               std::shared_ptr<const Model> model)
{
    std::shared_ptr<OpenModel> open(new OpenModel);
    open->m_dataset = std::move(dataset);
    open->m_model = std::move(model);
    if (const auto* ratings = std::get_if<RatingData>(&open->m_dataset->content)) {
        open->m_ratingIndex = std::make_shared<const RatingIndex>(ratings->train, ratings->users.size(), ratings->items.size());
        open->m_factors = std::make_shared<const ScoringFactors>(representer::scoringFactors(open->m_model->content));
    }
    return open;
}

std::vector<const MethodDescriptor*> OpenModel::methods() const
{
    const ModelContent& content = m_model->content;
    const bool linear = std::holds_alternative<SparseLinearModel>(content);
    const bool trace = std::holds_alternative<TraceModel>(content);
    std::vector<const MethodDescriptor*> fitting;
    for (const MethodDescriptor& method : linear ? linearMethods() : trace ? traceMethods() : factorMethods())
        if (linear || trace || factorMethodRefusal(method.id, content).empty())
            fitting.push_back(&method);
    return fitting;
}

const Explainer& OpenModel::explainer(std::string_view method, const TaskContext& context) const
{
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_explainers.find(method); found != m_explainers.end())
        return *found->second;
    std::unique_ptr<Explainer> made;
    if (std::holds_alternative<SparseLinearModel>(m_model->content))
        made = makeLinearExplainer(method, shareContent<DocumentData>(m_dataset),
                                   shareContent<SparseLinearModel>(m_model), context, {}, m_kept);
    else if (std::holds_alternative<TraceModel>(m_model->content))
        made = makeTraceExplainer(method, shareContent<MatrixData>(m_dataset), shareContent<TraceModel>(m_model), context);
    else
        made = makeFactorExplainer(method, shareContent<RatingData>(m_dataset), m_ratingIndex,
                                   std::shared_ptr<const ModelContent>(m_model, &m_model->content), context);
    if (m_kept && made->worthKeeping()) {
        m_unkept.push_back(made.get());
        m_hasUnkept = true;
    }
    return *m_explainers.emplace(std::string(method), std::move(made)).first->second;
}

void OpenModel::keepPrepared(const Workspace& workspace) const
{
    std::vector<const Explainer*> unkept;
    {
        const std::lock_guard lock(m_mutex);
        unkept = std::exchange(m_unkept, {});
        m_hasUnkept = false;
    }
    for (const Explainer* explainer : unkept) // they live as long as this
        keepPreparation(workspace, m_model->info, explainer->preparation());
}

double OpenModel::predict(const TestPoint& point) const
{
    return scoreInUserUnits(m_model->content, point);
}

double OpenModel::scoreInUserUnits(const ModelContent& model, const TestPoint& point) const
{
    const double trained = trainedScore(model, point);
    const auto* ratings = std::get_if<RatingData>(&m_dataset->content);
    return ratings != nullptr ? ratings->scale.toUser(trained) : trained;
}

double OpenModel::trainedScore(const ModelContent& model, const TestPoint& point) const
{
    if (const auto* linear = std::get_if<SparseLinearModel>(&model)) {
        if (const auto* free = std::get_if<FreeRow>(&point))
            return linear->score(free->row.view());
        const auto& row = std::get<DatasetRow>(point);
        return linear->score(rowView(std::get<DocumentData>(m_dataset->content).part(row.part).x, row.index));
    }
    if (const auto* trace = std::get_if<TraceModel>(&model)) {
        const auto& row = std::get<DatasetRow>(point);
        const auto& data = std::get<MatrixData>(m_dataset->content);
        const Eigen::Map<const RowMatrix> x(data.part(row.part).values.row(row.index).data(), data.rows, data.columns);
        return trace->theta.cwiseProduct(x).sum();
    }
    const auto& pair = std::get<UserItem>(point);
    if (&model == &m_model->content)
        return m_factors->score(pair.user, pair.item); // tower outputs are computed once, not per pair
    if (const auto* factors = std::get_if<FactorModel>(&model))
        return factors->score(pair.user, pair.item);
    return std::get<TwoTowerModel>(model).score(pair.user, pair.item);
}

std::optional<double> OpenModel::actual(const TestPoint& point) const
{
    if (std::holds_alternative<FreeRow>(point))
        return std::nullopt;
    if (const auto* pair = std::get_if<UserItem>(&point)) {
        const auto& data = std::get<RatingData>(m_dataset->content);
        if (const auto row = m_ratingIndex->find(data.train, pair->user, pair->item))
            return data.scale.toUser(static_cast<double>(data.train.values[static_cast<std::size_t>(row->value)]));
        for (const RatingPart* part : {&data.test, &data.validation}) {
            const auto [first, last] = std::equal_range(part->users.begin(), part->users.end(), pair->user.value);
            for (auto user = first; user != last; ++user) {
                const auto row = static_cast<std::size_t>(user - part->users.begin());
                if (part->items[row] == pair->item.value)
                    return data.scale.toUser(static_cast<double>(part->values[row]));
            }
        }
        return std::nullopt;
    }
    const auto& row = std::get<DatasetRow>(point);
    const auto index = static_cast<std::size_t>(row.index);
    if (const auto* documents = std::get_if<DocumentData>(&m_dataset->content))
        return documents->part(row.part).labels[index];
    return std::get<MatrixData>(m_dataset->content).part(row.part).labels[index];
}

Explanation OpenModel::explain(const TestPoint& point, std::string_view method, const ExplainOptions& options) const
{
    Explanation explanation = explainer(method).explain(point, options);
    if (const auto* ratings = std::get_if<RatingData>(&m_dataset->content))
        explanation = toUserUnits(std::move(explanation), ratings->scale);
    explanation.actual = actual(point);
    return explanation;
}

std::vector<ExplainedSample> OpenModel::describe(const Explanation& explanation) const
{
    std::vector<ExplainedSample> samples;
    samples.reserve(explanation.contributions.size());
    const auto* pair = std::get_if<UserItem>(&explanation.point);
    for (const Contribution& c : explanation.contributions)
        samples.push_back(describeSample(c, pair));
    std::vector<std::size_t> order(samples.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::abs(samples[a].contribution.importance) > std::abs(samples[b].contribution.importance);
    });
    for (std::size_t rank = 0; rank < order.size(); ++rank)
        samples[order[rank]].rank = static_cast<int>(rank) + 1;
    return samples;
}

ExplainedSample OpenModel::describeSample(const Contribution& c, const UserItem* pair) const
{
    ExplainedSample sample;
    sample.contribution = c;
    const auto i = static_cast<std::size_t>(c.index.value);
    const auto textOr = [i](const std::vector<std::string>& column, const std::string& other) {
        return column.empty() ? other : column[i];
    };
    if (const auto* documents = std::get_if<DocumentData>(&m_dataset->content)) {
        const DocumentPart& train = documents->train;
        sample.id = textOr(train.ids, std::to_string(c.index.value));
        sample.title = textOr(train.titles, sample.id);
        sample.label = documents->labelNames[train.labels[i]];
        if (!train.classes.empty() && train.classes[i] != sample.label)
            sample.detail = train.classes[i];
    } else if (const auto* matrices = std::get_if<MatrixData>(&m_dataset->content)) {
        sample.id = textOr(matrices->train.ids, std::to_string(c.index.value));
        sample.title = sample.id;
        sample.label = matrices->labelNames[matrices->train.labels[i]];
    } else {
        const auto& ratings = std::get<RatingData>(m_dataset->content);
        const std::int32_t user = ratings.train.users[i];
        const std::int32_t item = ratings.train.items[i];
        sample.id = ratings.users.ids[static_cast<std::size_t>(user)] + ":" + ratings.items.ids[static_cast<std::size_t>(item)];
        const bool sameUser = pair != nullptr && c.side == Side::Item;
        sample.title = sameUser ? titleOf(ratings.items, item, "item") : titleOf(ratings.users, user, "user");
        if (pair == nullptr) // seen on its own, neither side goes without saying
            sample.title = titleOf(ratings.items, item, "item") + " by " + sample.title;
        sample.detail = sameUser || pair == nullptr ? attributesOf(ratings.items, item) : attributesOf(ratings.users, user);
        sample.label = shortText(ratings.scale.toUser(static_cast<double>(ratings.train.values[i])));
        const double opinion = ratings.scale.toUser(trainedScore(m_model->content, UserItem{{user}, {item}}));
        sample.modelOpinion = opinion;
    }
    return sample;
}

std::string OpenModel::describePoint(const TestPoint& point) const
{
    if (const auto* free = std::get_if<FreeRow>(&point))
        return "typed text " + quotedExcerpt(free->text, 60);
    if (const auto* pair = std::get_if<UserItem>(&point)) {
        const auto& ratings = std::get<RatingData>(m_dataset->content);
        return titleOf(ratings.items, pair->item.value, "item") + " for " + titleOf(ratings.users, pair->user.value, "user");
    }
    const auto& row = std::get<DatasetRow>(point);
    const std::string name = std::string(partName(row.part)) + " sample " + std::to_string(row.index);
    if (const auto* documents = std::get_if<DocumentData>(&m_dataset->content)) {
        const auto& titles = documents->part(row.part).titles;
        if (!titles.empty() && !titles[static_cast<std::size_t>(row.index)].empty())
            return name + ", \"" + titles[static_cast<std::size_t>(row.index)] + "\"";
    }
    return name;
}

const Retrainer& OpenModel::retrainer(const TaskContext&) const
{
    const std::lock_guard lock(m_mutex);
    if (!m_retrainer)
        m_retrainer = makeRetrainer(m_dataset, m_model);
    return *m_retrainer;
}

} // namespace representer
