#include "ui/pages/compare_page.h"

#include "core/store/workspace.h"
#include "ui/delegates/contribution_bar_delegate.h"
#include "ui/export/table_export.h"
#include "ui/models/roles.h"
#include "ui/number_format.h"
#include "ui/pages/compare/question_choice.h"
#include "ui/plots/plot_view.h"
#include "ui/plots/rank_moves_plot.h"
#include "ui/widgets/data_table.h"
#include "ui/widgets/message_bar.h"
#include "ui/workbench/workbench.h"

#include <QLabel>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QVBoxLayout>

namespace representer {

ComparePage::ComparePage(Workbench& workbench, JobList& jobs, QWidget* parent)
    : Page(workbench, jobs, parent), m_a(new QuestionChoice(tr("A"), workbench)),
      m_b(new QuestionChoice(tr("B"), workbench)), m_sentence(new QLabel), m_moves(new PlotView),
      m_differences(new PlotView), m_sorted(new QSortFilterProxyModel(this)),
      m_table(new DataTable(QStringLiteral("compare")))
{
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setWordWrap(true);
    m_sentence->setProperty("role", QStringLiteral("subtitle"));
    m_sorted->setSourceModel(&m_rows);
    m_sorted->setSortRole(SortRole);
    m_table->setAccessibleName(tr("Samples of both explanations"));
    m_table->setItemDelegateForColumn(
        5, new ContributionBarDelegate(ContributionBarDelegate::Shape::Diverging, m_table));
    m_moves->setPlaceholder(tr("Choose two questions above."));
    m_differences->setPlaceholder(tr("Choose two questions above."));

    auto* choices = new QHBoxLayout;
    choices->addWidget(m_a, 1);
    choices->addWidget(m_b, 1);
    auto* charts = new QSplitter(Qt::Horizontal);
    charts->setObjectName(QStringLiteral("compare.charts"));
    charts->setChildrenCollapsible(false);
    charts->addWidget(m_moves);
    charts->addWidget(m_differences);
    auto* rows = new QSplitter(Qt::Vertical);
    rows->setObjectName(QStringLiteral("compare.rows"));
    rows->setChildrenCollapsible(false);
    rows->addWidget(charts);
    rows->addWidget(m_table);
    rows->setSizes({1000, 800});
    auto* layout = new QVBoxLayout(content());
    layout->setContentsMargins(16, 12, 16, 12);
    layout->addLayout(choices);
    layout->addWidget(m_sentence);
    layout->addWidget(rows, 1);

    connect(m_a, &QuestionChoice::changed, this, &ComparePage::compare);
    connect(m_b, &QuestionChoice::changed, this, &ComparePage::compare);
    connect(&workbench, &Workbench::openModelChanged, this, &ComparePage::modelChanged);
    connect(m_differences, &PlotView::namesRoomChanged, this, &ComparePage::drawDifferenceChart);
    for (PlotView* view : {m_moves, m_differences})
        connect(view, &PlotView::saveRequested, this,
                [this, view] { exportChart(*view, QStringLiteral("comparison"), m_rows.table().manifest); });
    connect(m_table, &DataTable::exportRequested, this,
            [this] { exportTable(m_rows.table(), QStringLiteral("comparison")); });
    modelChanged();
}

void ComparePage::activated()
{
    if (!workbench().explanation())
        return;
    if (!m_a->point()) {
        m_a->takeCurrentPoint();
        m_b->takeCurrentPoint();
        m_b->setMethodAt(1);
        compare();
    }
}

void ComparePage::emptyActionTriggered()
{
    workbench().requestPage(PageId::Models);
}

void ComparePage::modelChanged()
{
    if (workbench().openModel())
        showContent();
    else
        showEmpty(QStringLiteral("compare"), tr("No model is open"),
                  tr("Open a model and explain a prediction; here two explanations stand side by side."),
                  tr("Go to Models"));
}

void ComparePage::compare()
{
    if (!m_a->point() || !m_b->point())
        return;
    struct Half {
        QString model;
        ExplainQuestion question;
    };
    const auto half = [](const QuestionChoice& choice) {
        Half result{choice.modelName(), {}};
        result.question.point = *choice.point();
        result.question.method = choice.method();
        result.question.top = 200;
        return result;
    };
    m_comparing.start(
        tr("Comparing"),
        [open = workbench().openModel(), path = workbench().workspacePath(), a = half(*m_a),
         b = half(*m_b)](const TaskContext& context) {
            const auto explain = [&](const Half& side) {
                if (toQString(open->model().info.name) == side.model)
                    return explainPoint(open, side.question, context);
                const Workspace workspace(path, Workspace::Mode::OpenExisting);
                const auto model = OpenModel::open(workspace, side.model.toStdString(), context);
                auto explained = explainPoint(model, side.question, context);
                model->keepPrepared(workspace);
                return explained;
            };
            Answer answer{explain(a), explain(b), {}};
            answer.comparison = compareExplanations(answer.a, answer.b);
            return answer;
        },
        [this](const Answer& answer) { showAnswer(answer); },
        [this](const QString& message) { messageBar().showMessage(MessageBar::Kind::Error, message); });
}

void ComparePage::showAnswer(const Answer& answer)
{
    messageBar().clear();
    const ExplanationComparison& comparison = answer.comparison;
    QStringList overlaps;
    for (const auto& [k, share] : comparison.overlap)
        overlaps << tr("%1 of the top %2").arg(percentText(share)).arg(k);
    m_sentence->setText(
        tr("A predicts %1, B %2 (difference %3). In common: %4. In the top 20, %5 entered and %6 left.")
            .arg(numberText(answer.a.explanation.prediction), numberText(answer.b.explanation.prediction),
                 signedNumberText(answer.b.explanation.prediction - answer.a.explanation.prediction),
                 overlaps.join(QStringLiteral(", ")))
            .arg(comparison.entered)
            .arg(comparison.left));
    drawRankMoves(*m_moves, comparison, tr("A: %1").arg(m_a->describe()), tr("B: %1").arg(m_b->describe()));
    m_answer = answer;
    drawDifferenceChart();

    Table table;
    table.caption = m_sentence->text().toStdString();
    table.columns = {{"sample", tr("Training sample").toStdString()},
                     {"label", tr("Label").toStdString()},
                     {"rank_a", tr("Rank in A").toStdString()},
                     {"rank_b", tr("Rank in B").toStdString()},
                     {"importance_a", tr("Importance in A").toStdString()},
                     {"difference", tr("B minus A").toStdString()},
                     {"importance_b", tr("Importance in B").toStdString()}};
    const auto rank = [](const std::optional<int>& r) {
        return r ? Table::Cell(std::int64_t{*r}) : Table::Cell();
    };
    for (const ComparedSample& sample : comparison.samples)
        table.rows.push_back({sample.sample.title.empty() ? sample.sample.id : sample.sample.title,
                              sample.sample.label, rank(sample.rankA), rank(sample.rankB), sample.importanceA,
                              sample.difference(), sample.importanceB});
    table.manifest = manifestOf(answer.a);
    m_rows.setTable(std::move(table), 5);
    if (!m_table->model())
        m_table->setTable(m_sorted, {.hidden = {}, .widths = {0, 10, 13, 13, 20, 22, 20}, .stretched = 0});
}

void ComparePage::drawDifferenceChart()
{
    if (!m_answer)
        return;
    const std::string& unit = m_answer->a.explanation.unit;
    const bool ranking = unit == "ranking" || m_answer->b.explanation.unit == "ranking";
    drawDifferences(*m_differences, m_answer->comparison, ranking ? tr("ranking") : toQString(unit));
}

} // namespace representer
