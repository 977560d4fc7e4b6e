#include "ui/pages/models_page.h"

#include "core/base/number_text.h"
#include "core/operations/model_path.h"
#include "core/operations/polish_model.h"
#include "core/store/model_store.h"
#include "ui/export/table_export.h"
#include "ui/jobs/job_list.h"
#include "ui/models/metric_names.h"
#include "ui/models/model_list_model.h"
#include "ui/models/roles.h"
#include "ui/number_format.h"
#include "ui/plots/plot_view.h"
#include "ui/widgets/adopt_form.h"
#include "ui/widgets/data_table.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/model_view.h"
#include "ui/widgets/path_view.h"
#include "ui/widgets/train_form.h"
#include "ui/workbench/workbench.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include <cmath>

namespace representer {

ModelsPage::ModelsPage(Workbench& workbench, JobList& jobs, QWidget* parent)
    : Page(workbench, jobs, parent), m_models(new ModelListModel(this)),
      m_sorted(new QSortFilterProxyModel(this)), m_table(new DataTable(QStringLiteral("models.list"))),
      m_view(new ModelView), m_form(new TrainForm), m_adopt(new AdoptForm),
      m_open(new QPushButton(tr("Explain with this model"))), m_polish(new QPushButton(tr("Polish"))),
      m_remove(new QPushButton(tr("Remove...")))
{
    build();
    connect(m_form, &TrainForm::submitted, this, &ModelsPage::train);
    connect(m_table, &DataTable::rowChosen, this, &ModelsPage::showSelected);
    connect(m_table, &DataTable::rowOpened, this, &ModelsPage::openSelected);
    connect(m_open, &QPushButton::clicked, this, &ModelsPage::openSelected);
    connect(m_remove, &QPushButton::clicked, this, &ModelsPage::removeSelected);
    connect(m_polish, &QPushButton::clicked, this, &ModelsPage::polishSelected);
    connect(m_adopt, &AdoptForm::submitted, this, &ModelsPage::adopt);
    connect(&m_view->path(), &PathView::modelChosen, &workbench, &Workbench::useModel);
    connect(&m_view->path(), &PathView::pathWanted, this, &ModelsPage::computePath);
    connect(&m_view->path(), &PathView::modelWanted, this, &ModelsPage::trainWith);
    connect(m_table, &DataTable::exportRequested, this, &ModelsPage::exportList);
    for (const auto& [name, plot] : m_view->charts())
        connect(plot, &PlotView::saveRequested, this, [this, name = name, plot = plot] {
            const DatasetInfo* dataset = this->workbench().findDataset(this->workbench().currentDataset());
            const ModelInfo* model = this->workbench().findModel(selectedName());
            if (dataset && model)
                exportChart(*plot, QStringLiteral("%1-%2").arg(selectedName(), name),
                            manifestOf(*dataset, *model));
        });
    connect(&workbench, &Workbench::datasetsChanged, this, &ModelsPage::refresh);
    connect(&workbench, &Workbench::modelsChanged, this, &ModelsPage::refresh);
    connect(&workbench, &Workbench::currentDatasetChanged, this, &ModelsPage::refresh);
    connect(&workbench, &Workbench::openModelChanged, this, &ModelsPage::selectOpenModel);
    connect(&jobs, &JobList::changed, this, [this] { m_form->setBusy(!this->jobs().idle()); });
    refresh();
}

void ModelsPage::build()
{
    m_sorted->setSourceModel(m_models);
    m_sorted->setSortRole(SortRole);
    m_table->setObjectName(QStringLiteral("models.list"));
    m_table->setAccessibleName(tr("Models"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTable(m_sorted, {.hidden = {ModelListModel::Dataset},
                                 .widths = {24, 27, 26, 22, 12, 9, 14},
                                 .stretched = ModelListModel::Name});
    m_table->setEmptyText(tr("No model of this dataset yet: train one on the right."));
    m_open->setProperty("role", QStringLiteral("primary"));

    auto* title = new QLabel(tr("Models"));
    title->setProperty("role", QStringLiteral("title"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(title, 1);
    buttons->addWidget(m_remove);
    buttons->addWidget(m_polish);
    buttons->addWidget(m_open);
    m_polish->setToolTip(
        tr("Go on to the optimum from this model, as a new one, and see how far predictions move. Then "
           "importances sum to predictions."));
    auto* left = new QWidget;
    auto* leftLayout = new QVBoxLayout(left);
    leftLayout->setContentsMargins(0, 0, 0, 0);
    leftLayout->setSpacing(10);
    leftLayout->addLayout(buttons);
    leftLayout->addWidget(m_table, 2);
    leftLayout->addWidget(m_view, 5);

    auto* card = new QFrame;
    card->setProperty("role", QStringLiteral("card"));
    auto* tabs = new QTabWidget;
    tabs->setAccessibleName(tr("New model"));
    const auto addTab = [tabs](QWidget* form, const QString& name) {
        auto* page = new QWidget;
        auto* pageLayout = new QVBoxLayout(page);
        pageLayout->setContentsMargins(0, 10, 0, 0);
        pageLayout->addWidget(form);
        tabs->addTab(page, name);
    };
    addTab(m_form, tr("Train a model"));
    addTab(m_adopt, tr("Adopt one"));
    tabs->setTabToolTip(1, tr("Take in a model trained elsewhere"));
    auto* cardLayout = new QVBoxLayout(card);
    cardLayout->setContentsMargins(14, 8, 14, 14);
    cardLayout->addWidget(tabs);

    auto* split = new QSplitter(Qt::Horizontal);
    split->setObjectName(QStringLiteral("models.split"));
    split->setChildrenCollapsible(false);
    split->setHandleWidth(14);
    split->addWidget(left);
    split->addWidget(card);
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 0);
    card->setMinimumWidth(fontMetrics().averageCharWidth() * 51);
    split->setSizes({800, 370});
    auto* layout = new QVBoxLayout(content());
    layout->setContentsMargins(20, 14, 20, 14);
    layout->addWidget(split);
}

void ModelsPage::activated()
{
    m_table->setFocus(Qt::OtherFocusReason);
}

void ModelsPage::emptyActionTriggered()
{
    workbench().requestPage(PageId::Start);
}

void ModelsPage::refresh()
{
    const DatasetInfo* dataset = workbench().findDataset(workbench().currentDataset());
    if (!dataset) {
        showEmpty(QStringLiteral("models"), tr("No dataset yet"),
                  tr("Open an example or your own data first; then train a model on it here."),
                  tr("Go to Start"));
        return;
    }
    std::vector<ModelInfo> models;
    QStringList taken;
    for (const ModelInfo& info : workbench().models()) {
        taken << toQString(info.name);
        if (info.dataset == dataset->name)
            models.push_back(info);
    }
    const QString selected = selectedName();
    m_models->setModels(std::move(models));
    m_form->setDataset(dataset);
    m_form->setTakenNames(taken);
    m_adopt->setDataset(dataset);
    m_adopt->setTakenNames(taken);
    showContent();
    const int row = m_models->rowOf(selected);
    if (row >= 0)
        m_table->setCurrentIndex(m_sorted->mapFromSource(m_models->index(row, 0)));
    else
        selectOpenModel();
    showSelected();
}

QString ModelsPage::selectedName() const
{
    const QModelIndex index = m_table->currentIndex();
    return index.isValid() ? toQString(m_models->modelAt(m_sorted->mapToSource(index).row()).name)
                           : QString();
}

void ModelsPage::selectOpenModel()
{
    int row = m_models->rowOf(workbench().openModelName());
    if (row < 0 && m_models->rowCount() > 0 && !m_table->currentIndex().isValid())
        row = 0;
    if (row >= 0)
        m_table->setCurrentIndex(m_sorted->mapFromSource(m_models->index(row, 0)));
}

void ModelsPage::showSelected()
{
    const QString name = selectedName();
    const ModelInfo* info = workbench().findModel(name);
    m_open->setEnabled(info);
    m_remove->setEnabled(info);
    m_polish->setEnabled(info && canPolish(*info));
    m_view->setVisible(info || m_training);
    if (m_training && m_training->active())
        return; // what is being trained is on screen
    if (info)
        m_view->showModel(workbench().workspacePath(), *info, workbench().models());
}

void ModelsPage::openSelected()
{
    const QString name = selectedName();
    if (name.isEmpty())
        return;
    workbench().useModel(name);
    workbench().requestPage(PageId::Explain);
}

void ModelsPage::removeSelected()
{
    const QString name = selectedName();
    if (name.isEmpty())
        return;
    auto* question = new QMessageBox(
        QMessageBox::Question, tr("Remove a model"),
        tr("Remove %1? Its studies and saved explanations go with it.").arg(name), QMessageBox::Cancel, this);
    question->setTextFormat(Qt::PlainText);
    question->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* remove = question->addButton(tr("Remove"), QMessageBox::DestructiveRole);
    connect(remove, &QPushButton::clicked, this, [this, name] {
        if (workbench().openModelName() == name)
            workbench().closeModel();
        Job* job = jobs().add(Job::make(
            tr("Removing %1").arg(name),
            [path = workbench().workspacePath(), text = name.toStdString()](const TaskContext&) {
                ModelStore(Workspace(path)).remove(text);
            },
            [] {}));
        connect(job, &Job::ended, &workbench(), &Workbench::reload);
    });
    question->open();
}

void ModelsPage::train(const TrainRequest& request)
{
    const QString name = toQString(request.name);
    addModelJob(Job::make(
                    tr("Training %1").arg(name),
                    [path = workbench().workspacePath(), request](const TaskContext& context) {
                        return trainModel(Workspace(path), request, context);
                    },
                    [this](const ModelInfo& info) {
                        showTrained(info, tr("%1 is trained").arg(toQString(info.name)));
                    }),
                name);
}

void ModelsPage::trainWith(double C)
{
    const ModelInfo* selected = workbench().findModel(selectedName());
    if (!selected)
        return;
    for (const ModelInfo& info : workbench().models()) {
        const auto setting = mainSetting(info);
        if (info.dataset == selected->dataset && info.kind == selected->kind && setting &&
            setting->first == "C" && std::abs(setting->second - C) <= 1e-9 * C) {
            workbench().useModel(toQString(info.name));
            return;
        }
    }
    TrainRequest request;
    request.name = selected->dataset + "-C" + shortText(C);
    request.kind = selected->kind;
    request.dataset = selected->dataset;
    request.options = selected->options;
    request.options["C"] = C;
    request.options.erase("lambda");
    request.seed = selected->seed;
    train(request);
}

void ModelsPage::adopt(const AdoptRequest& request)
{
    const QString name = toQString(request.name);
    addModelJob(Job::make(
                    tr("Adopting %1").arg(name),
                    [path = workbench().workspacePath(), request](const TaskContext& context) {
                        return adoptModel(Workspace(path), request, context);
                    },
                    [this](const ModelInfo& info) {
                        showTrained(info,
                                    tr("%1 is adopted; what was found out about it stands below its figures")
                                        .arg(toQString(info.name)));
                    }),
                name);
}

void ModelsPage::polishSelected()
{
    const QString from = selectedName();
    QString name = tr("%1-polished").arg(from);
    for (int number = 2; workbench().findModel(name); ++number)
        name = tr("%1-polished-%2").arg(from).arg(number);
    addModelJob(
        Job::make(
            tr("Polishing %1").arg(from),
            [path = workbench().workspacePath(), from = from.toStdString(), to = name.toStdString()](
                const TaskContext& context) { return polishModel(Workspace(path), from, to, context); },
            [this](const ModelInfo& info) {
                showTrained(info, toQString(info.warnings.size() > 1 ? info.warnings[1] : info.name));
            }),
        name);
}

void ModelsPage::computePath()
{
    const QString name = selectedName();
    jobs().add(Job::make(
        tr("Regularisation path through %1").arg(name),
        [path = workbench().workspacePath(), model = name.toStdString()](const TaskContext& context) {
            return std::make_shared<const std::vector<PathPoint>>(
                regularisationPath(Workspace(path), model, 30, context));
        },
        [this, name](PathView::Path path) {
            if (selectedName() == name)
                m_view->path().setPath(std::move(path));
        }));
}

// A job that ends in a new model: its steps are drawn as they come.
void ModelsPage::addModelJob(std::unique_ptr<Job> made, const QString& name)
{
    Job* job = jobs().add(std::move(made));
    connect(job, &Job::stepped, this, [this, job, name] {
        m_training = job;
        m_view->show();
        m_view->showTraining(name, *job);
    });
    connect(job, &Job::ended, this, [this, job](Job::State) {
        if (m_training == job)
            m_training = nullptr;
        workbench().reload();
        showSelected();
    });
}

void ModelsPage::showTrained(const ModelInfo& info, const QString& done)
{
    workbench().useModel(toQString(info.name));
    const auto quality = testQuality(info);
    workbench().notify(
        quality ? tr("%1: %2 %3 (%4).")
                      .arg(done, metricText(quality->key), metricValueText(quality->key, quality->value),
                           partText(quality->part).toLower())
                : tr("%1.").arg(done));
}

void ModelsPage::exportList()
{
    Table table = tableFromModel(*m_sorted, tr("Models of %1").arg(workbench().currentDataset()));
    if (const DatasetInfo* dataset = workbench().findDataset(workbench().currentDataset()))
        table.manifest = manifestOf(*dataset);
    exportTable(table, QStringLiteral("models"));
}

} // namespace representer
