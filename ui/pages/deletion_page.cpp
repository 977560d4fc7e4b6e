#include "ui/pages/deletion_page.h"

#include "core/operations/flip_set.h"
#include "core/store/study_store.h"
#include "ui/export/table_export.h"
#include "ui/jobs/job_list.h"
#include "ui/number_format.h"
#include "ui/pages/deletion/study_form.h"
#include "ui/plots/deletion_curve_plot.h"
#include "ui/plots/plot_view.h"
#include "ui/widgets/data_table.h"
#include "ui/widgets/message_bar.h"
#include "ui/workbench/workbench.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

namespace representer {

DeletionPage::DeletionPage(Workbench& workbench, JobList& jobs, QWidget* parent)
    : Page(workbench, jobs, parent)
{
    auto* columns = new QSplitter(Qt::Horizontal);
    columns->setChildrenCollapsible(false);
    columns->setHandleWidth(14);
    columns->addWidget(makeSetup());
    columns->addWidget(makeResults());
    columns->setStretchFactor(1, 1);
    columns->setSizes({390, 1000});
    auto* layout = new QVBoxLayout(content());
    layout->setContentsMargins(16, 12, 16, 12);
    layout->addWidget(columns);
    m_redraw.setSingleShot(true);
    m_redraw.setInterval(200);
    connect(&m_redraw, &QTimer::timeout, this, &DeletionPage::draw);
    connect(&workbench, &Workbench::openModelChanged, this, &DeletionPage::modelChanged);
    connect(&workbench, &Workbench::pointChanged, this, &DeletionPage::pointChanged);
    connect(&workbench, &Workbench::explanationChanged, this, &DeletionPage::pointChanged);
    modelChanged();
}

QWidget* DeletionPage::makeSetup()
{
    auto* side = new QWidget;
    m_form = new StudyForm(side);
    auto* scroll = new QScrollArea(side);
    scroll->setWidget(m_form);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* heading = new QLabel(tr("Past studies"), side);
    heading->setProperty("role", QStringLiteral("section"));
    m_list = new DataTable(QStringLiteral("studies"), side);
    m_list->setAccessibleName(tr("Past studies"));
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_resume = new QPushButton(tr("Resume"), side);
    m_resume->setToolTip(tr("Go on with a stopped study where it stood."));
    m_resume->setEnabled(false);
    m_stop = new QPushButton(tr("Pause"), side);
    m_stop->setToolTip(tr("Stop after what is being retrained; everything finished is kept."));
    m_stop->setEnabled(false);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_resume);
    buttons->addWidget(m_stop);
    buttons->addStretch();
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll, 3);
    layout->addWidget(heading);
    layout->addWidget(m_list, 2);
    layout->addLayout(buttons);
    side->setMinimumWidth(390);
    connect(m_form, &StudyForm::runRequested, this, &DeletionPage::runStudy);
    connect(m_form, &StudyForm::estimateRequested, this, &DeletionPage::estimate);
    connect(m_resume, &QPushButton::clicked, this, &DeletionPage::resumeSelected);
    connect(m_stop, &QPushButton::clicked, this, &DeletionPage::stop);
    connect(m_list, &DataTable::rowChosen, this, &DeletionPage::loadSelected);
    return side;
}

QWidget* DeletionPage::makeResults()
{
    auto* main = new QWidget;
    m_state = new QLabel(main);
    m_state->setTextFormat(Qt::PlainText);
    m_state->setWordWrap(true);
    m_state->setProperty("role", QStringLiteral("subtitle"));
    m_curves = new PlotView;
    m_curves->setPlaceholder(
        tr("Set up a study on the left and run it: the curves grow while it works.\n"
           "Removing what pushes up should lower the score, removing what pushes down should raise it."));
    m_predicted = new PlotView;
    m_predicted->setPlaceholder(
        tr("Each dot will be one retraining: the change that was predicted against the one that came."));
    m_areas = new DataTable(QStringLiteral("study-areas"));
    m_areas->setAccessibleName(tr("Areas under the curves"));
    m_tabs = new QTabWidget(main);
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_curves, tr("Curves"));
    m_tabs->addTab(m_areas, tr("Areas"));
    m_tabs->addTab(m_predicted, tr("Predicted against actual"));

    auto* flipHeading = new QLabel(tr("Smallest set that turns the decision of the current point"), main);
    flipHeading->setProperty("role", QStringLiteral("section"));
    m_flipMethod = new QComboBox(main);
    m_flipMethod->setAccessibleName(tr("Method that ranks the samples"));
    m_flip = new QPushButton(tr("Find it"), main);
    m_flipAnswer = new QLabel(main);
    m_flipAnswer->setTextFormat(Qt::PlainText);
    m_flipAnswer->setWordWrap(true);
    m_flipAnswer->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* flipLine = new QHBoxLayout;
    flipLine->addWidget(m_flipMethod);
    flipLine->addWidget(m_flip);
    flipLine->addWidget(m_flipAnswer, 1);

    auto* layout = new QVBoxLayout(main);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_state);
    layout->addWidget(m_tabs, 1);
    layout->addWidget(flipHeading);
    layout->addLayout(flipLine);
    connect(m_flip, &QPushButton::clicked, this, &DeletionPage::findFlipSet);
    for (PlotView* view : {m_curves, m_predicted})
        connect(view, &PlotView::saveRequested, this,
                [this, view] { exportChart(*view, QStringLiteral("deletion-study-%1").arg(m_shown.study)); });
    connect(m_areas, &DataTable::exportRequested, this, [this] {
        exportTable(m_areaTable.table(), QStringLiteral("deletion-study-%1").arg(m_shown.study));
    });
    return main;
}

void DeletionPage::activated()
{
    loadList();
}

void DeletionPage::emptyActionTriggered()
{
    workbench().requestPage(workbench().datasets().empty() ? PageId::Start : PageId::Models);
}

void DeletionPage::modelChanged()
{
    const auto model = workbench().openModel();
    if (!model) {
        showEmpty(QStringLiteral("deletion"), tr("No model is open"),
                  tr("Choose or train a model; then prove its explanations here by retraining without the "
                     "samples."),
                  tr("Go to Models"));
        return;
    }
    m_form->setModel(model.get());
    m_flipMethod->clear();
    for (const MethodDescriptor* method : model->methods())
        m_flipMethod->addItem(toQString(method->name), toQString(method->id));
    pointChanged();
    loadList();
    showContent();
}

void DeletionPage::pointChanged()
{
    const auto point = workbench().explanation();
    m_form->setCurrentPoint(point ? point->pointDescription : QString(), point != nullptr);
    const bool document = point && !std::holds_alternative<UserItem>(point->explanation.point);
    m_flip->setEnabled(point != nullptr);
    m_flip->setToolTip(
        !point ? tr("Choose a point on the Explain page first.")
        : document
            ? tr("The fewest samples without which the model chooses the other class; checked by retraining.")
            : tr("The fewest ratings without which the user's next best item overtakes this one."));
    m_flipAnswer->clear();
}

// Drawing test points scores the whole test part: work for a job, like everything that follows from it.
void DeletionPage::estimate()
{
    m_form->setRemark(tr("Timing one retraining\u2026"), false);
    m_estimating.start(
        tr("Estimating"),
        [model = workbench().openModel(),
         request = m_form->request(workbench().point())](const TaskContext& context) {
            return estimateDeletion(*model, planDeletion(*model, request), context);
        },
        [this](const DeletionCost& cost) {
            m_form->setRemark(tr("%1 retrainings of about %2 on %3 workers: %4.")
                                  .arg(countText(cost.retrainings), durationText(cost.secondsPerRetraining))
                                  .arg(cost.workers)
                                  .arg(durationText(cost.seconds)),
                              false);
        },
        [this](const QString& message) { m_form->setRemark(message, true); });
}

void DeletionPage::runStudy()
{
    m_form->setRemark({}, false);
    m_estimating.start(
        tr("Planning"),
        [model = workbench().openModel(),
         request = m_form->request(workbench().point())](const TaskContext&) {
            StudyResult begun;
            begun.model = model->model().info.name;
            begun.plan = planDeletion(*model, request);
            begun.state = "running";
            const auto* ratings = std::get_if<RatingData>(&model->dataset().content);
            begun.unit = ratings ? "training units" : "logits";
            begun.userUnits = ratings ? ratings->scale.half() : 1.0;
            return std::pair(model, begun);
        },
        [this](std::pair<std::shared_ptr<const OpenModel>, StudyResult> planned) {
            auto [model, begun] = std::move(planned);
            const DeletionPlan plan = begun.plan;
            startStudy(
                tr("Deletion study on %1").arg(toQString(begun.model)),
                [path = workbench().workspacePath(), model = model, plan](const StudyObserver& observer,
                                                                          const TaskContext& context) {
                    const Workspace workspace(path, Workspace::Mode::OpenExisting);
                    return runDeletion(workspace, model, plan, observer, context);
                },
                std::move(begun));
        },
        [this](const QString& message) { m_form->setRemark(message, true); });
}

void DeletionPage::startStudy(const QString& title,
                              std::function<StudyResult(const StudyObserver&, const TaskContext&)> work,
                              StudyResult begun)
{
    showResult(std::move(begun));
    const QPointer<DeletionPage> page(this);
    auto job = Job::make(
        title,
        [work = std::move(work), page](const TaskContext& task) {
            const StudyObserver observer = [page](const StudyProgress& progress) {
                // To the GUI thread, where it can be told whether the page is still there.
                QMetaObject::invokeMethod(qApp, [page, row = *progress.row, study = progress.study] {
                    if (page)
                        page->addRow(row, study);
                });
            };
            return work(observer, task);
        },
        [page](StudyResult result) {
            if (page)
                page->showResult(std::move(result));
        });
    m_running = jobs().add(std::move(job));
    m_stop->setEnabled(true);
    connect(m_running, &Job::ended, this, [this] {
        m_running = nullptr;
        m_stop->setEnabled(false);
        loadList();
    });
}

void DeletionPage::addRow(const DeletionRow& row, std::int64_t study)
{
    m_shown.study = study;
    m_shown.rows.push_back(row);
    if (!m_redraw.isActive())
        m_redraw.start();
}

void DeletionPage::stop()
{
    if (m_running)
        m_running->cancel();
}

void DeletionPage::resumeSelected()
{
    const std::int64_t id = m_shown.study;
    StudyResult begun = m_shown;
    begun.state = "running";
    startStudy(
        tr("Deletion study %1").arg(id),
        [path = workbench().workspacePath(), id](const StudyObserver& observer, const TaskContext& context) {
            const Workspace workspace(path, Workspace::Mode::OpenExisting);
            return resumeStudy(workspace, id, observer, context);
        },
        std::move(begun));
}

void DeletionPage::loadList()
{
    m_loading.start(
        tr("Reading the studies"),
        [path = workbench().workspacePath()](const TaskContext&) {
            const Workspace workspace(path, Workspace::Mode::OpenExisting);
            return StudyStore(workspace).list();
        },
        [this](const std::vector<StudyRecord>& studies) {
            Table table;
            table.columns = {{"study", tr("Study").toStdString()},
                             {"model", tr("Model").toStdString()},
                             {"state", tr("State").toStdString()},
                             {"rows", tr("Done").toStdString()},
                             {"created", tr("Begun").toStdString()}};
            for (const StudyRecord& study : studies) {
                if (study.kind == "deletion")
                    table.rows.push_back({study.id, study.model, study.state, study.rowCount, study.created});
            }
            m_studies.setTable(std::move(table));
            if (!m_list->model())
                m_list->setTable(&m_studies, {.hidden = {4}, .widths = {9, 0, 10, 9, 20}, .stretched = 1});
        },
        [this](const QString& message) { messageBar().showMessage(MessageBar::Kind::Error, message); });
}

void DeletionPage::loadSelected(const QModelIndex& index)
{
    const std::int64_t id =
        std::get<std::int64_t>(m_studies.table().rows[static_cast<std::size_t>(index.row())][0]);
    if (id == m_shown.study && m_running)
        return;
    m_loading.start(
        tr("Reading the study"),
        [path = workbench().workspacePath(), id](const TaskContext&) {
            const Workspace workspace(path, Workspace::Mode::OpenExisting);
            return loadStudy(workspace, id);
        },
        [this](StudyResult result) { showResult(std::move(result)); },
        [this](const QString& message) { messageBar().showMessage(MessageBar::Kind::Error, message); });
}

void DeletionPage::showResult(StudyResult result)
{
    m_shown = std::move(result);
    draw();
}

void DeletionPage::draw()
{
    m_shown.summary = summarise(m_shown.plan, m_shown.rows);
    const DeletionSummary& summary = m_shown.summary;
    const std::int64_t planned = m_shown.plan.retrainings();
    m_resume->setEnabled(!m_running && m_shown.study > 0 &&
                         static_cast<std::int64_t>(m_shown.rows.size()) < planned);
    QString state = tr("%1 of %2 retrainings on %3")
                        .arg(countText(static_cast<std::int64_t>(m_shown.rows.size())), countText(planned),
                             toQString(m_shown.model));
    if (summary.winnerPositive || summary.winnerNegative)
        state +=
            tr("; clearly strongest: %1")
                .arg(toQString(summary.winnerPositive ? *summary.winnerPositive : *summary.winnerNegative));
    m_state->setText(state);

    const auto model = workbench().openModel();
    std::int64_t size = 0;
    if (model)
        size = model->dataset().info.train;
    const QString unit = m_shown.userUnits != 1 ? tr("rating points") : toQString(m_shown.unit);
    drawDeletionCurves(*m_curves, summary, size, m_shown.userUnits, unit);
    drawPredictedActual(*m_predicted, summary, m_shown.userUnits, unit);
    Table areas;
    areas.caption = tr("AUC-DEL: mean change of the score over all k").toStdString();
    areas.columns = {{"method", tr("Method").toStdString()},
                     {"removed", tr("Without what").toStdString()},
                     {"mean", tr("Mean change [%1]").arg(unit).toStdString()},
                     {"ci95", tr("\u00b1 95 %").toStdString()},
                     {"n", tr("Points").toStdString()}};
    for (const DeletionArea& area : summary.areas) {
        areas.rows.push_back(
            {area.method, (area.sign == Sign::Positive ? tr("pushes up") : tr("pushes down")).toStdString(),
             m_shown.userUnits * area.area.mean,
             area.area.ci95 ? Table::Cell(m_shown.userUnits * *area.area.ci95) : Table::Cell(),
             static_cast<std::int64_t>(area.area.n)});
    }
    if (model)
        areas.manifest = manifestOf(*model);
    m_areaTable.setTable(std::move(areas));
    if (!m_areas->model())
        m_areas->setTable(&m_areaTable, {.hidden = {}, .widths = {0, 16, 18, 10, 8}, .stretched = 0});
}

void DeletionPage::findFlipSet()
{
    const auto point = workbench().explanation();
    if (!point)
        return;
    FlipRequest request;
    request.point = point->explanation.point;
    request.method = m_flipMethod->currentData().toString().toStdString();
    m_flipAnswer->setText(tr("Searching, see the strip below\u2026"));
    const QPointer<DeletionPage> page(this);
    Job* job = jobs().add(Job::make(
        tr("Smallest flip set"),
        [model = point->model, request](const TaskContext& context) mutable {
            if (const auto* pair = std::get_if<UserItem>(&request.point)) {
                // The rival: the item predicted best below this one.
                const auto& ratings = std::get<RatingData>(model->dataset().content);
                const double score = model->predict(request.point);
                double best = -1e300;
                for (std::int32_t item = 0; item < static_cast<std::int32_t>(ratings.items.size()); ++item) {
                    const double other = model->predict(UserItem{pair->user, ItemIndex{item}});
                    if (item != pair->item.value && other <= score && other > best) {
                        best = other;
                        request.rival = ItemIndex{item};
                    }
                }
            }
            return smallestFlipSet(*model, request, context);
        },
        [page](const FlipResult& result) {
            if (page)
                page->m_flipAnswer->setText(toQString(result.sentence));
        }));
    connect(job, &Job::ended, this, [this](Job::State state) {
        if (state != Job::State::Finished)
            m_flipAnswer->clear();
    });
}

} // namespace representer
