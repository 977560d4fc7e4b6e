#include "ui/pages/deletion/study_results.h"

#include "core/operations/study_output.h"
#include "ui/models/roles.h"
#include "ui/number_format.h"
#include "ui/plots/deletion_curve_plot.h"
#include "ui/plots/mislabel_study_plot.h"
#include "ui/plots/negative_study_plot.h"
#include "ui/plots/plot_view.h"
#include "ui/widgets/data_table.h"

#include <QLabel>
#include <QSortFilterProxyModel>
#include <QTabWidget>
#include <QVBoxLayout>

namespace representer {

StudyResults::StudyResults(QWidget* parent)
    : QWidget(parent), m_sentence(new QLabel(this)), m_tabs(new QTabWidget(this)), m_first(new PlotView),
      m_second(new PlotView), m_sorted(new QSortFilterProxyModel(this)),
      m_table(new DataTable(QString()))
{
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setWordWrap(true);
    m_sentence->setProperty("role", QStringLiteral("subtitle"));
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_sorted->setSourceModel(&m_rows);
    m_sorted->setSortRole(SortRole);
    m_table->setAccessibleName(tr("Results as numbers"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_first, {});
    m_tabs->addTab(m_table, {});
    m_tabs->addTab(m_second, {});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_sentence);
    layout->addWidget(m_tabs, 1);
    for (PlotView* view : {m_first, m_second})
        connect(view, &PlotView::saveRequested, this, [this, view] { emit chartWanted(view); });
    connect(m_table, &DataTable::exportRequested, this, &StudyResults::tableWanted);
    clear();
}

void StudyResults::clear()
{
    m_sentence->setText(tr("No study yet"));
    setTabs(tr("Curves"), tr("Areas"), tr("Predicted against actual"));
    m_first->clear();
    m_second->clear();
    m_first->setPlaceholder(
        tr("Set up a study on the left and run it: the curves grow while it works.\n"
           "Removing what pushes up should lower the score, removing what pushes down should raise it."));
    m_second->setPlaceholder(
        tr("Each dot will be one retraining: the change that was predicted against the one that came."));
    m_rows.setTable({});
}

void StudyResults::setTabs(const QString& first, const QString& table, const QString& second)
{
    m_tabs->setTabText(0, first);
    m_tabs->setTabText(1, table);
    m_tabs->setTabText(2, second);
    m_tabs->setTabVisible(2, !second.isEmpty());
}

void StudyResults::show(const AnyStudy& study, std::int64_t trainingSize,
                        const std::vector<std::pair<std::string, std::string>>& manifest)
{
    Table table;
    if (const auto* deletion = std::get_if<StudyResult>(&study))
        table = showDeletion(*deletion, trainingSize);
    else if (const auto* negatives = std::get_if<NegativeResult>(&study))
        table = showNegatives(*negatives);
    else
        table = showMislabels(std::get<MislabelResult>(study));
    table.manifest.insert(table.manifest.begin(), manifest.begin(), manifest.end());
    const bool otherColumns = table.columns.size() != m_rows.table().columns.size();
    m_rows.setTable(std::move(table));
    if (otherColumns) {
        std::vector<int> widths(m_rows.table().columns.size(), 20);
        widths.front() = 0; // the method takes the room that is left
        m_table->setTable(m_sorted, {.hidden = {}, .widths = widths, .stretched = 0});
    }
}

Table StudyResults::showDeletion(const StudyResult& study, std::int64_t trainingSize)
{
    const DeletionSummary& summary = study.summary;
    QString sentence = tr("%1 of %2 retrainings on %3")
                           .arg(countText(static_cast<std::int64_t>(study.rows.size())),
                                countText(study.plan.retrainings()), toQString(study.model));
    if (summary.winnerPositive || summary.winnerNegative)
        sentence +=
            tr("; clearly strongest: %1")
                .arg(toQString(summary.winnerPositive ? *summary.winnerPositive : *summary.winnerNegative));
    m_sentence->setText(sentence);
    setTabs(tr("Curves"), tr("Areas"), tr("Predicted against actual"));
    const QString unit = study.userUnits != 1 ? tr("rating points") : toQString(study.unit);
    drawDeletionCurves(*m_first, summary, trainingSize, study.userUnits, unit);
    drawPredictedActual(*m_second, summary, study.userUnits, unit);
    return deletionAreas(study, unit);
}

Table StudyResults::deletionAreas(const StudyResult& study, const QString& unit) const
{
    Table areas;
    areas.caption = tr("AUC-DEL: mean change of the score over all k").toStdString();
    areas.columns = {{"method", tr("Method").toStdString()},
                     {"removed", tr("Without what").toStdString()},
                     {"mean", tr("Mean change [%1]").arg(unit).toStdString()},
                     {"ci95", tr("\u00b1 95 %").toStdString()},
                     {"n", tr("Points").toStdString()}};
    for (const DeletionArea& area : study.summary.areas)
        areas.rows.push_back(
            {area.method, (area.sign == Sign::Positive ? tr("pushes up") : tr("pushes down")).toStdString(),
             study.userUnits * area.area.mean,
             area.area.ci95 ? Table::Cell(study.userUnits * *area.area.ci95) : Table::Cell(),
             static_cast<std::int64_t>(area.area.n)});
    return areas;
}

Table StudyResults::showNegatives(const NegativeResult& study)
{
    m_sentence->setText(tr("%1 of %2 retrainings of %3 without suspected negatives")
                            .arg(countText(static_cast<std::int64_t>(study.rows.size())),
                                 countText(study.plan.retrainings()), toQString(study.model)));
    setTabs(tr("Positives found"), tr("Means"), tr("Recall"));
    drawFoundPositives(*m_first, study.plan, study.summary);
    drawRecallChange(*m_second, study.plan, study.summary);
    return studyTables(study).back();
}

Table StudyResults::showMislabels(const MislabelResult& study)
{
    m_sentence->setText(tr("%1 of %2 rankings on %3, with %4 of the labels made wrong on purpose")
                            .arg(countText(static_cast<std::int64_t>(study.rows.size())),
                                 countText(study.plan.rankings()), toQString(study.model),
                                 percentText(study.plan.share)));
    setTabs(tr("Mistakes found"), tr("Areas"), {});
    drawInspectionCurves(*m_first, study.plan, study.rows);
    return studyTables(study).back();
}

} // namespace representer
