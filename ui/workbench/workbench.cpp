#include "ui/workbench/workbench.h"

#include "core/store/dataset_store.h"
#include "core/store/model_store.h"
#include "ui/jobs/release_elsewhere.h"
#include "ui/number_format.h"
#include "ui/workbench/first_point.h"
#include "ui/workbench/annotations.h"
#include "ui/workbench/saved_views.h"
#include "ui/workbench/select_sample_command.h"

#include <algorithm>

namespace representer {

namespace {

constexpr int undoLimit = 100;
constexpr std::size_t historyLimit = 200;

struct Lists {
    std::vector<DatasetInfo> datasets;
    std::vector<ModelInfo> models;
    bool readOnly = false;
};

// Of the file and of the log beside it, whichever is newer.
std::filesystem::file_time_type lastWrite(const std::filesystem::path& path)
{
    std::filesystem::file_time_type newest = std::filesystem::file_time_type::min();
    for (const std::string& name : {path.string(), path.string() + "-wal"}) {
        std::error_code none;
        const auto time = std::filesystem::last_write_time(name, none);
        if (!none)
            newest = std::max(newest, time);
    }
    return newest;
}

} // namespace

Workbench::Workbench(std::filesystem::path workspace, QObject* parent)
    : QObject(parent), m_workspace(std::move(workspace))
{
    m_undo.setUndoLimit(undoLimit);
    m_annotations = std::make_unique<Annotations>(*this);
    m_views = std::make_unique<SavedViews>(*this);
    connect(&m_explaining, &LatestJob::runningChanged, this, &Workbench::explainingChanged);
    reload();
}

Workbench::~Workbench()
{
    m_lists.cancel();
    m_opening.cancel();
    m_explaining.cancel();
}

void Workbench::openWorkspace(std::filesystem::path path)
{
    closeModel();
    m_workspace = std::move(path);
    m_readOnly = false;
    m_datasets.clear();
    m_models.clear();
    m_history.clear();
    m_historyAt = 0;
    m_undo.clear();
    setCurrentDataset({});
    emit workspaceChanged();
    emit datasetsChanged();
    emit modelsChanged();
    emit historyChanged();
    reload();
}

void Workbench::reload()
{
    m_lists.start(
        tr("Reading the workspace"),
        [path = m_workspace](const TaskContext&) {
            const Workspace workspace(path);
            return Lists{DatasetStore(workspace).list(), ModelStore(workspace).list(), workspace.readOnly()};
        },
        [this](Lists lists) {
            m_datasets = std::move(lists.datasets);
            m_models = std::move(lists.models);
            if (!m_currentDataset.isEmpty() && !findDataset(m_currentDataset))
                setCurrentDataset({});
            if (m_currentDataset.isEmpty() && !m_datasets.empty())
                setCurrentDataset(toQString(m_datasets.front().name));
            emit datasetsChanged();
            emit modelsChanged();
            listsRead(lists.readOnly);
        },
        [this](const QString& message) { emit listsFailed(message); });
}

void Workbench::listsRead(bool readOnly)
{
    m_lastWrite = lastWrite(m_workspace);
    if (readOnly && !m_readOnly)
        warn(tr("This workspace is read-only: you can look at everything and export it, but nothing new "
                "can be kept in it."));
    m_readOnly = readOnly;
    const bool removed = m_openModel && !findModel(toQString(m_openModel->model().info.name));
    if (removed && !m_toldOfRemoval)
        warn(tr("The model %1 was removed from the workspace. What is on screen is still its, and can be "
                "exported; choose another model to go on.")
                   .arg(toQString(m_openModel->model().info.name)));
    m_toldOfRemoval = removed;
}

void Workbench::reloadIfChanged()
{
    if (!reloading() && lastWrite(m_workspace) != m_lastWrite)
        reload();
}

const DatasetInfo* Workbench::findDataset(const QString& name) const
{
    const auto found =
        std::find_if(m_datasets.begin(), m_datasets.end(),
                     [text = name.toStdString()](const auto& info) { return info.name == text; });
    return found == m_datasets.end() ? nullptr : &*found;
}

const ModelInfo* Workbench::findModel(const QString& name) const
{
    const auto found =
        std::find_if(m_models.begin(), m_models.end(),
                     [text = name.toStdString()](const auto& info) { return info.name == text; });
    return found == m_models.end() ? nullptr : &*found;
}

void Workbench::setCurrentDataset(const QString& name)
{
    if (m_currentDataset == name)
        return;
    m_currentDataset = name;
    emit currentDatasetChanged();
}

QString Workbench::openModelName() const
{
    if (!m_openingName.isEmpty())
        return m_openingName;
    return m_openModel ? toQString(m_openModel->model().info.name) : QString();
}

void Workbench::useModel(const QString& name)
{
    if (name == openModelName())
        return;
    m_openingName = name;
    m_explaining.cancel();
    m_opening.start(
        tr("Opening %1").arg(name),
        [path = m_workspace, text = name.toStdString()](const TaskContext& context) {
            const Workspace workspace(path);
            return releasedElsewhere<OpenModel>(OpenModel::open(workspace, text, context));
        },
        [this](std::shared_ptr<const OpenModel> model) { modelOpened(std::move(model)); },
        [this](const QString& message) {
            m_openingName.clear();
            m_pointAfterOpening.reset();
            emit openModelChanged();
            emit openModelFailed(message);
        });
    emit openModelChanged();
}

void Workbench::modelOpened(std::shared_ptr<const OpenModel> model)
{
    // A point means the same thing for another model of the same data; typed text is vectorised alike.
    const bool sameData =
        m_openModel && m_openModel->dataset().info.fingerprint == model->dataset().info.fingerprint;
    m_openModel = std::move(model);
    m_openingName.clear();
    const auto methods = m_openModel->methods();
    const bool methodFits =
        std::any_of(methods.begin(), methods.end(),
                    [this](const MethodDescriptor* method) { return method->id == m_method; });
    if (!methodFits && !methods.empty())
        m_method = methods.front()->id;
    setCurrentDataset(toQString(m_openModel->dataset().info.name));
    const std::optional<TestPoint> next = std::exchange(m_pointAfterOpening, std::nullopt);
    if (next)
        m_point = next;
    else if (!sameData || !m_point)
        m_point = firstPoint(m_openModel->dataset());
    emit openModelChanged();
    emit questionChanged();
    emit pointChanged();
    if (m_point) {
        remember(*m_point);
        explain();
    } else {
        setExplanation(nullptr);
    }
}

void Workbench::closeModel()
{
    m_opening.cancel();
    m_explaining.cancel();
    m_openingName.clear();
    m_pointAfterOpening.reset();
    if (!m_openModel)
        return;
    m_openModel = nullptr;
    m_point.reset();
    emit openModelChanged();
    emit pointChanged();
    setExplanation(nullptr);
}

void Workbench::setPoint(const TestPoint& point)
{
    if (!m_openingName.isEmpty()) {
        m_pointAfterOpening = point; // meant for the model that is on its way
        return;
    }
    if (m_point && samePoint(*m_point, point))
        return;
    m_point = point;
    remember(point);
    emit pointChanged();
    explain();
}

void Workbench::clearPoint()
{
    m_point.reset();
    m_explaining.cancel();
    emit pointChanged();
    setExplanation(nullptr);
}

void Workbench::setMethod(std::string_view method)
{
    if (m_method == method)
        return;
    m_method = method;
    emit questionChanged();
    explain();
}

void Workbench::setSide(Side side)
{
    if (m_side == side)
        return;
    m_side = side;
    emit questionChanged();
    explain();
}

void Workbench::setTop(std::size_t top)
{
    if (m_top == top)
        return;
    m_top = top;
    emit questionChanged();
    explain();
}

void Workbench::explain()
{
    if (!m_openModel || !m_point)
        return;
    m_explaining.start(
        tr("Explaining"),
        [model = m_openModel,
         question = ExplainQuestion{*m_point, m_method, m_side, m_top}](const TaskContext& context) {
            return std::make_shared<const ExplainedPoint>(explainPoint(model, question, context));
        },
        [this](std::shared_ptr<const ExplainedPoint> explained) {
            if (explained->model->hasUnkept() && !m_readOnly)
                m_preparations.add(m_workspace, [model = explained->model](const Workspace& workspace) {
                    model->keepPrepared(workspace);
                });
            setExplanation(std::move(explained));
        },
        [this](const QString& message) {
            setExplanation(nullptr);
            emit explanationFailed(message);
        });
}

void Workbench::setExplanation(std::shared_ptr<const ExplainedPoint> explanation)
{
    if (!explanation && !m_explanation)
        return;
    m_explanation = std::move(explanation);
    emit explanationChanged();
    if (!m_explanation)
        applySelection(std::nullopt);
}

void Workbench::remember(const TestPoint& point)
{
    const QString model = openModelName();
    if (m_historyAt < m_history.size() && m_history[m_historyAt].model == model &&
        samePoint(m_history[m_historyAt].point, point))
        return; // we came here by Back or Forward
    if (!m_history.empty())
        m_history.resize(m_historyAt + 1);
    m_history.push_back({model, point});
    if (m_history.size() > historyLimit)
        m_history.erase(m_history.begin());
    m_historyAt = m_history.size() - 1;
    emit historyChanged();
}

void Workbench::goBack()
{
    if (canGoBack())
        visit(m_historyAt - 1);
}

void Workbench::goForward()
{
    if (canGoForward())
        visit(m_historyAt + 1);
}

void Workbench::visit(std::size_t at)
{
    m_historyAt = at;
    const Visit visit = m_history[at];
    if (visit.model == openModelName()) {
        setPoint(visit.point);
    } else {
        useModel(visit.model);
        m_pointAfterOpening = visit.point;
    }
    emit historyChanged();
}

void Workbench::selectSample(const std::optional<SelectedSample>& sample)
{
    if (sample != m_selected)
        m_undo.push(new SelectSampleCommand(*this, m_selected, sample));
}

void Workbench::applySelection(const std::optional<SelectedSample>& sample)
{
    if (sample == m_selected)
        return;
    m_selected = sample;
    emit selectedSampleChanged();
}

} // namespace representer
