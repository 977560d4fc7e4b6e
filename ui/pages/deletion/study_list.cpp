#include "ui/pages/deletion/study_list.h"

#include "ui/models/roles.h"
#include "ui/widgets/data_table.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QVBoxLayout>

#include <algorithm>

namespace representer {

namespace {

QString studyKindText(const std::string& kind)
{
    if (kind == "negatives")
        return StudyList::tr("negatives");
    if (kind == "mislabel")
        return StudyList::tr("wrong labels");
    return StudyList::tr("deletion");
}

} // namespace

StudyList::StudyList(QWidget* parent)
    : QWidget(parent), m_table(new DataTable(QStringLiteral("all-studies"), this)),
      m_resume(new QPushButton(tr("Resume"), this)), m_pause(new QPushButton(tr("Pause"), this)),
      m_remove(new QPushButton(tr("Remove..."), this)), m_sorted(new QSortFilterProxyModel(this))
{
    m_sorted->setSourceModel(&m_rows);
    m_sorted->setSortRole(SortRole);
    auto* heading = new QLabel(tr("Past studies"), this);
    heading->setProperty("role", QStringLiteral("section"));
    m_table->setAccessibleName(tr("Past studies"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEmptyText(tr("None yet: set one up above and run it."));
    m_rows.setColumnToolTips({tr("Number of the study, also on the command line."),
                              tr("Deletion: the score without the samples named. Negatives: missing positives "
                                 "of implicit feedback. Wrong labels: how well rankings find planted mistakes."),
                              tr("The model that was studied."),
                              tr("Finished, running, paused or failed; all but the first can be resumed."),
                              tr("Retrainings or rankings that are stored."), tr("When it was begun.")});
    m_resume->setToolTip(tr("Go on with a stopped study where it stood."));
    m_pause->setToolTip(tr("Stop after what is being retrained; everything finished is kept."));
    m_remove->setToolTip(tr("Remove this study and its results from the workspace."));
    setPossible(false, false, false);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_resume);
    buttons->addWidget(m_pause);
    buttons->addStretch();
    buttons->addWidget(m_remove);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(heading);
    layout->addWidget(m_table, 1);
    layout->addLayout(buttons);
    connect(m_table, &DataTable::rowChosen, this, [this](const QModelIndex& index) {
        if (m_quiet)
            return;
        const auto row = static_cast<std::size_t>(m_sorted->mapToSource(index).row());
        emit chosen(std::get<std::int64_t>(m_rows.table().rows[row][0]));
    });
    connect(m_resume, &QPushButton::clicked, this, &StudyList::resumeRequested);
    connect(m_pause, &QPushButton::clicked, this, &StudyList::pauseRequested);
    connect(m_remove, &QPushButton::clicked, this, &StudyList::removeRequested);
}

void StudyList::setStudies(const std::vector<StudyRecord>& studies, std::int64_t shown)
{
    Table table;
    table.columns = {{"study", tr("#").toStdString()},        {"kind", tr("Kind").toStdString()},
                     {"model", tr("Model").toStdString()},    {"state", tr("State").toStdString()},
                     {"rows", tr("Done").toStdString()},      {"created", tr("Begun").toStdString()}};
    for (const StudyRecord& study : studies)
        table.rows.push_back({study.id, studyKindText(study.kind).toStdString(), study.model, study.state,
                              study.rowCount, study.created});
    m_rows.setTable(std::move(table));
    if (!m_table->model())
        m_table->setTable(m_sorted, {.hidden = {5}, .widths = {4, 14, 0, 10, 7, 20}, .stretched = 2});
    select(shown);
}

void StudyList::select(std::int64_t study)
{
    const auto& rows = m_rows.table().rows;
    const auto found = std::ranges::find_if(
        rows, [study](const auto& row) { return std::get<std::int64_t>(row[0]) == study; });
    m_quiet = true;
    if (found != rows.end())
        m_table->setCurrentIndex(
            m_sorted->mapFromSource(m_rows.index(static_cast<int>(found - rows.begin()), 0)));
    m_quiet = false;
}

void StudyList::setPossible(bool resume, bool pause, bool remove)
{
    m_resume->setEnabled(resume);
    m_pause->setEnabled(pause);
    m_remove->setEnabled(remove);
}

} // namespace representer
