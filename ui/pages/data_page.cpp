#include "ui/pages/data_page.h"

#include "core/store/dataset_store.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/export/ask_export.h"
#include "ui/export/table_export.h"
#include "ui/jobs/job_list.h"
#include "ui/jobs/release_elsewhere.h"
#include "ui/models/sample_search.h"
#include "ui/number_format.h"
#include "ui/plots/plot_view.h"
#include "ui/widgets/data_table.h"
#include "ui/widgets/dataset_card.h"
#include "ui/widgets/filter_chip.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/patient_controls.h"
#include "ui/widgets/sample_view.h"
#include "ui/workbench/workbench.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

namespace representer {

namespace {

struct LoadedDataset {
    std::shared_ptr<const Dataset> dataset;
    DatasetSummary summary;
};

QLabel* label(const QString& role)
{
    auto* result = new QLabel;
    result->setTextFormat(Qt::PlainText);
    result->setWordWrap(true);
    result->setProperty("role", role);
    result->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return result;
}

} // namespace

DataPage::DataPage(Workbench& workbench, JobList& jobs, QWidget* parent)
    : Page(workbench, jobs, parent), m_title(label(QStringLiteral("title"))), m_counts(label(QString())),
      m_origin(label(QStringLiteral("muted"))), m_balance(new PlotView), m_tail(new PlotView),
      m_part(new PatientComboBox), m_search(new QLineEdit), m_chip(new FilterChip),
      m_samples(new SampleTableModel(this)), m_table(new DataTable(QStringLiteral("data.samples"))),
      m_sample(new SampleView)
{
    build();
    m_typing.setSingleShot(true);
    m_typing.setInterval(200);
    connect(&m_typing, &QTimer::timeout, this, &DataPage::arrange);
    connect(m_search, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(m_part, &QComboBox::currentIndexChanged, this, &DataPage::arrange);
    connect(m_chip, &FilterChip::cleared, m_search, &QLineEdit::clear);
    connect(m_samples, &SampleTableModel::sortRequested, this, [this](int column, Qt::SortOrder order) {
        m_sortColumn = std::max(0, column);
        m_sortOrder = order;
        arrange();
    });
    connect(m_table, &DataTable::rowChosen, this, [this](const QModelIndex& index) {
        if (index.isValid() && m_dataset)
            m_sample->showSample(this->workbench().workspacePath(), m_dataset, m_samples->part(),
                                 m_samples->sampleAt(index.row()));
    });
    for (PlotView* plot : {m_balance, m_tail})
        connect(plot, &PlotView::saveRequested, this, [this, plot] {
            if (m_dataset)
                exportChart(*plot,
                            QStringLiteral("%1-%2").arg(m_title->text(),
                                                        plot == m_balance ? tr("labels") : tr("tail")),
                            manifestOf(m_dataset->info));
        });
    connect(m_table, &DataTable::exportRequested, this, &DataPage::exportSamples);
    const auto refresh = [this] {
        m_stale = true;
        if (isVisible())
            load();
    };
    connect(&workbench, &Workbench::currentDatasetChanged, this, refresh);
    connect(&workbench, &Workbench::datasetsChanged, this, refresh);
}

void DataPage::build()
{
    m_part->addItem(tr("training part"), static_cast<int>(Part::Train));
    m_part->addItem(tr("validation part"), static_cast<int>(Part::Validation));
    m_part->addItem(tr("test part"), static_cast<int>(Part::Test));
    m_part->setAccessibleName(tr("Part of the dataset"));
    m_search->setPlaceholderText(tr("Search the samples"));
    m_search->setAccessibleName(tr("Search the samples"));
    m_search->setClearButtonEnabled(true);
    m_table->setObjectName(QStringLiteral("data.samples"));
    m_table->setAccessibleName(tr("Samples"));
    m_table->setEmptyText(tr("No sample fits."));
    m_table->setTable(m_samples,
                      {.hidden = {}, .widths = {8, 16, 16, 0, 22}, .stretched = SampleTableModel::Title});

    auto* plots = new QHBoxLayout;
    plots->setSpacing(12);
    for (PlotView* plot : {m_balance, m_tail}) {
        plot->setFixedHeight(fontMetrics().height() * 13);
        plots->addWidget(plot, 1);
    }
    auto* tools = new QHBoxLayout;
    tools->addWidget(m_part);
    tools->addWidget(m_search, 1);
    tools->addWidget(m_chip);
    auto* left = new QWidget;
    auto* leftLayout = new QVBoxLayout(left);
    leftLayout->setContentsMargins(0, 0, 0, 0);
    leftLayout->addLayout(tools);
    leftLayout->addWidget(m_table, 1);
    auto* split = new QSplitter(Qt::Horizontal);
    split->setObjectName(QStringLiteral("data.split"));
    split->setChildrenCollapsible(false);
    split->setHandleWidth(14);
    split->addWidget(left);
    split->addWidget(m_sample);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 1);
    split->setSizes({760, 300});
    m_sample->setMinimumWidth(220);

    auto* layout = new QVBoxLayout(content());
    layout->setContentsMargins(20, 14, 20, 14);
    layout->setSpacing(8);
    auto* heading = new QHBoxLayout;
    auto* remove = new QPushButton(tr("Remove..."));
    remove->setToolTip(tr("Remove this dataset from the workspace, with its models and studies."));
    auto* train = new QPushButton(tr("Train a model on it"));
    train->setProperty("role", QStringLiteral("primary"));
    heading->addWidget(m_title, 1);
    heading->addWidget(remove);
    heading->addWidget(train);
    connect(remove, &QPushButton::clicked, this, &DataPage::removeDataset);
    connect(train, &QPushButton::clicked, this, [this] { workbench().requestPage(PageId::Models); });
    layout->addLayout(heading);
    layout->addWidget(m_counts);
    layout->addWidget(m_origin);
    layout->addLayout(plots);
    layout->addWidget(split, 1);
}

void DataPage::activated()
{
    m_search->setFocus(Qt::OtherFocusReason);
    if (m_stale)
        load();
}

void DataPage::emptyActionTriggered()
{
    workbench().requestPage(PageId::Start);
}

Part DataPage::part() const
{
    return static_cast<Part>(m_part->currentData().toInt());
}

void DataPage::load()
{
    const DatasetInfo* info = workbench().findDataset(workbench().currentDataset());
    if (!info) {
        m_loading.cancel();
        m_dataset = nullptr;
        m_samples->clear();
        showEmpty(QStringLiteral("data"), tr("No dataset yet"),
                  tr("Open an example or your own data; its counts, balance and samples will be here."),
                  tr("Go to Start"));
        return;
    }
    m_stale = false;
    if (m_dataset && m_dataset->info.fingerprint == info->fingerprint && m_dataset->info.name == info->name)
        return;
    if (!showsContent())
        showBusy(tr("Reading %1").arg(workbench().currentDataset()));
    // The open model holds its dataset already: no second copy.
    std::shared_ptr<const Dataset> known;
    if (const auto open = workbench().openModel();
        open && open->dataset().info.fingerprint == info->fingerprint)
        known = {open, &open->dataset()};
    m_loading.start(
        tr("Reading %1").arg(workbench().currentDataset()),
        [path = workbench().workspacePath(), name = info->name, known](const TaskContext& context) {
            auto dataset = known;
            if (!dataset)
                dataset = releasedElsewhere<Dataset>(std::make_shared<const Dataset>(
                    DatasetStore(Workspace(path)).load(name, DatasetStore::Texts::Leave, context)));
            return LoadedDataset{dataset, summarise(*dataset)};
        },
        [this](LoadedDataset loaded) { showDataset(std::move(loaded.dataset), loaded.summary); },
        [this](const QString& message) {
            showEmpty(QStringLiteral("data"), tr("This dataset cannot be shown"), message);
        });
}

void DataPage::showDataset(std::shared_ptr<const Dataset> dataset, const DatasetSummary& summary)
{
    m_dataset = std::move(dataset);
    m_samples->clear();
    m_sample->clear();
    showCounts(m_dataset->info, summary);
    drawBalance(summary);
    drawTail(summary);
    showContent();
    arrange();
}

void DataPage::showCounts(const DatasetInfo& info, const DatasetSummary& summary)
{
    m_title->setText(toQString(info.name));
    QStringList counts{datasetSizeText(info),
                       tr("%1 for training, %2 for validation, %3 for testing")
                           .arg(countText(info.train), countText(info.validation), countText(info.test))};
    if (summary.meanPerRow > 0)
        counts << (info.kind == DatasetKind::Ratings ? tr("%1 ratings per user")
                                                     : tr("%1 features per document"))
                      .arg(numberText(summary.meanPerRow));
    m_counts->setText(counts.join(QStringLiteral("  ·  ")));
    QStringList origin;
    if (info.synthetic)
        origin << tr("synthetic");
    origin << tr("from %1 (%2)").arg(toQString(info.source), toQString(info.format));
    if (!info.splitRule.empty())
        origin << tr("split: %1").arg(toQString(info.splitRule));
    m_origin->setText(origin.join(QStringLiteral("  ·  ")));
    QStringList remarks;
    for (const std::string& warning : info.warnings)
        remarks << toQString(warning);
    if (remarks.isEmpty())
        messageBar().clear();
    else
        messageBar().showMessage(MessageBar::Kind::Info, remarks.join(QLatin1Char('\n')));
}

void DataPage::drawBalance(const DatasetSummary& summary)
{
    PlotSeries bars;
    bars.kind = PlotSeries::Kind::Bars;
    PlotAxis x, y{.title = tr("training samples")};
    if (!summary.ratings.empty()) {
        m_balance->setTitle(tr("How ratings are spread"));
        x.title = tr("rating");
        y.whole = true;
        for (const auto& [value, count] : summary.ratings) {
            bars.x.push_back(value);
            bars.y.push_back(static_cast<double>(count));
        }
    } else {
        m_balance->setTitle(tr("How labels are spread"));
        const auto& names = std::visit(
            [](const auto& samples) -> std::array<std::string, 2> {
                if constexpr (requires { samples.labelNames; })
                    return samples.labelNames;
                else
                    return {};
            },
            m_dataset->content);
        for (std::size_t label = 0; label < 2; ++label) {
            x.categories << toQString(names[label]);
            bars.x.push_back(static_cast<double>(label));
            bars.y.push_back(static_cast<double>(summary.labels[label]));
        }
        x.title = tr("label");
    }
    m_balance->setAxes(x, y);
    m_balance->setSeries({std::move(bars)});
}

void DataPage::drawTail(const DatasetSummary& summary)
{
    const bool ratings = m_dataset->info.kind == DatasetKind::Ratings;
    m_tail->setVisible(!summary.longTail.empty());
    m_tail->setTitle(tr("Long tail: the top tenth of %1 holds %2")
                         .arg(ratings ? tr("items") : tr("features"), percentText(summary.shareOfTopTenth)));
    m_tail->setAxes({.title = ratings ? tr("items by popularity (rank)") : tr("features by frequency (rank)"),
                     .logarithmic = true},
                    {.title = ratings ? tr("ratings") : tr("documents"), .logarithmic = true});
    PlotSeries line;
    line.kind = PlotSeries::Kind::Line;
    for (const auto& [rank, count] : summary.longTail) {
        line.x.push_back(rank);
        line.y.push_back(static_cast<double>(count));
    }
    m_tail->setSeries({std::move(line)});
}

// A million rows are made into a file on a worker, from the same shared values.
void DataPage::exportSamples()
{
    if (!m_dataset)
        return;
    auto* dialog = new ExportDialog(tr("Export the samples"), toQString(m_dataset->info.name), tableEndings(),
                                    {}, false, this);
    connect(dialog, &ExportDialog::chosen, this, [this, dialog] {
        const QString path = dialog->path();
        jobs().add(Job::make(
            tr("Exporting samples"),
            [dataset = m_dataset, order = m_samples->order(), path](const TaskContext& context) {
                SampleTableModel rows;
                rows.setSamples(dataset, order);
                Table table = tableFromModel(rows, toQString(dataset->info.name));
                table.manifest = manifestOf(dataset->info);
                context.throwIfStopped();
                writeTableFile(path, table);
            },
            [this, path] { tellWritten(path); }));
    });
    dialog->open();
}

void DataPage::removeDataset()
{
    if (!m_dataset)
        return;
    const QString name = toQString(m_dataset->info.name);
    auto* question = new QMessageBox(QMessageBox::Question, tr("Remove a dataset"),
                                     tr("Remove %1? Its models, studies, notes and marks go with it. The "
                                        "files it was imported from stay.")
                                         .arg(name),
                                     QMessageBox::Cancel, this);
    question->setTextFormat(Qt::PlainText);
    question->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* remove = question->addButton(tr("Remove"), QMessageBox::DestructiveRole);
    connect(remove, &QPushButton::clicked, this, [this, name] {
        const auto open = workbench().openModel();
        if (open && toQString(open->dataset().info.name) == name)
            workbench().closeModel();
        Job* job = jobs().add(Job::make(
            tr("Removing %1").arg(name),
            [path = workbench().workspacePath(), text = name.toStdString()](const TaskContext&) {
                DatasetStore(Workspace(path)).remove(text);
            },
            [] {}));
        connect(job, &Job::ended, &workbench(), &Workbench::reload);
    });
    question->open();
}

void DataPage::arrange()
{
    if (!m_dataset)
        return;
    m_arranging.start(
        tr("Sorting"),
        [dataset = m_dataset, path = workbench().workspacePath(),
         query = m_search->text().trimmed().toStdString(), which = part(), column = m_sortColumn,
         order = m_sortOrder](const TaskContext& context) {
            std::vector<std::int32_t> matches;
            if (!query.empty())
                matches = searchSamples(path, *dataset, which, query, context);
            return arrangeSamples(*dataset, which, query.empty() ? nullptr : &matches, column, order);
        },
        [this](SampleOrder order) {
            const auto& info = m_dataset->info;
            const std::int64_t all = order.part == Part::Train        ? info.train
                                     : order.part == Part::Validation ? info.validation
                                                                      : info.test;
            m_chip->setCounts(static_cast<qint64>(order.rows.size()), all);
            m_samples->setSamples(m_dataset, std::move(order));
            if (m_samples->rowCount() > 0)
                m_table->setCurrentIndex(m_samples->index(0, 0)); // something to see beside the table at once
        },
        [this](const QString& message) { messageBar().showMessage(MessageBar::Kind::Error, message); });
}

} // namespace representer
