#include "ui/pages/deletion_page.h"

#include "core/store/study_store.h"
#include "ui/export/table_export.h"
#include "ui/jobs/job_list.h"
#include "ui/number_format.h"
#include "ui/pages/deletion/flip_panel.h"
#include "ui/pages/deletion/study_form.h"
#include "ui/pages/deletion/study_list.h"
#include "ui/pages/deletion/study_results.h"
#include "ui/plots/plot_view.h"
#include "ui/workbench/workbench.h"

#include <QApplication>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>

namespace representer {

DeletionPage::DeletionPage(Workbench& workbench, JobList& jobs, QWidget* parent)
    : Page(workbench, jobs, parent)
{
    auto* columns = new QSplitter(Qt::Horizontal);
    columns->setObjectName(QStringLiteral("deletion.columns"));
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
    connect(&workbench, &Workbench::workspaceChanged, this, &DeletionPage::workspaceChanged);
    modelChanged();
}

QWidget* DeletionPage::makeSetup()
{
    m_form = new StudyForm;
    auto* scroll = new QScrollArea;
    scroll->setWidget(m_form);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list = new StudyList;
    auto* side = new QWidget;
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll, 3);
    layout->addWidget(m_list, 2);
    side->setMinimumWidth(390);
    connect(m_form, &StudyForm::runRequested, this, &DeletionPage::runStudy);
    connect(m_form, &StudyForm::estimateRequested, this, &DeletionPage::estimate);
    connect(m_list, &StudyList::chosen, this, &DeletionPage::showStudy);
    connect(m_list, &StudyList::resumeRequested, this, &DeletionPage::resumeStudyShown);
    connect(m_list, &StudyList::pauseRequested, this, &DeletionPage::pauseStudy);
    connect(m_list, &StudyList::removeRequested, this, &DeletionPage::removeShown);
    return side;
}

QWidget* DeletionPage::makeResults()
{
    m_results = new StudyResults;
    m_flip = new FlipPanel(workbench(), jobs());
    auto* main = new QWidget;
    auto* layout = new QVBoxLayout(main);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_results, 1);
    layout->addWidget(m_flip);
    const auto name = [this] { return QStringLiteral("study-%1").arg(headOf(shown()).study); };
    connect(m_results, &StudyResults::chartWanted, this,
            [this, name](PlotView* view) { exportChart(*view, name(), m_results->table().manifest); });
    connect(m_results, &StudyResults::tableWanted, this,
            [this, name] { exportTable(m_results->table(), name()); });
    return main;
}

PlotView& DeletionPage::curves() const
{
    return m_results->curves();
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
    pointChanged();
    loadList();
    showContent();
}

void DeletionPage::pointChanged()
{
    const auto point = workbench().explanation();
    m_form->setCurrentPoint(point ? point->pointDescription : QString(), point != nullptr);
}

void DeletionPage::workspaceChanged()
{
    m_following = false;
    m_stored = {};
    m_results->clear();
    m_list->setStudies({}, 0);
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
            const QString title = tr("Deletion study on %1").arg(toQString(begun.model));
            startStudy(
                title,
                [path = workbench().workspacePath(), model = model,
                 plan](const AnyStudyObserver& observer, const TaskContext& context) {
                    const Workspace workspace(path, Workspace::Mode::OpenExisting);
                    const auto tell = [&observer](const StudyProgress& progress) {
                        observer(progress.study, *progress.row);
                    };
                    return runDeletion(workspace, model, plan, tell, context);
                },
                std::move(begun));
        },
        [this](const QString& message) { m_form->setRemark(message, true); });
}

void DeletionPage::resumeStudyShown()
{
    const std::int64_t id = headOf(shown()).study;
    AnyStudy begun = shown();
    std::visit([](auto& one) { one.state = "running"; }, begun);
    const QString title = tr("Study %1 of %2").arg(id).arg(toQString(headOf(begun).model));
    startStudy(
        title,
        [path = workbench().workspacePath(), id](const AnyStudyObserver& observer,
                                                 const TaskContext& context) {
            const Workspace workspace(path, Workspace::Mode::OpenExisting);
            return resumeAnyStudy(workspace, id, observer, context);
        },
        std::move(begun));
}

void DeletionPage::startStudy(const QString& title, StudyWork work, AnyStudy begun)
{
    m_live = std::move(begun);
    m_following = true;
    const QPointer<DeletionPage> page(this);
    auto job = Job::make(
        title,
        [work = std::move(work), page](const TaskContext& task) {
            const AnyStudyObserver observer = [page](std::int64_t study, const AnyStudyRow& row) {
                // To the GUI thread, where it can be told whether the page is still there.
                QMetaObject::invokeMethod(qApp, [page, study, row] {
                    if (page)
                        page->addRow(study, row);
                });
            };
            return work(observer, task);
        },
        [page](AnyStudy result) {
            if (page)
                page->m_live = std::move(result);
        });
    m_running = jobs().add(std::move(job));
    connect(m_running, &Job::ended, this, &DeletionPage::studyEnded);
    draw();
}

void DeletionPage::addRow(std::int64_t study, const AnyStudyRow& row)
{
    std::visit([study](auto& one) { one.study = study; }, m_live);
    addStudyRow(m_live, row);
    if (m_following && !m_redraw.isActive())
        m_redraw.start();
}

// Finished, paused or failed: from now on the study is read from the workspace like any other.
void DeletionPage::studyEnded()
{
    m_running = nullptr;
    m_redraw.stop();
    const std::int64_t study = headOf(m_live).study;
    const bool finished = headOf(m_live).state == "finished";
    if (m_following) {
        m_stored = m_live;
        m_following = false;
        draw();
        if (!finished && study > 0)
            showStudy(study); // its state as it is stored
    }
    loadList();
}

void DeletionPage::pauseStudy()
{
    if (m_running)
        m_running->cancel();
}

void DeletionPage::removeShown()
{
    const std::int64_t id = headOf(shown()).study;
    auto* question =
        new QMessageBox(QMessageBox::Question, tr("Remove a study"),
                        tr("Remove study %1 of %2 and its %3 results?")
                            .arg(id)
                            .arg(toQString(headOf(shown()).model), countText(finishedRows(shown()))),
                        QMessageBox::Cancel, this);
    question->setTextFormat(Qt::PlainText);
    question->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* remove = question->addButton(tr("Remove"), QMessageBox::DestructiveRole);
    connect(remove, &QPushButton::clicked, this, [this, id] {
        Job* job = jobs().add(Job::make(
            tr("Removing study %1").arg(id),
            [path = workbench().workspacePath(), id](const TaskContext&) {
                StudyStore(Workspace(path, Workspace::Mode::OpenExisting)).remove(id);
            },
            [this, page = QPointer<DeletionPage>(this)] {
                if (!page)
                    return;
                m_stored = {};
                m_results->clear();
            }));
        connect(job, &Job::ended, this, &DeletionPage::loadList);
    });
    question->open();
}

void DeletionPage::loadList()
{
    m_listing.start(
        tr("Reading the studies"),
        [path = workbench().workspacePath()](const TaskContext&) {
            const Workspace workspace(path, Workspace::Mode::OpenExisting);
            return StudyStore(workspace).list();
        },
        [this](const std::vector<StudyRecord>& studies) {
            m_list->setStudies(studies, headOf(shown()).study);
            if (m_running || headOf(shown()).study > 0)
                return;
            // Something to see at once: the newest study of the open model.
            const std::string model = workbench().openModelName().toStdString();
            const auto newest = std::ranges::find(studies, model, &StudyRecord::model);
            if (newest != studies.end())
                showStudy(newest->id);
        },
        [this](const QString& message) { showError(message); });
}

void DeletionPage::showStudy(std::int64_t study)
{
    m_loading.cancel();
    if (m_running && study == headOf(m_live).study) {
        m_following = true;
        draw();
        return;
    }
    m_loading.start(
        tr("Reading the study"),
        [path = workbench().workspacePath(), study](const TaskContext&) {
            const Workspace workspace(path, Workspace::Mode::OpenExisting);
            return loadAnyStudy(workspace, study);
        },
        [this](AnyStudy result) {
            m_following = false;
            m_stored = std::move(result);
            draw();
            m_list->select(headOf(m_stored).study);
        },
        [this](const QString& message) { showError(message); });
}

void DeletionPage::draw()
{
    AnyStudy& study = m_following ? m_live : m_stored;
    summariseAnyStudy(study);
    const StudyHead& head = headOf(study);
    m_list->setPossible(!m_running && head.study > 0 && finishedRows(study) < plannedRows(study),
                        m_running != nullptr, !m_running && head.study > 0);
    const ModelInfo* info = workbench().findModel(toQString(head.model));
    const DatasetInfo* dataset = info ? workbench().findDataset(toQString(info->dataset)) : nullptr;
    Manifest manifest = info && dataset ? manifestOf(*dataset, *info) : Manifest{{"model", head.model}};
    manifest.emplace_back("study", std::to_string(head.study));
    m_results->show(study, dataset ? dataset->train : 0, manifest);
}

} // namespace representer
