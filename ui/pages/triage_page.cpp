#include "ui/pages/triage_page.h"

#include "ui/delegates/contribution_bar_delegate.h"
#include "ui/export/table_export.h"
#include "ui/models/roles.h"
#include "ui/number_format.h"
#include "ui/pages/triage/negatives_panel.h"
#include "ui/plots/plot_view.h"
#include "ui/widgets/data_table.h"
#include "ui/widgets/message_bar.h"
#include "ui/workbench/annotations.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTabWidget>
#include <QVBoxLayout>

namespace representer {

namespace {

constexpr std::size_t listLength = 1000;

} // namespace

TriagePage::TriagePage(Workbench& workbench, JobList& jobs, QWidget* parent)
    : Page(workbench, jobs, parent), m_sorted(new QSortFilterProxyModel(this)),
      m_table(new DataTable(QStringLiteral("suspects"))), m_method(new QComboBox), m_count(new QLabel),
      m_tabs(new QTabWidget), m_negatives(new NegativesPanel(workbench, jobs))
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
                                 .widths = {6, 11, 24, 0, 14, 15, 24},
                                 .stretched = SuspectModel::Sample});
    m_table->sortByColumn(SuspectModel::Rank, Qt::AscendingOrder);
    m_table->setItemDelegateForColumn(
        SuspectModel::Suspicion,
        new ContributionBarDelegate(ContributionBarDelegate::Shape::FromLeft, m_table));
    auto* labels = new QWidget;
    auto* layout = new QVBoxLayout(labels);
    layout->setContentsMargins(0, 10, 0, 0);
    layout->addWidget(title);
    layout->addWidget(hint);
    layout->addLayout(line);
    layout->addWidget(m_table, 1);
    m_tabs->setAccessibleName(tr("What is suspect"));
    m_tabs->addTab(labels, tr("Wrong labels"));
    m_tabs->addTab(m_negatives, tr("Missing positives"));
    auto* pageLayout = new QVBoxLayout(content());
    pageLayout->setContentsMargins(16, 6, 16, 12);
    pageLayout->addWidget(m_tabs);

    const auto exportMarks = [this] {
        Table table = tableFromModel(*m_sorted, tr("Suspected wrong labels with marks"));
        table.manifest = manifestOf(*Page::workbench().openModel());
        this->exportTable(table, QStringLiteral("triage"));
    };
    connect(exportButton, &QPushButton::clicked, this, exportMarks);
    connect(m_table, &DataTable::exportRequested, this, exportMarks);
    connect(m_table, &DataTable::rowOpened, this, &TriagePage::explainRow);
    connect(m_method, &QComboBox::activated, this, &TriagePage::findThem);
    connect(m_tabs, &QTabWidget::currentChanged, this, &TriagePage::activated);
    connect(m_negatives, &NegativesPanel::failed, this, &TriagePage::showError);
    connect(m_negatives, &NegativesPanel::pairOpened, this, [this](const UserItem& pair) {
        Page::workbench().setPoint(pair);
        Page::workbench().requestPage(PageId::Explain);
    });
    connect(&m_negatives->table(), &DataTable::exportRequested, this, [this] {
        Table table =
            tableFromModel(*m_negatives->table().model(), tr("Suspected missing positives with marks"));
        table.manifest = manifestOf(*Page::workbench().openModel());
        exportTable(table, QStringLiteral("missing-positives"));
    });
    for (PlotView* plot : {&m_negatives->found(), &m_negatives->recall()})
        connect(plot, &PlotView::saveRequested, this,
                [this, plot] {
                    exportChart(*plot, QStringLiteral("missing-positives"),
                                manifestOf(*Page::workbench().openModel()));
                });
    m_suspects.setMarks([this](std::int32_t sample) {
        return Page::workbench().annotations().mark(DatasetRow{Part::Train, sample});
    });
    connect(&workbench.annotations(), &Annotations::failed, this, &TriagePage::showError);
    connect(&workbench.annotations(), &Annotations::changed, this, [this] {
        m_suspects.marksChanged();
        updateCount();
    });
    connect(&workbench, &Workbench::openModelChanged, this, &TriagePage::modelChanged);
    modelChanged();
}

void TriagePage::activated()
{
    if (!workbench().openModel())
        return;
    if (m_tabs->currentWidget() == m_negatives)
        m_negatives->activate();
    else if (m_stale)
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
    const QString reason = m_negatives->reasonAgainst();
    m_tabs->setTabEnabled(1, reason.isEmpty());
    m_tabs->setTabToolTip(1, reason.toHtmlEscaped());
    if (!reason.isEmpty())
        m_tabs->setCurrentIndex(0);
    showContent();
    if (isVisible())
        activated();
}

void TriagePage::findThem()
{
    m_stale = false;
    showBusy(tr("Looking at every training sample\u2026"));
    m_finding.start(
        tr("Triage"),
        [model = workbench().openModel(), method = m_method->currentData().toString().toStdString()](
            const TaskContext& context) { return findSuspects(*model, method, listLength, context); },
        [this](Suspects suspects) {
            m_suspects.setSuspects(std::move(suspects));
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
    std::vector<MarkedSample> samples;
    for (const QModelIndex& row : m_table->selectionModel()->selectedRows())
        samples.emplace_back(DatasetRow{Part::Train, row.data(IndexRole).toInt()});
    workbench().annotations().setMarks(samples, verdict);
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
    m_count->setText(tr("%1 marked").arg(workbench().annotations().markCount()));
}

} // namespace representer
