#include "ui/search/search_popup.h"

#include "ui/number_format.h"
#include "ui/pages/page_list.h"
#include "ui/search/sample_hits.h"
#include "ui/theme/icons.h"
#include "ui/workbench/saved_views.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>

namespace representer {

static constexpr std::size_t mostResults = 40;

// A user with the item looked at now, an item with the user looked at now.
static UserItem pairWith(const Workbench& workbench, const SampleHit& hit)
{
    UserItem pair;
    if (workbench.point())
        if (const auto* current = std::get_if<UserItem>(&*workbench.point()))
            pair = *current;
    if (hit.kind == SampleHit::Kind::User)
        pair.user = {hit.index};
    else
        pair.item = {hit.index};
    return pair;
}

SearchPopup::SearchPopup(Workbench& workbench, QLineEdit& box, QList<QAction*> commands, QWidget* window)
    : QListWidget(window), m_workbench(workbench), m_box(box), m_commands(std::move(commands))
{
    setObjectName(QStringLiteral("searchResults"));
    setAccessibleName(tr("Search results"));
    setFocusPolicy(Qt::NoFocus);
    setTextElideMode(Qt::ElideRight);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    hide();
    box.installEventFilter(this);
    m_delay.setSingleShot(true);
    m_delay.setInterval(120);
    connect(&m_delay, &QTimer::timeout, this, [this] { searchSamples(m_box.text().trimmed()); });
    connect(&box, &QLineEdit::textChanged, this, &SearchPopup::search);
    connect(this, &QListWidget::itemClicked, this, [this](QListWidgetItem* item) { choose(row(item)); });
}

void SearchPopup::add(SearchResult result)
{
    if (m_results.size() >= mostResults)
        return;
    addItem(new QListWidgetItem(themedIcon(result.icon, palette()),
                                QStringLiteral("%1   %2").arg(result.title, result.detail)));
    m_results.push_back(std::move(result));
}

void SearchPopup::search()
{
    clear();
    m_results.clear();
    const QString query = m_box.text().trimmed();
    m_searching.cancel();
    if (query.isEmpty()) {
        hide();
        return;
    }
    const auto fits = [&](const QString& text) { return text.contains(query, Qt::CaseInsensitive); };
    for (const PageEntry& page : pageList())
        if (fits(page.name) || fits(page.summary))
            add({page.key, page.name, tr("page"), [this, id = page.id] { m_workbench.requestPage(id); }});
    for (const ModelInfo& info : m_workbench.models())
        if (const QString name = toQString(info.name); fits(name))
            add({QStringLiteral("models"), name, tr("model of %1").arg(toQString(info.dataset)),
                 [this, name] {
                     m_workbench.useModel(name);
                     m_workbench.requestPage(PageId::Explain);
                 }});
    for (const DatasetInfo& info : m_workbench.datasets())
        if (const QString name = toQString(info.name); fits(name))
            add({QStringLiteral("data"), name, tr("dataset"), [this, name] {
                     m_workbench.setCurrentDataset(name);
                     m_workbench.requestPage(PageId::Data);
                 }});
    for (const SavedViews::View& view : m_workbench.views().views())
        if (fits(view.name))
            add({QStringLiteral("explain"), view.name, tr("saved view of %1").arg(view.place.model),
                 [this, name = view.name] { m_workbench.views().open(name); }});
    for (QAction* action : m_commands) {
        const QString name = QString(action->text()).remove(QLatin1Char('&'));
        if (action->isEnabled() && fits(name))
            add({QStringLiteral("command"), name, tr("command"), [action] { action->trigger(); }});
    }
    place();
    m_delay.start();
}

void SearchPopup::searchSamples(const QString& query)
{
    const auto open = m_workbench.openModel();
    if (!open || query.isEmpty())
        return;
    m_searching.start(
        tr("Searching"),
        [path = m_workbench.workspacePath(), open, text = query.toStdString()](const TaskContext& context) {
            return findSampleHits(path, open->dataset(), text, context);
        },
        [this](const std::vector<SampleHit>& hits) {
            for (const SampleHit& hit : hits) {
                const bool user = hit.kind == SampleHit::Kind::User;
                const bool item = hit.kind == SampleHit::Kind::Item;
                add({user   ? QStringLiteral("user")
                     : item ? QStringLiteral("item")
                            : QStringLiteral("document"),
                     user ? tr("user %1").arg(hit.title) : hit.title,
                     user   ? QString()
                     : item ? tr("item")
                            : tr("test document"),
                     [this, hit] {
                         if (hit.kind == SampleHit::Kind::Document)
                             m_workbench.setPoint(DatasetRow{Part::Test, hit.index});
                         else
                             m_workbench.setPoint(pairWith(m_workbench, hit));
                         m_workbench.requestPage(PageId::Explain);
                     }});
            }
            place();
        });
}

void SearchPopup::place()
{
    if (m_results.empty()) {
        clear();
        auto* none = new QListWidgetItem(tr("Nothing found so far"), this);
        none->setFlags(Qt::NoItemFlags);
    }
    const int rows = std::min(count(), 12);
    const QPoint corner = m_box.mapTo(parentWidget(), QPoint(0, m_box.height() + 4));
    const int width = std::max(m_box.width(), 420);
    const int left = std::min(corner.x(), parentWidget()->width() - width - 8);
    setGeometry(left, corner.y(), width, rows * (sizeHintForRow(0) + 1) + 8);
    if (!m_results.empty() && currentRow() < 0)
        setCurrentRow(0);
    show();
    raise();
}

void SearchPopup::choose(int row)
{
    if (row < 0 || row >= static_cast<int>(m_results.size()))
        return;
    const auto action = m_results[static_cast<std::size_t>(row)].choose;
    m_box.clear();
    m_box.clearFocus();
    hide();
    action();
}

bool SearchPopup::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Down:
            setCurrentRow(std::min(currentRow() + 1, count() - 1));
            return true;
        case Qt::Key_Up:
            setCurrentRow(std::max(currentRow() - 1, 0));
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            choose(std::max(0, currentRow()));
            return true;
        case Qt::Key_Escape:
            m_box.clear();
            m_box.clearFocus();
            hide();
            return true;
        default:
            break;
        }
    } else if (event->type() == QEvent::FocusOut) {
        QTimer::singleShot(150, this, [this] {
            if (!m_box.hasFocus())
                hide();
        });
    } else if (event->type() == QEvent::FocusIn && !m_box.text().isEmpty()) {
        search();
    }
    return QListWidget::eventFilter(watched, event);
}

} // namespace representer
