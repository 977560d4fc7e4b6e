#include "ui/pages/triage/negatives_panel.h"

#include "core/store/study_store.h"
#include "core/store/workspace.h"
#include "ui/jobs/job_list.h"
#include "ui/models/roles.h"
#include "ui/number_format.h"
#include "ui/plots/negative_study_plot.h"
#include "ui/plots/plot_view.h"
#include "ui/widgets/data_table.h"
#include "ui/workbench/annotations.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>

#include <tuple>

namespace representer {

namespace {

constexpr std::size_t pairsListed = 1000;

QString rankingText(NegativeRanking ranking)
{
    switch (ranking) {
    case NegativeRanking::HighDim:
        return NegativesPanel::tr("high-dimensional representer");
    case NegativeRanking::Fia:
        return NegativesPanel::tr("fast influence analysis");
    case NegativeRanking::Loss:
        return NegativesPanel::tr("loss");
    case NegativeRanking::Random:
        return NegativesPanel::tr("random");
    }
    return {};
}

} // namespace

NegativesPanel::NegativesPanel(Workbench& workbench, JobList& jobs, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_jobs(jobs), m_sorted(new QSortFilterProxyModel(this)),
      m_table(new DataTable(QStringLiteral("suspected-pairs"))), m_ranking(new QComboBox),
      m_run(new QPushButton(tr("Run the study"))), m_state(new QLabel), m_found(new PlotView),
      m_recall(new PlotView)
{
    for (const NegativeRanking ranking :
         {NegativeRanking::HighDim, NegativeRanking::Fia, NegativeRanking::Loss, NegativeRanking::Random})
        m_ranking->addItem(rankingText(ranking), static_cast<int>(ranking));
    m_ranking->setAccessibleName(tr("Ordered by"));
    m_run->setToolTip(
        tr("Removes the most suspect pairs as negatives, retrains, and measures: how many held-out positives "
           "were among them, and how recall in the first 20 changes."));
    m_state->setProperty("role", QStringLiteral("muted"));
    m_sorted->setSourceModel(&m_pairs);
    m_sorted->setSortRole(SortRole);
    m_table->setAccessibleName(tr("Suspected false negatives"));
    m_table->setTable(m_sorted, {.hidden = {},
                                 .widths = {5, 10, 0, 10, 12, 20, 10},
                                 .stretched = SuspectedPairModel::Item,
                                 .leastStretch = 26,
                                 .yielding = {SuspectedPairModel::ModelSays, SuspectedPairModel::HeldOut}});
    m_table->sortByColumn(SuspectedPairModel::Rank, Qt::AscendingOrder);
    m_pairs.setMarks([this](const UserItem& pair) { return m_workbench.annotations().mark(pair); });
    for (PlotView* plot : {m_found, m_recall})
        plot->setPlaceholder(tr("Run the study to see it."));

    auto* line = new QHBoxLayout;
    line->addWidget(new QLabel(tr("Ordered by")));
    line->addWidget(m_ranking);
    line->addStretch(1);
    line->addWidget(m_state);
    line->addWidget(m_run);
    const std::tuple<QString, QKeySequence, std::optional<Verdict>> verdicts[] = {
        {tr("Keep as negative"), Qt::Key_K, Verdict::Keep},
        {tr("Wrong: a positive"), Qt::Key_W, Verdict::Wrong},
        {tr("Unsure"), Qt::Key_U, Verdict::Unsure},
        {tr("No mark"), Qt::Key_Delete, std::nullopt}};
    QList<QAction*> actions;
    for (const auto& [text, key, verdict] : verdicts) {
        auto* action = new QAction(text, m_table);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, [this, verdict = verdict] { mark(verdict); });
        actions << action;
    }
    m_table->addActions(actions);
    m_table->setRowActions(actions);
    auto* charts = new QWidget;
    auto* chartLayout = new QVBoxLayout(charts);
    chartLayout->setContentsMargins(0, 0, 0, 0);
    chartLayout->addWidget(m_found, 1);
    chartLayout->addWidget(m_recall, 1);
    auto* split = new QSplitter(Qt::Horizontal);
    split->setObjectName(QStringLiteral("negatives.split"));
    split->setChildrenCollapsible(false);
    split->setHandleWidth(14);
    split->addWidget(m_table);
    split->addWidget(charts);
    split->setSizes({1000, 800});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addLayout(line);
    layout->addWidget(split, 1);

    connect(m_ranking, &QComboBox::activated, this, &NegativesPanel::find);
    connect(m_run, &QPushButton::clicked, this, &NegativesPanel::runStudy);
    connect(&workbench.annotations(), &Annotations::changed, &m_pairs, &SuspectedPairModel::marksChanged);
    connect(m_table, &DataTable::rowOpened, this, [this](const QModelIndex& index) {
        const SuspectPair& pair = m_pairs.pair(index.data(IndexRole).toInt()).pair;
        emit pairOpened({pair.user, pair.item});
    });
}

QString NegativesPanel::reasonAgainst() const
{
    const auto model = m_workbench.openModel();
    if (!model)
        return tr("No model is open.");
    const auto* ratings = std::get_if<RatingData>(&model->dataset().content);
    if (!ratings || !ratings->scale.binary)
        return tr("Missing positives belong to implicit feedback: import ratings with \u201ckeep those of at "
                  "least\u2026\u201d, "
                  "and train a matrix factorisation with logistic loss and a weight for negatives.");
    const auto* factors = std::get_if<FactorModel>(&model->model().content);
    if (!factors || factors->loss != Loss::Logistic || !(factors->negativesWeight > 0))
        return tr("This model has no negatives to look at: train a matrix factorisation with logistic loss "
                  "and a weight for "
                  "negatives.");
    return {};
}

void NegativesPanel::activate()
{
    const auto model = m_workbench.openModel();
    if (!model || m_shownModel == model->model().info.fingerprint || !reasonAgainst().isEmpty())
        return;
    m_shownModel = model->model().info.fingerprint;
    m_found->clear();
    m_recall->clear();
    m_study = {};
    find();
    loadStudy();
}

void NegativesPanel::find()
{
    m_state->setText(tr("Looking at every pair\u2026"));
    m_finding.start(
        tr("Missing positives"),
        [model = m_workbench.openModel(),
         ranking = static_cast<NegativeRanking>(m_ranking->currentData().toInt())](
            const TaskContext& context) { return suspectedNegatives(*model, ranking, pairsListed, context); },
        [this](std::vector<SuspectedNegative> pairs) {
            m_pairs.setPairs(std::move(pairs));
            m_state->clear();
        },
        [this](const QString& message) {
            m_state->clear();
            emit failed(message);
        });
}

void NegativesPanel::mark(std::optional<Verdict> verdict)
{
    std::vector<MarkedSample> subjects;
    for (const QModelIndex& row : m_table->selectionModel()->selectedRows()) {
        const SuspectPair& pair = m_pairs.pair(row.data(IndexRole).toInt()).pair;
        subjects.emplace_back(UserItem{pair.user, pair.item});
    }
    m_workbench.annotations().setMarks(subjects, verdict);
}

// The newest study of this model, if there is one.
void NegativesPanel::loadStudy()
{
    m_loading.start(
        tr("Reading the study"),
        [path = m_workbench.workspacePath(),
         model = m_workbench.openModel()->model().info](const TaskContext&) {
            const Workspace workspace(path, Workspace::Mode::OpenExisting);
            for (const StudyRecord& record : StudyStore(workspace).list())
                if (record.kind == "negatives" && record.model == model.name)
                    if (NegativeResult result = loadNegatives(workspace, record.id);
                        result.fingerprint == model.fingerprint)
                        return result;
            return NegativeResult{};
        },
        [this](const NegativeResult& result) {
            if (result.study > 0)
                showStudy(result);
        },
        [this](const QString& message) { emit failed(message); });
}

void NegativesPanel::runStudy()
{
    const auto model = m_workbench.openModel();
    const QPointer<NegativesPanel> panel(this);
    NegativePlan plan;
    m_study = {};
    m_study.plan = plan;
    m_run->setEnabled(false);
    Job* job = m_jobs.add(Job::make(
        tr("Study of negatives"),
        [path = m_workbench.workspacePath(), model, plan, panel](const TaskContext& context) {
            // Each retraining is drawn as it finishes.
            const NegativeSink observer = [panel](const NegativeRow& row, std::int64_t, std::int64_t) {
                QMetaObject::invokeMethod(
                    panel,
                    [panel, row] {
                        if (!panel)
                            return;
                        panel->m_study.rows.push_back(row);
                        panel->m_study.summary = summariseNegatives(panel->m_study.plan, panel->m_study.rows);
                        panel->showStudy(panel->m_study);
                    },
                    Qt::QueuedConnection);
            };
            return runNegatives(Workspace(path), model, plan, observer, context);
        },
        [panel](const NegativeResult& result) {
            if (panel)
                panel->showStudy(result);
        }));
    connect(job, &Job::ended, this, [this] { m_run->setEnabled(true); });
}

void NegativesPanel::showStudy(const NegativeResult& result)
{
    m_study = result;
    drawFoundPositives(*m_found, result.plan, result.summary);
    drawRecallChange(*m_recall, result.plan, result.summary);
    m_state->setText(tr("%1 of %2 retrainings")
                         .arg(countText(static_cast<std::int64_t>(result.rows.size())),
                              countText(result.plan.retrainings())));
}

} // namespace representer
