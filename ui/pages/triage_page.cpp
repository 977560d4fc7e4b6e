#include "ui/pages/triage_page.h"

#include "core/store/workspace.h"
#include "ui/delegates/contribution_bar_delegate.h"
#include "ui/export/table_export.h"
#include "ui/models/roles.h"
#include "ui/number_format.h"
#include "ui/pages/explain/explain_exports.h"
#include "ui/widgets/data_table.h"
#include "ui/widgets/message_bar.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QUndoCommand>
#include <QVBoxLayout>

namespace representer {

namespace {

constexpr std::size_t listLength = 1000;

class MarkCommand final : public QUndoCommand {
public:
    MarkCommand(TriagePage* page, QString dataset,
                std::vector<std::pair<std::int32_t, std::optional<Verdict>>> before,
                std::optional<Verdict> after)
        : QUndoCommand(TriagePage::tr("mark")), m_page(page), m_dataset(std::move(dataset)),
          m_before(std::move(before)), m_after(after)
    {
    }
    void undo() override
    {
        for (const auto& [sample, verdict] : m_before)
            apply(sample, verdict);
    }
    void redo() override
    {
        for (const auto& [sample, verdict] : m_before)
            apply(sample, m_after);
    }

private:
    void apply(std::int32_t sample, std::optional<Verdict> verdict)
    {
        if (m_page)
            m_page->applyMark(m_dataset, sample, verdict);
    }
    QPointer<TriagePage> m_page;
    QString m_dataset;
    std::vector<std::pair<std::int32_t, std::optional<Verdict>>> m_before;
    std::optional<Verdict> m_after;
};

} // namespace

TriagePage::TriagePage(Workbench& workbench, JobList& jobs, QWidget* parent)
    : Page(workbench, jobs, parent), m_sorted(new QSortFilterProxyModel(this)),
      m_table(new DataTable(QStringLiteral("suspects"))), m_method(new QComboBox), m_count(new QLabel)
{
    auto* title = new QLabel(tr("Training samples that may be labelled wrongly"));
    title->setProperty("role", QStringLiteral("subtitle"));
    auto* hint = new QLabel(
        tr("A sample that has to hold up its own prediction against all others is suspect. Look, then mark "
           "it with K (keep), W (wrong) or U (unsure)."));
    hint->setProperty("role", QStringLiteral("muted"));
    hint->setWordWrap(true);
    m_count->setProperty("role", QStringLiteral("muted"));
    m_method->setAccessibleName(tr("Ordered by"));

    auto* line = new QHBoxLayout;
    line->addWidget(new QLabel(tr("Ordered by")));
    line->addWidget(m_method);
    line->addSpacing(12);
    const auto addVerdict = [&](const QString& text, const QKeySequence& key,
                                std::optional<Verdict> verdict) {
        auto* action = new QAction(text, m_table);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetShortcut);
        m_table->addAction(action);
        connect(action, &QAction::triggered, this, [this, verdict] { mark(verdict); });
        auto* button = new QPushButton(text);
        button->setToolTip(tr("Key: %1").arg(key.toString()));
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        line->addWidget(button);
        return action;
    };
    const QList<QAction*> actions{addVerdict(tr("Keep"), Qt::Key_K, Verdict::Keep),
                                  addVerdict(tr("Wrong"), Qt::Key_W, Verdict::Wrong),
                                  addVerdict(tr("Unsure"), Qt::Key_U, Verdict::Unsure),
                                  addVerdict(tr("No mark"), Qt::Key_Delete, std::nullopt)};
    m_table->setRowActions(actions);
    line->addStretch(1);
    line->addWidget(m_count);
    auto* exportButton = new QPushButton(tr("Export\u2026"));
    line->addWidget(exportButton);

    m_sorted->setSourceModel(&m_suspects);
    m_sorted->setSortRole(SortRole);
    m_table->setAccessibleName(tr("Suspected wrong labels"));
    m_table->setTable(m_sorted, {.hidden = {SuspectModel::Detail},
                                 .widths = {6, 11, 24, 0, 18, 12, 24},
                                 .stretched = SuspectModel::Sample});
    m_table->sortByColumn(SuspectModel::Rank, Qt::AscendingOrder);
    m_table->setItemDelegateForColumn(
        SuspectModel::Suspicion,
        new ContributionBarDelegate(ContributionBarDelegate::Shape::FromLeft, m_table));
    auto* layout = new QVBoxLayout(content());
    layout->setContentsMargins(16, 12, 16, 12);
    layout->addWidget(title);
    layout->addWidget(hint);
    layout->addLayout(line);
    layout->addWidget(m_table, 1);

    const auto exportTable = [this] {
        Table table = tableFromModel(*m_sorted, tr("Suspected wrong labels with marks"));
        table.manifest = manifestOf(*Page::workbench().openModel());
        askToExportTable(
            table, QStringLiteral("triage"), this,
            [this](const QString& path) { Page::workbench().notify(tr("Written: %1").arg(path)); },
            [this](const QString& message) { messageBar().showMessage(MessageBar::Kind::Error, message); });
    };
    connect(exportButton, &QPushButton::clicked, this, exportTable);
    connect(m_table, &DataTable::exportRequested, this, exportTable);
    connect(m_table, &DataTable::rowOpened, this, &TriagePage::explainRow);
    connect(m_method, &QComboBox::activated, this, &TriagePage::findThem);
    connect(&workbench, &Workbench::openModelChanged, this, &TriagePage::modelChanged);
    modelChanged();
}

void TriagePage::activated()
{
    if (m_stale && workbench().openModel())
        findThem();
}

void TriagePage::emptyActionTriggered()
{
    workbench().requestPage(PageId::Models);
}

void TriagePage::modelChanged()
{
    m_finding.cancel();
    m_suspects.setSuspects({});
    m_stale = true;
    const auto model = workbench().openModel();
    if (!model) {
        showEmpty(QStringLiteral("triage"), tr("No model is open"),
                  tr("Open a model: the training samples it has to bend for are listed here."),
                  tr("Go to Models"));
        return;
    }
    m_method->clear();
    for (const MethodDescriptor* method : model->methods()) {
        if (method->id != "random")
            m_method->addItem(tr("self-importance, %1").arg(toQString(method->name)), toQString(method->id));
    }
    m_method->addItem(tr("loss"), QStringLiteral("loss"));
    showContent();
    if (isVisible())
        findThem();
}

void TriagePage::findThem()
{
    m_stale = false;
    showBusy(tr("Looking at every training sample\u2026"));
    struct Found {
        Suspects suspects;
        std::map<std::int32_t, Verdict> marks;
    };
    m_finding.start(
        tr("Triage"),
        [model = workbench().openModel(), path = workbench().workspacePath(),
         method = m_method->currentData().toString().toStdString()](const TaskContext& context) {
            Found found;
            found.suspects = findSuspects(*model, method, listLength, context);
            const Workspace workspace(path, Workspace::Mode::OpenExisting);
            for (const Mark& mark : MarkStore(workspace).list(model->dataset().info.name)) {
                if (const auto* row = std::get_if<DatasetRow>(&mark.sample); row && row->part == Part::Train)
                    found.marks[row->index] = mark.verdict;
            }
            return found;
        },
        [this](Found found) {
            m_suspects.setSuspects(std::move(found.suspects));
            m_suspects.setMarks(std::move(found.marks));
            updateCount();
            showContent();
        },
        [this](const QString& message) {
            messageBar().showMessage(MessageBar::Kind::Error, message);
            showContent();
        });
}

void TriagePage::mark(std::optional<Verdict> verdict)
{
    std::vector<std::pair<std::int32_t, std::optional<Verdict>>> before;
    for (const QModelIndex& row : m_table->selectionModel()->selectedRows()) {
        const std::int32_t sample = row.data(IndexRole).toInt();
        before.emplace_back(sample, m_suspects.mark(sample));
    }
    if (before.empty())
        return;
    workbench().undoStack().push(new MarkCommand(
        this, toQString(workbench().openModel()->dataset().info.name), std::move(before), verdict));
}

void TriagePage::applyMark(const QString& dataset, std::int32_t sample, std::optional<Verdict> verdict)
{
    const auto model = workbench().openModel();
    if (model && toQString(model->dataset().info.name) == dataset)
        m_suspects.setMark(sample, verdict);
    updateCount();
    m_pending.push_back({dataset.toStdString(), sample, verdict});
    if (!m_storing)
        storeNext();
}

void TriagePage::storeNext()
{
    if (m_pending.empty())
        return;
    auto batch = std::make_shared<std::deque<Pending>>(std::move(m_pending));
    m_pending.clear();
    m_storing = Job::start(
        tr("Storing marks"),
        [path = workbench().workspacePath(), batch](const TaskContext&) {
            const Workspace workspace(path, Workspace::Mode::OpenExisting);
            const MarkStore store(workspace);
            for (const Pending& pending : *batch) {
                const DatasetRow row{Part::Train, pending.sample};
                if (pending.verdict)
                    store.set(pending.dataset, {row, *pending.verdict, {}});
                else
                    store.clear(pending.dataset, row);
            }
        },
        [] {});
    connect(m_storing.get(), &Job::ended, this, [this](Job::State state) {
        if (state == Job::State::Failed)
            messageBar().showMessage(MessageBar::Kind::Error, m_storing->message());
        m_storing.release()->deleteLater();
        storeNext();
    });
}

void TriagePage::explainRow(const QModelIndex& index)
{
    const auto model = workbench().openModel();
    const std::int32_t sample = index.data(IndexRole).toInt();
    if (const auto* ratings = std::get_if<RatingData>(&model->dataset().content)) {
        const auto row = static_cast<std::size_t>(sample);
        workbench().setPoint(
            UserItem{UserIndex{ratings->train.users[row]}, ItemIndex{ratings->train.items[row]}});
    } else {
        workbench().setPoint(DatasetRow{Part::Train, sample});
    }
    workbench().requestPage(PageId::Explain);
}

void TriagePage::updateCount()
{
    m_count->setText(tr("%n marked", nullptr, m_suspects.markCount()));
}

} // namespace representer
