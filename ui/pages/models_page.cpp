#include "ui/pages/models_page.h"

#include "core/store/model_store.h"
#include "ui/jobs/job_list.h"
#include "ui/models/model_list_model.h"
#include "ui/models/roles.h"
#include "ui/number_format.h"
#include "ui/widgets/data_table.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/model_view.h"
#include "ui/widgets/train_form.h"
#include "ui/workbench/workbench.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace representer {

ModelsPage::ModelsPage(Workbench& workbench, JobList& jobs, QWidget* parent)
    : Page(workbench, jobs, parent), m_models(new ModelListModel(this)),
      m_sorted(new QSortFilterProxyModel(this)), m_table(new DataTable(QStringLiteral("models.list"))),
      m_view(new ModelView), m_form(new TrainForm), m_open(new QPushButton(tr("Explain with this model"))),
      m_remove(new QPushButton(tr("Remove...")))
{
    build();
    connect(m_form, &TrainForm::submitted, this, &ModelsPage::train);
    connect(m_table, &DataTable::rowChosen, this, &ModelsPage::showSelected);
    connect(m_table, &DataTable::rowOpened, this, &ModelsPage::openSelected);
    connect(m_open, &QPushButton::clicked, this, &ModelsPage::openSelected);
    connect(m_remove, &QPushButton::clicked, this, &ModelsPage::removeSelected);
    connect(m_view, &ModelView::modelChosen, &workbench, &Workbench::useModel);
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
                                 .widths = {24, 24, 16, 24, 12, 9, 14},
                                 .stretched = ModelListModel::Name});
    m_open->setProperty("role", QStringLiteral("primary"));

    auto* title = new QLabel(tr("Models"));
    title->setProperty("role", QStringLiteral("title"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(title, 1);
    buttons->addWidget(m_remove);
    buttons->addWidget(m_open);
    auto* left = new QWidget;
    auto* leftLayout = new QVBoxLayout(left);
    leftLayout->setContentsMargins(0, 0, 0, 0);
    leftLayout->setSpacing(10);
    leftLayout->addLayout(buttons);
    leftLayout->addWidget(m_table, 2);
    leftLayout->addWidget(m_view, 5);

    auto* card = new QFrame;
    card->setProperty("role", QStringLiteral("card"));
    auto* formTitle = new QLabel(tr("Train a model"));
    formTitle->setProperty("role", QStringLiteral("subtitle"));
    auto* cardLayout = new QVBoxLayout(card);
    cardLayout->setContentsMargins(16, 14, 16, 16);
    cardLayout->setSpacing(10);
    cardLayout->addWidget(formTitle);
    cardLayout->addWidget(m_form, 1);

    auto* split = new QSplitter(Qt::Horizontal);
    split->setObjectName(QStringLiteral("models.split"));
    split->setChildrenCollapsible(false);
    split->setHandleWidth(14);
    split->addWidget(left);
    split->addWidget(card);
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 0);
    card->setMinimumWidth(fontMetrics().averageCharWidth() * 46);
    split->setSizes({820, 340});
    auto* layout = new QVBoxLayout(content());
    layout->setContentsMargins(20, 14, 20, 14);
    layout->addWidget(split);
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
    m_view->setVisible(info);
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
    Job* job = jobs().add(Job::make(
        tr("Training %1").arg(name),
        [path = workbench().workspacePath(), request](const TaskContext& context) {
            const Workspace workspace(path);
            return trainModel(workspace, request, context);
        },
        [this](const ModelInfo& info) {
            workbench().useModel(toQString(info.name));
            const auto quality = testQuality(info);
            workbench().notify(
                quality ? tr("%1 is trained: %2 %3.")
                              .arg(toQString(info.name), toQString(quality->name), numberText(quality->value))
                        : tr("%1 is trained.").arg(toQString(info.name)));
        }));
    connect(job, &Job::ended, &workbench(), &Workbench::reload);
}

} // namespace representer
