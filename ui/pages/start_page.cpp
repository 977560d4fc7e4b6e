#include "ui/pages/start_page.h"

#include "core/operations/example_workspace.h"
#include "core/operations/import_dataset.h"
#include "ui/dialogs/import_dialog.h"
#include "ui/jobs/job_list.h"
#include "ui/number_format.h"
#include "ui/widgets/dataset_card.h"
#include "ui/widgets/drop_area.h"
#include "ui/widgets/message_bar.h"
#include "ui/workbench/recent_workspaces.h"
#include "ui/workbench/workbench.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace representer {

static QLabel* heading(const QString& text, const QString& role)
{
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setProperty("role", role);
    label->setWordWrap(role != QStringLiteral("section"));
    return label;
}

static const QString dataFolderSetting = QStringLiteral("import/folder");

// Where the data opened last lay.
static QString lastDataFolder()
{
    return QSettings().value(dataFolderSetting, QDir::homePath()).toString();
}

static void emptyLayout(QLayout* layout)
{
    while (QLayoutItem* item = layout->takeAt(0)) {
        if (item->widget())
            item->widget()->deleteLater();
        delete item;
    }
}

StartPage::StartPage(Workbench& workbench, JobList& jobs, QWidget* parent)
    : Page(workbench, jobs, parent),
      m_cardsTitle(heading(tr("In this workspace"), QStringLiteral("section"))), m_cards(new QGridLayout),
      m_examples(new QPushButton(tr("Add the examples"))), m_recent(new QVBoxLayout)
{
    auto* column = new QWidget;
    column->setMaximumWidth(1120);
    auto* drop = new DropArea;
    m_cards->setSpacing(14);
    m_recent->setSpacing(2);
    m_examples->setObjectName(QStringLiteral("start.examples"));
    m_examples->setProperty("role", QStringLiteral("primary"));
    m_examples->setToolTip(
        tr("Invented film ratings, invented letters with planted mistakes, and real handwritten digits, each "
           "with a trained model"));
    connect(m_examples, &QPushButton::clicked, this, &StartPage::addExamples);
    auto* other = new QPushButton(tr("Open or create a workspace..."));
    connect(other, &QPushButton::clicked, this, &StartPage::chooseWorkspace);

    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(36, 30, 36, 30);
    layout->setSpacing(10);
    layout->addWidget(
        heading(tr("Which training samples made the model say that?"), QStringLiteral("title")));
    layout->addWidget(
        heading(tr("Choose a dataset, click a prediction, and see the samples behind it, ranked, signed and "
                   "summing to the score. Then prove it by retraining without them."),
                QStringLiteral("muted")));
    layout->addSpacing(14);
    layout->addWidget(m_cardsTitle);
    layout->addLayout(m_cards);
    layout->addWidget(m_examples, 0, Qt::AlignLeft);
    layout->addSpacing(14);
    layout->addWidget(heading(tr("Open your own data"), QStringLiteral("section")));
    layout->addWidget(drop);
    layout->addSpacing(14);
    layout->addWidget(heading(tr("Workspaces"), QStringLiteral("section")));
    layout->addLayout(m_recent);
    layout->addWidget(other, 0, Qt::AlignLeft);
    layout->addStretch(1);

    auto* centred = new QWidget;
    auto* sides = new QHBoxLayout(centred);
    sides->setContentsMargins(0, 0, 0, 0);
    sides->addStretch(1);
    sides->addWidget(column, 40);
    sides->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(centred);
    scroll->setWidgetResizable(true);
    auto* page = new QVBoxLayout(content());
    page->setContentsMargins(0, 0, 0, 0);
    page->addWidget(scroll);
    showContent();

    connect(drop, &DropArea::dropped, this, &StartPage::importFiles);
    connect(drop, &DropArea::filesWanted, this, &StartPage::chooseFiles);
    connect(drop, &DropArea::folderWanted, this, &StartPage::chooseFolder);
    connect(&workbench, &Workbench::datasetsChanged, this, &StartPage::refreshCards);
    connect(&workbench, &Workbench::modelsChanged, this, &StartPage::refreshCards);
    connect(&workbench, &Workbench::workspaceChanged, this, &StartPage::refreshRecent);
    refreshCards();
    refreshRecent();
}

void StartPage::activated()
{
    refreshRecent();
    setFocus(Qt::OtherFocusReason);
}

void StartPage::refreshCards()
{
    emptyLayout(m_cards);
    constexpr int columns = 3;
    int at = 0;
    for (const DatasetInfo& info : workbench().datasets()) {
        const auto models = std::count_if(workbench().models().begin(), workbench().models().end(),
                                          [&](const ModelInfo& model) { return model.dataset == info.name; });
        auto* card = new DatasetCard(info, static_cast<int>(models));
        connect(card, &QPushButton::clicked, this, [this, name = toQString(info.name)] { explore(name); });
        m_cards->addWidget(card, at / columns, at % columns);
        ++at;
    }
    for (int column = 0; column < columns; ++column)
        m_cards->setColumnStretch(column, 1);
    const bool haveExamples = std::ranges::any_of(workbench().datasets(), &DatasetInfo::synthetic);
    m_examples->setVisible(!haveExamples && !workbench().reloading());
    const QString role = at == 0 ? QStringLiteral("primary") : QString();
    if (m_examples->property("role").toString() != role) {
        m_examples->setProperty("role", role);
        m_examples->style()->polish(m_examples);
    }
    m_cardsTitle->setText(at > 0 ? tr("In this workspace") : tr("This workspace is empty so far"));
}

void StartPage::refreshRecent()
{
    emptyLayout(m_recent);
    const QString current = QString::fromStdString(workbench().workspacePath().string());
    QStringList paths = recentWorkspaces(QSettings());
    paths.removeAll(current);
    auto* here = heading(tr("open now: %1").arg(current), QStringLiteral("muted"));
    here->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_recent->addWidget(here);
    for (const QString& path : paths) {
        auto* button = new QPushButton(QString(path).replace(QLatin1Char('&'), QStringLiteral("&&")));
        button->setProperty("role", QStringLiteral("quiet"));
        connect(button, &QPushButton::clicked, this,
                [this, path] { workbench().openWorkspace(std::filesystem::path(path.toStdString())); });
        m_recent->addWidget(button, 0, Qt::AlignLeft);
    }
}

void StartPage::explore(const QString& dataset)
{
    workbench().setCurrentDataset(dataset);
    const auto& models = workbench().models();
    const auto model =
        std::find_if(models.begin(), models.end(),
                     [name = dataset.toStdString()](const ModelInfo& info) { return info.dataset == name; });
    if (model == models.end()) {
        workbench().requestPage(PageId::Models);
        return;
    }
    workbench().useModel(toQString(model->name));
    workbench().requestPage(PageId::Explain);
}

void StartPage::chooseFiles()
{
    auto* dialog = new QFileDialog(this, tr("Open data"), lastDataFolder());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &StartPage::importFiles);
    dialog->open();
}

void StartPage::chooseFolder()
{
    auto* dialog = new QFileDialog(this, tr("Open a folder of data"), lastDataFolder());
    dialog->setOption(QFileDialog::ShowDirsOnly);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::filesSelected, this, &StartPage::importFiles);
    dialog->open();
}

void StartPage::chooseWorkspace()
{
    auto* dialog = new QFileDialog(this, tr("Open or create a workspace"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite);
    dialog->setNameFilter(tr("Workspaces (*.rpx)"));
    dialog->setDefaultSuffix(QStringLiteral("rpx"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        workbench().openWorkspace(std::filesystem::path(path.toStdString()));
    });
    dialog->open();
}

void StartPage::importFiles(const QStringList& paths)
{
    if (paths.isEmpty())
        return;
    if (paths.size() == 1 && paths.front().endsWith(QStringLiteral(".rpx"), Qt::CaseInsensitive)) {
        workbench().openWorkspace(std::filesystem::path(paths.front().toStdString()));
        return;
    }
    QSettings().setValue(dataFolderSetting, QFileInfo(paths.front()).absolutePath());
    QStringList taken;
    for (const DatasetInfo& info : workbench().datasets())
        taken << toQString(info.name);
    auto* dialog = new ImportDialog(paths, taken, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
            [this, dialog] { startImport(dialog->request(), dialog->replaces()); });
    dialog->open();
}

void StartPage::addExamples()
{
    m_examples->setEnabled(false);
    Job* job = jobs().add(Job::make(
        tr("Making the examples"),
        [path = workbench().workspacePath()](const TaskContext& context) {
            buildExampleWorkspace(Workspace(path), context);
        },
        [this] { emit examplesAdded(); }));
    connect(job, &Job::ended, this, [this] {
        m_examples->setEnabled(true);
        workbench().reload();
    });
}

void StartPage::startImport(const ImportRequest& request, bool replace)
{
    const QString name = toQString(request.name);
    Job* job = jobs().add(Job::make(
        tr("Importing %1").arg(name),
        [path = workbench().workspacePath(), request, replace](const TaskContext& context) {
            const Workspace workspace(path);
            return importDataset(workspace, request, context, replace);
        },
        [this, name](const DatasetInfo& info) {
            workbench().setCurrentDataset(name);
            QString text = tr("%1 is imported: %2.").arg(name, datasetSizeText(info));
            if (!info.warnings.empty())
                text += QLatin1Char(' ') + countedText(static_cast<std::int64_t>(info.warnings.size()),
                                                       tr("%1 remark about it stands on the Data page."),
                                                       tr("%1 remarks about it stand on the Data page."));
            workbench().notify(text);
            workbench().requestPage(PageId::Data);
        }));
    connect(job, &Job::ended, &workbench(), &Workbench::reload);
}

} // namespace representer
