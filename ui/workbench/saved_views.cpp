#include "ui/workbench/saved_views.h"

#include "core/store/explanation_store.h"
#include "ui/number_format.h"
#include "ui/workbench/undo_step.h"
#include "ui/workbench/workbench.h"

#include <QPointer>

#include <algorithm>

namespace representer {

namespace {

constexpr const char* kindOfView = "view";

nlohmann::json toJson(const Bookmark& place)
{
    return {{"point", place.point.toStdString()},
            {"method", place.method.toStdString()},
            {"side", static_cast<int>(place.side)}};
}

SavedViews::View fromItem(const SavedItem& item)
{
    const int side = item.content.value("side", static_cast<int>(Side::Both));
    return {toQString(item.name),
            {toQString(item.model), toQString(item.content.value("point", std::string())),
             toQString(item.content.value("method", std::string())),
             static_cast<Side>(std::clamp(side, 0, static_cast<int>(Side::Both)))}};
}

void removeViews(const ExplanationStore& store, const std::string& name)
{
    for (const SavedItem& item : store.list(kindOfView))
        if (item.name == name)
            store.remove(item.id);
}

} // namespace

SavedViews::SavedViews(Workbench& workbench) : m_workbench(workbench)
{
    connect(&workbench, &Workbench::modelsChanged, this, &SavedViews::read);
    connect(&m_store, &StoreQueue::failed, this, &SavedViews::failed);
}

void SavedViews::read()
{
    if (storing()) // what is being written would be missing
        return;
    m_reading.start(
        tr("Reading the saved views"),
        [path = m_workbench.workspacePath()](const TaskContext&) {
            const Workspace workspace(path, Workspace::Mode::OpenExisting);
            std::vector<View> views;
            for (const SavedItem& item : ExplanationStore(workspace).list(kindOfView))
                views.push_back(fromItem(item));
            return views;
        },
        [this](std::vector<View> views) {
            m_views = std::move(views);
            std::ranges::sort(m_views, {}, &View::name);
            emit changed();
        },
        [](const QString&) {}); // the workbench tells of a workspace that cannot be read
}

const SavedViews::View* SavedViews::find(const QString& name) const
{
    const auto found = std::ranges::find(m_views, name, &View::name);
    return found == m_views.end() ? nullptr : &*found;
}

bool SavedViews::canSave() const
{
    const auto explained = m_workbench.explanation();
    return explained && bookmarkOf(*explained);
}

QString SavedViews::suggestedName() const
{
    const auto explained = m_workbench.explanation();
    return explained ? explained->pointDescription : QString();
}

void SavedViews::save(const QString& name)
{
    if (canSave() && !name.trimmed().isEmpty())
        change(tr("saved view"), name.trimmed(), bookmarkOf(*m_workbench.explanation()));
}

void SavedViews::remove(const QString& name)
{
    change(tr("removed view"), name, std::nullopt);
}

void SavedViews::open(const QString& name)
{
    const View* view = find(name);
    if (!view)
        return;
    if (goTo(m_workbench, view->place))
        m_workbench.requestPage(PageId::Explain);
    else
        emit failed(tr("The model %1 of this view is no longer in the workspace.").arg(view->place.model));
}

void SavedViews::change(const QString& step, const QString& name, const std::optional<Bookmark>& after)
{
    const View* view = find(name);
    const std::optional<Bookmark> before = view ? std::optional(view->place) : std::nullopt;
    const auto to = [views = QPointer<SavedViews>(this), name](const std::optional<Bookmark>& place) {
        return [=] {
            if (views)
                views->apply(name, place);
        };
    };
    m_workbench.undoStack().push(new UndoStep(step, to(after), to(before)));
}

void SavedViews::apply(const QString& name, const std::optional<Bookmark>& place)
{
    m_reading.cancel();
    std::erase_if(m_views, [&](const View& view) { return view.name == name; });
    if (place) {
        m_views.push_back({name, *place});
        std::ranges::sort(m_views, {}, &View::name);
    }
    m_store.add(m_workbench.workspacePath(), [name = name.toStdString(), place](const Workspace& workspace) {
        const ExplanationStore store(workspace);
        removeViews(store, name);
        if (place) {
            SavedItem item;
            item.model = place->model.toStdString();
            item.kind = kindOfView;
            item.name = name;
            item.content = toJson(*place);
            store.add(item);
        }
    });
    emit changed();
}

} // namespace representer
