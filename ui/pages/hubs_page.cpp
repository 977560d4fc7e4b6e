#include "ui/pages/hubs_page.h"

#include "ui/delegates/contribution_bar_delegate.h"
#include "ui/export/table_export.h"
#include "ui/models/roles.h"
#include "ui/number_format.h"
#include "ui/plots/make_series.h"
#include "ui/plots/plot_view.h"
#include "ui/widgets/data_table.h"
#include "ui/workbench/workbench.h"

#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSpinBox>
#include <QSplitter>
#include <QVBoxLayout>

namespace representer {

HubsPage::HubsPage(Workbench& workbench, JobList& jobs, QWidget* parent)
    : Page(workbench, jobs, parent), m_sorted(new QSortFilterProxyModel(this)),
      m_table(new DataTable(QStringLiteral("hubs"))), m_plot(new PlotView), m_method(new QComboBox),
      m_count(new QSpinBox), m_top(new QSpinBox), m_which(new QLabel), m_predictions(new QListWidget)
{
    auto* title = new QLabel(tr("Training samples behind many predictions"));
    title->setProperty("role", QStringLiteral("subtitle"));
    m_method->setAccessibleName(tr("Method"));
    m_count->setRange(10, 5000);
    m_count->setValue(200);
    m_count->setAccessibleName(tr("Predictions looked at"));
    m_top->setRange(1, 200);
    m_top->setValue(20);
    m_top->setAccessibleName(tr("Top k"));
    auto* find = new QPushButton(tr("Count again"));
    auto* line = new QHBoxLayout;
    line->addWidget(new QLabel(tr("Method")));
    line->addWidget(m_method);
    line->addSpacing(8);
    line->addWidget(new QLabel(tr("Test predictions")));
    line->addWidget(m_count);
    line->addSpacing(8);
    line->addWidget(new QLabel(tr("Top")));
    line->addWidget(m_top);
    line->addSpacing(8);
    line->addWidget(find);
    line->addStretch(1);

    m_sorted->setSourceModel(&m_rows);
    m_sorted->setSortRole(SortRole);
    m_table->setAccessibleName(tr("Hubs"));
    m_table->setItemDelegateForColumn(
        2, new ContributionBarDelegate(ContributionBarDelegate::Shape::FromLeft, m_table));
    m_rows.setColumnToolTips(
        {tr("The training sample."), tr("Its label."),
         tr("In the top k of how many of the predictions looked at."),
         tr("Ratings: how often its item was rated. Documents: how many different words it has."),
         tr("Its |importance| summed over these predictions.")});
    m_plot->setPlaceholder(tr("Popular samples that are behind many predictions will be at the top right."));
    m_which->setTextFormat(Qt::PlainText);
    m_which->setWordWrap(true);
    m_which->setProperty("role", QStringLiteral("section"));
    m_which->setText(tr("Select a sample to see its predictions."));
    m_predictions->setAccessibleName(tr("Predictions this sample is behind"));
    m_predictions->setToolTip(tr("Double-click or Return explains the prediction."));

    auto* side = new QWidget;
    auto* sideLayout = new QVBoxLayout(side);
    sideLayout->setContentsMargins(0, 0, 0, 0);
    sideLayout->addWidget(m_plot, 3);
    sideLayout->addWidget(m_which);
    sideLayout->addWidget(m_predictions, 2);
    auto* columns = new QSplitter(Qt::Horizontal);
    columns->setObjectName(QStringLiteral("hubs.columns"));
    columns->setChildrenCollapsible(false);
    columns->setHandleWidth(14);
    columns->addWidget(m_table);
    columns->addWidget(side);
    columns->setSizes({1000, 900});
    auto* layout = new QVBoxLayout(content());
    layout->setContentsMargins(16, 12, 16, 12);
    layout->addWidget(title);
    layout->addLayout(line);
    layout->addWidget(columns, 1);

    connect(find, &QPushButton::clicked, this, &HubsPage::findThem);
    connect(m_method, &QComboBox::activated, this, &HubsPage::findThem);
    connect(m_table, &DataTable::rowChosen, this,
            [this](const QModelIndex& index) { showPredictions(m_sorted->mapToSource(index).row()); });
    connect(m_plot, &PlotView::pointClicked, this, [this](int, int point) { showPredictions(point); });
    connect(m_predictions, &QListWidget::itemActivated, this, [this](QListWidgetItem* item) {
        Page::workbench().setPoint(
            m_hubs->points[static_cast<std::size_t>(item->data(Qt::UserRole).toULongLong())]);
        Page::workbench().requestPage(PageId::Explain);
    });
    connect(m_plot, &PlotView::saveRequested, this,
            [this] { exportChart(*m_plot, QStringLiteral("hubs"), m_rows.table().manifest); });
    connect(m_table, &DataTable::exportRequested, this,
            [this] { exportTable(m_rows.table(), QStringLiteral("hubs")); });
    connect(&workbench, &Workbench::openModelChanged, this, &HubsPage::modelChanged);
    modelChanged();
}

void HubsPage::activated()
{
    if (m_stale && workbench().openModel())
        findThem();
}

void HubsPage::emptyActionTriggered()
{
    workbench().requestPage(PageId::Models);
}

void HubsPage::modelChanged()
{
    m_finding.cancel();
    m_stale = true;
    const auto model = workbench().openModel();
    if (!model) {
        showEmpty(QStringLiteral("hubs"), tr("No model is open"),
                  tr("Open a model to see which training samples are behind many of its predictions."),
                  tr("Go to Models"));
        return;
    }
    m_method->clear();
    for (const MethodDescriptor* method : model->methods())
        m_method->addItem(toQString(method->name), toQString(method->id));
    showContent();
    if (isVisible())
        findThem();
}

void HubsPage::findThem()
{
    m_stale = false;
    showBusy(tr("Explaining many predictions\u2026"));
    HubRequest request;
    request.method = m_method->currentData().toString().toStdString();
    request.predictions = static_cast<std::size_t>(m_count->value());
    request.top = static_cast<std::size_t>(m_top->value());
    m_topShown = m_top->value();
    m_finding.start(
        tr("Hubs"),
        [model = workbench().openModel(), request](const TaskContext& context) {
            return std::make_shared<const HubList>(findHubs(*model, request, context));
        },
        [this](std::shared_ptr<const HubList> hubs) { showHubs(std::move(hubs)); },
        [this](const QString& message) {
            showError(message);
            showContent();
        });
}

void HubsPage::showHubs(std::shared_ptr<const HubList> hubs)
{
    m_hubs = std::move(hubs);
    m_predictions->clear();
    Table table;
    table.caption = tr("Samples in the top %1 of %2 predictions")
                        .arg(m_topShown)
                        .arg(m_hubs->points.size())
                        .toStdString();
    table.columns = {{"sample", tr("Training sample").toStdString()},
                     {"label", tr("Label").toStdString()},
                     {"predictions", tr("Predictions").toStdString()},
                     {"popularity", tr("Popularity").toStdString()},
                     {"importance", tr("Importance").toStdString()}};
    PlotSeries points = makeSeries(PlotSeries::Kind::Points, {}, 0);
    const bool popular = !m_hubs->hubs.empty() && m_hubs->hubs.front().popularity;
    for (const Hub& hub : m_hubs->hubs) {
        const std::string name = hub.sample.title.empty() ? hub.sample.id : hub.sample.title;
        Table::Cell popularity;
        if (hub.popularity)
            popularity = *hub.popularity;
        table.rows.push_back({name, hub.sample.label, static_cast<std::int64_t>(hub.points.size()),
                              popularity, hub.totalImportance});
        points.x.push_back(popular ? static_cast<double>(*hub.popularity) : hub.totalImportance);
        points.y.push_back(static_cast<double>(hub.points.size()));
        points.labels << toQString(name);
    }
    table.manifest = manifestOf(*workbench().openModel());
    m_rows.setTable(std::move(table), 2);
    if (!m_table->model())
        m_table->setTable(m_sorted, {.hidden = {},
                                     .widths = {0, 12, 20, 13, 14},
                                     .stretched = 0,
                                     .leastStretch = 30,
                                     .yielding = {4}});
    m_table->setHiddenByDefault(3, !popular);
    m_table->sortByColumn(2, Qt::DescendingOrder);
    const bool ratings = std::holds_alternative<RatingData>(workbench().openModel()->dataset().content);
    m_plot->setTitle(popular ? tr("Hubs and popularity") : tr("Hubs and their weight"));
    m_plot->setAxes(makeAxis(!popular  ? tr("importance, summed over these predictions")
                             : ratings ? tr("how often the sample's item was rated")
                                       : tr("different words of the sample")),
                    makeCountAxis(tr("predictions it is in the top %1 of").arg(m_topShown)));
    m_plot->setSeries({std::move(points)});
    showContent();
    m_table->setCurrentIndex(m_sorted->index(0, 0)); // something to see on the right at once
}

void HubsPage::showPredictions(int hub)
{
    if (!m_hubs || hub < 0 || hub >= static_cast<int>(m_hubs->hubs.size()))
        return;
    const Hub& chosen = m_hubs->hubs[static_cast<std::size_t>(hub)];
    m_plot->setHighlighted(0, hub);
    m_which->setText(tr("%1 is in the top %2 of:")
                         .arg(toQString(chosen.sample.title.empty() ? chosen.sample.id : chosen.sample.title))
                         .arg(m_topShown));
    m_predictions->clear();
    for (const std::size_t point : chosen.points) {
        auto* item = new QListWidgetItem(toQString(m_hubs->pointNames[point]), m_predictions);
        item->setData(Qt::UserRole, static_cast<qulonglong>(point));
    }
}

} // namespace representer
