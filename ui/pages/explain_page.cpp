#include "ui/pages/explain_page.h"

#include "core/operations/what_if.h"
#include "ui/dialogs/note_dialog.h"
#include "ui/jobs/job_list.h"
#include "ui/models/what_if_words.h"
#include "ui/number_format.h"
#include "ui/pages/explain/explain_exports.h"
#include "ui/pages/explain/explanation_charts.h"
#include "ui/pages/explain/pair_picker.h"
#include "ui/pages/explain/prediction_header.h"
#include "ui/pages/explain/row_picker.h"
#include "ui/pages/explain/sample_detail.h"
#include "ui/pages/explain/sample_tables.h"
#include "ui/plots/plot_view.h"
#include "ui/widgets/message_bar.h"
#include "ui/workbench/annotations.h"
#include "ui/workbench/undo_step.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QMenu>
#include <QPointer>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace representer {

ExplainPage::ExplainPage(Workbench& workbench, JobList& jobs, QWidget* parent) : Page(workbench, jobs, parent)
{
    makeActions();
    makeLayout();
    connectViews();
    modelChanged();
}

void ExplainPage::makeActions()
{
    m_openAsPoint = new QAction(tr("Open as test point"), this);
    m_openAsPoint->setToolTip(tr("Explain the prediction for this training sample itself."));
    connect(m_openAsPoint, &QAction::triggered, this, [this] { openAsPoint(m_tables->selectedRow()); });
    m_whatIf = new QAction(tr("What if removed?"), this);
    m_whatIf->setToolTip(tr("Retrain without the selected samples and compare: before, predicted, after."));
    connect(m_whatIf, &QAction::triggered, this, &ExplainPage::askWhatIf);
    m_pin = new QAction(tr("Pin"), this);
    m_pin->setToolTip(tr("Mark this sample with a star wherever it appears."));
    connect(m_pin, &QAction::triggered, this, &ExplainPage::togglePin);
    m_sampleNote = new QAction(tr("Note\u2026"), this);
    m_sampleNote->setToolTip(tr("Write down something about this training sample; kept in the workspace."));
    connect(m_sampleNote, &QAction::triggered, this, &ExplainPage::writeSampleNote);
    m_pointNote = new QAction(tr("Note\u2026"), this);
    m_pointNote->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N));
    m_pointNote->setToolTip(tr("Write down something about this prediction; kept in the workspace (%1).")
                                .arg(m_pointNote->shortcut().toString(QKeySequence::NativeText)));
    connect(m_pointNote, &QAction::triggered, this, &ExplainPage::writePointNote);
    addAction(m_pointNote);
}

void ExplainPage::makeLayout()
{
    m_documents = new RowPicker(RowPicker::Look::Table);
    m_images = new RowPicker(RowPicker::Look::Thumbnails);
    m_pairs = new PairPicker;
    m_pickers = new QStackedWidget;
    m_pickers->addWidget(m_documents);
    m_pickers->addWidget(m_images);
    m_pickers->addWidget(m_pairs);
    m_pickers->setMinimumWidth(230);

    m_header = new PredictionHeader(workbench());
    m_tables = new SampleTables;
    m_tables->setRowActions({m_whatIf, m_openAsPoint, m_pin, m_sampleNote});
    m_tables->setMinimumHeight(140);
    m_charts = new ExplanationCharts;
    m_detail = new SampleDetail({m_whatIf, m_openAsPoint, m_pin, m_sampleNote});
    m_detail->setMinimumWidth(300);

    m_exports = new ExplainExports(workbench(), jobs(), *m_tables, *m_charts, this);
    m_exports->setPoints([this] { return picker()->shownPoints(); });
    auto* exportMenu = new QMenu(this);
    m_exports->fillMenu(exportMenu);
    m_header->setExportMenu(exportMenu);
    m_header->addAction(m_pointNote);
    m_tables->model().setNotes([this](TrainIndex index) {
        return workbench().annotations().note(DatasetRow{Part::Train, index.value});
    });

    auto* linked = new QSplitter(Qt::Horizontal);
    linked->setObjectName(QStringLiteral("explain-linked"));
    linked->setChildrenCollapsible(false);
    linked->setHandleWidth(10);
    linked->addWidget(m_charts);
    linked->addWidget(m_detail);
    linked->setSizes({1000, 1000});
    auto* rows = new QSplitter(Qt::Vertical);
    rows->setObjectName(QStringLiteral("explain-rows"));
    rows->setChildrenCollapsible(false);
    rows->setHandleWidth(10);
    rows->addWidget(m_tables);
    rows->addWidget(linked);
    rows->setSizes({1000, 1150});

    auto* centre = new QWidget;
    auto* centreLayout = new QVBoxLayout(centre);
    centreLayout->setContentsMargins(0, 0, 0, 0);
    centreLayout->addWidget(m_header);
    centreLayout->addWidget(rows, 1);

    auto* columns = new QSplitter(Qt::Horizontal);
    columns->setObjectName(QStringLiteral("explain-columns"));
    columns->setChildrenCollapsible(false);
    columns->setHandleWidth(14);
    columns->addWidget(m_pickers);
    columns->addWidget(centre);
    columns->setStretchFactor(0, 1);
    columns->setStretchFactor(1, 6);
    columns->setSizes({320, 860});
    auto* layout = new QVBoxLayout(content());
    layout->setContentsMargins(16, 12, 16, 12);
    layout->addWidget(columns);
}

void ExplainPage::connectViews()
{
    for (PointPicker* each : std::initializer_list<PointPicker*>{m_documents, m_images, m_pairs}) {
        connect(each, &PointPicker::chosen, this,
                [this](const TestPoint& point) { workbench().setPoint(point); });
        connect(each, &PointPicker::failed, this, [this](const QString& message) {
            messageBar().showMessage(MessageBar::Kind::Error, message);
        });
    }
    connect(m_header, &PredictionHeader::filterChanged, this, [this](const QString& text) {
        if (text.isEmpty())
            m_tables->setBrushed(std::nullopt);
        m_tables->setText(text);
        updateFilterCounts();
    });
    connect(m_charts, &ExplanationCharts::brushed, this, [this](const std::optional<std::set<int>>& rows) {
        m_tables->setBrushed(rows);
        updateFilterCounts();
    });
    connect(m_charts, &ExplanationCharts::sampleClicked, this, &ExplainPage::selectRow);
    connect(m_tables, &SampleTables::sampleChosen, this, &ExplainPage::selectRow);
    connect(m_tables, &SampleTables::sampleOpened, this, &ExplainPage::openAsPoint);
    connect(m_detail, &SampleDetail::failed, this,
            [this](const QString& message) { messageBar().showMessage(MessageBar::Kind::Error, message); });

    connect(&workbench(), &Workbench::openModelChanged, this, &ExplainPage::modelChanged);
    connect(&workbench(), &Workbench::pointChanged, this, &ExplainPage::pointChanged);
    connect(&workbench(), &Workbench::explanationChanged, this, &ExplainPage::explanationChanged);
    connect(&workbench(), &Workbench::selectedSampleChanged, this, &ExplainPage::selectionChanged);
    connect(m_tables, &SampleTables::exportRequested, m_exports, &ExplainExports::askForTable);
    for (const auto& view : m_charts->views())
        connect(view, &PlotView::saveRequested, m_exports, [this, view] { m_exports->askForChart(*view); });
    connect(m_exports, &ExplainExports::written, this,
            [this](const QString& path) { workbench().notify(tr("Written: %1").arg(path)); });
    const auto fail = [this](const QString& message) {
        messageBar().showMessage(MessageBar::Kind::Error, message);
    };
    connect(m_exports, &ExplainExports::failed, this, fail);
    connect(&workbench(), &Workbench::explanationFailed, this, fail);
    connect(&workbench(), &Workbench::openModelFailed, this, fail);
    connect(&workbench().annotations(), &Annotations::failed, this, fail);
    connect(&workbench().annotations(), &Annotations::changed, this, &ExplainPage::showNotes);
}

void ExplainPage::activated()
{
    if (workbench().openModel())
        picker()->focusSearch();
}

void ExplainPage::emptyActionTriggered()
{
    workbench().requestPage(workbench().datasets().empty() ? PageId::Start : PageId::Models);
}

PointPicker* ExplainPage::picker() const
{
    return static_cast<PointPicker*>(m_pickers->currentWidget());
}

void ExplainPage::modelChanged()
{
    const auto model = workbench().openModel();
    if (!model) {
        if (workbench().openingModel())
            showBusy(tr("Opening %1\u2026").arg(workbench().openModelName()));
        else if (workbench().datasets().empty())
            showEmpty(QStringLiteral("explain"), tr("Nothing to explain yet"),
                      tr("Open an example or your own data first; then train a model on it."),
                      tr("Go to Start"));
        else
            showEmpty(QStringLiteral("explain"), tr("No model is open"),
                      tr("Choose or train a model: its predictions can be explained here."),
                      tr("Go to Models"));
        return;
    }
    messageBar().clear();
    m_pinned.clear(); // rows of another dataset
    m_tables->model().setPinned({});
    const DatasetContent& content = model->dataset().content;
    if (std::holds_alternative<RatingData>(content))
        m_pickers->setCurrentWidget(m_pairs);
    else if (std::holds_alternative<MatrixData>(content))
        m_pickers->setCurrentWidget(m_images);
    else
        m_pickers->setCurrentWidget(m_documents);
    picker()->setModel(model, workbench().workspacePath());
    if (workbench().point())
        picker()->showPoint(*workbench().point());
    showContent();
}

void ExplainPage::pointChanged()
{
    if (workbench().openModel() && workbench().point())
        picker()->showPoint(*workbench().point());
}

void ExplainPage::explanationChanged()
{
    const auto point = workbench().explanation();
    if (point)
        messageBar().clear();
    m_tables->setExplained(point);
    m_charts->setExplained(point);
    setAnswer({});
    selectionChanged();
    updateFilterCounts();
}

void ExplainPage::selectRow(int row)
{
    const auto point = workbench().explanation();
    if (!point || row < 0)
        return;
    const Contribution& contribution = point->samples[static_cast<std::size_t>(row)].contribution;
    workbench().selectSample(SelectedSample{contribution.index, contribution.side});
}

void ExplainPage::selectionChanged()
{
    const auto point = workbench().explanation();
    const auto& selected = workbench().selectedSample();
    const int row = point && selected ? m_tables->model().rowOf(selected->index, selected->side) : -1;
    m_tables->setSelectedRow(row);
    m_charts->setSelectedRow(row);
    m_detail->setSample(point, row, workbench().workspacePath());
    for (QAction* action : {m_openAsPoint, m_whatIf, m_pin, m_sampleNote})
        action->setEnabled(row >= 0);
    showNotes();
    m_pin->setText(row >= 0 && m_pinned.contains(selected->index.value) ? tr("Unpin") : tr("Pin"));
}

void ExplainPage::openAsPoint(int row)
{
    const auto point = workbench().explanation();
    if (!point || row < 0)
        return;
    const TrainIndex index = point->samples[static_cast<std::size_t>(row)].contribution.index;
    const DatasetContent& content = point->model->dataset().content;
    if (const auto* ratings = std::get_if<RatingData>(&content)) {
        const auto at = static_cast<std::size_t>(index.value);
        workbench().setPoint(
            UserItem{UserIndex{ratings->train.users[at]}, ItemIndex{ratings->train.items[at]}});
    } else {
        workbench().setPoint(DatasetRow{Part::Train, index.value});
    }
}

void ExplainPage::askWhatIf()
{
    const auto point = workbench().explanation();
    WhatIfRequest request;
    request.point = point->explanation.point;
    request.method = point->explanation.method;
    request.remove = m_tables->selectedSamples();
    jobs().add(Job::make(
        countedText(static_cast<std::int64_t>(request.remove.size()), tr("Retraining without %1 sample"),
                    tr("Retraining without %1 samples")),
        [model = point->model, request](const TaskContext& context) {
            return whatIf(*model, request, context);
        },
        [this, page = QPointer<ExplainPage>(this)](const WhatIfResult& result) {
            // Undone by forgetting the answer: neither the model nor the data has changed.
            const auto show = [page](const QString& answer) {
                return [page, answer] {
                    if (page)
                        page->setAnswer(answer);
                };
            };
            workbench().undoStack().push(
                new UndoStep(tr("what-if"), show(whatIfSentence(result)), show(m_answer)));
        }));
}

void ExplainPage::setAnswer(const QString& answer)
{
    m_answer = answer;
    m_detail->showAnswer(answer);
}

void ExplainPage::togglePin()
{
    const auto& selected = workbench().selectedSample();
    if (!selected)
        return;
    if (!m_pinned.insert(selected->index.value).second)
        m_pinned.erase(selected->index.value);
    m_tables->model().setPinned(m_pinned);
    selectionChanged();
}

void ExplainPage::writeSampleNote()
{
    const auto point = workbench().explanation();
    const int row = m_tables->selectedRow();
    if (!point || row < 0)
        return;
    const ExplainedSample& sample = point->samples[static_cast<std::size_t>(row)];
    const DatasetRow subject{Part::Train, sample.contribution.index.value};
    auto* dialog = new NoteDialog(toQString(sample.title.empty() ? sample.id : sample.title),
                                  workbench().annotations().note(subject), this);
    connect(dialog, &NoteDialog::written, this,
            [this, subject](const QString& text) { workbench().annotations().setNote(subject, text); });
    dialog->open();
}

void ExplainPage::writePointNote()
{
    const auto point = workbench().explanation();
    const auto subject = point ? noteSubject(point->question.point) : std::nullopt;
    if (!subject)
        return;
    auto* dialog = new NoteDialog(point->pointDescription, workbench().annotations().note(*subject), this);
    connect(dialog, &NoteDialog::written, this,
            [this, subject](const QString& text) { workbench().annotations().setNote(*subject, text); });
    dialog->open();
}

void ExplainPage::showNotes()
{
    const auto point = workbench().explanation();
    const auto subject = point ? noteSubject(point->question.point) : std::nullopt;
    m_pointNote->setEnabled(subject.has_value());
    m_header->showNote(subject ? workbench().annotations().note(*subject) : QString());
    const auto& sample = workbench().selectedSample();
    m_detail->showNote(sample ? workbench().annotations().note(DatasetRow{Part::Train, sample->index.value})
                              : QString());
    m_tables->model().notesChanged();
}

void ExplainPage::updateFilterCounts()
{
    m_header->setFilterCounts(m_tables->shownRows(), m_tables->allRows());
}

} // namespace representer
