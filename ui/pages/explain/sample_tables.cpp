#include "ui/pages/explain/sample_tables.h"

#include "ui/delegates/contribution_bar_delegate.h"
#include "ui/models/roles.h"
#include "ui/number_format.h"
#include "ui/widgets/data_table.h"

#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

namespace representer {

SampleTables::SampleTables(QWidget* parent)
    : QWidget(parent), m_up{{SignedSamplesProxy::Direction::Up, &m_model}},
      m_down{{SignedSamplesProxy::Direction::Down, &m_model}}
{
    auto* halves = new QSplitter(Qt::Horizontal, this);
    halves->setObjectName(QStringLiteral("explain-halves"));
    halves->setChildrenCollapsible(false);
    halves->setHandleWidth(10);
    halves->addWidget(makeHalf(m_up, QStringLiteral("samples-up"), tr("Samples that push the score up")));
    halves->addWidget(
        makeHalf(m_down, QStringLiteral("samples-down"), tr("Samples that push the score down")));
    halves->setSizes({1000, 1000});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(halves);
    updateHeadings();
}

QWidget* SampleTables::makeHalf(Half& half, const QString& key, const QString& name)
{
    auto* box = new QWidget;
    half.heading = new QLabel(box);
    half.heading->setTextFormat(Qt::PlainText);
    half.heading->setProperty("role", QStringLiteral("section"));
    half.table = new DataTable(key, box);
    half.table->setAccessibleName(name);
    half.table->setEmptyText(tr("No sample."));
    half.table->setTable(&half.proxy, {.hidden = {ExplanationModel::Share, ExplanationModel::SideColumn,
                                                  ExplanationModel::Detail, ExplanationModel::Id},
                                       .widths = {4, 16, 0, 10, 12, 12, 8, 12, 20, 10},
                                       .stretched = ExplanationModel::Sample,
                                       .leastStretch = 30,
                                       .yielding = {ExplanationModel::Global, ExplanationModel::Local,
                                                    ExplanationModel::SideColumn}});
    half.table->sortByColumn(ExplanationModel::Importance,
                             &half == &m_up ? Qt::DescendingOrder : Qt::AscendingOrder);
    half.table->setItemDelegateForColumn(
        ExplanationModel::Importance,
        new ContributionBarDelegate(ContributionBarDelegate::Shape::FromLeft, half.table));
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(half.heading);
    layout->addWidget(half.table, 1);

    connect(half.table, &DataTable::rowChosen, this, [this, &half](const QModelIndex& index) {
        if (m_following)
            return;
        m_selected = half.proxy.mapToSource(index).row();
        DataTable* other = &half == &m_up ? m_down.table : m_up.table;
        other->clearSelection();
        other->selectionModel()->setCurrentIndex({}, QItemSelectionModel::NoUpdate);
        emit sampleChosen(m_selected);
    });
    connect(half.table, &DataTable::rowOpened, this, [this, &half](const QModelIndex& index) {
        emit sampleOpened(half.proxy.mapToSource(index).row());
    });
    connect(half.table, &DataTable::exportRequested, this, &SampleTables::exportRequested);
    return box;
}

void SampleTables::setExplained(std::shared_ptr<const ExplainedPoint> point)
{
    m_following = true;
    m_selected = -1;
    m_model.setExplained(std::move(point));
    const bool sided = m_model.explained() && m_model.explained()->explanation.sums.size() > 1;
    for (Half* half : {&m_up, &m_down}) {
        half->table->setHiddenByDefault(ExplanationModel::SideColumn, !sided);
        half->table->scrollToTop();
    }
    m_following = false;
    updateHeadings();
}

void SampleTables::setText(const QString& text)
{
    m_up.proxy.setText(text);
    m_down.proxy.setText(text);
    updateHeadings();
}

void SampleTables::setBrushed(const std::optional<std::set<int>>& rows)
{
    m_up.proxy.setBrushed(rows);
    m_down.proxy.setBrushed(rows);
    updateHeadings();
}

void SampleTables::setSelectedRow(int row)
{
    if (row == m_selected)
        return;
    m_following = true;
    m_selected = row;
    for (Half* half : {&m_up, &m_down}) {
        const QModelIndex index =
            row < 0 ? QModelIndex() : half->proxy.mapFromSource(m_model.index(row, ExplanationModel::Rank));
        half->table->setCurrentIndex(index);
        if (index.isValid())
            half->table->scrollTo(index);
        else
            half->table->clearSelection();
    }
    m_following = false;
}

std::vector<TrainIndex> SampleTables::selectedSamples() const
{
    std::set<TrainIndex> samples;
    if (m_selected >= 0)
        samples.insert(m_model.sample(m_selected).contribution.index);
    for (const DataTable* table : {m_up.table, m_down.table}) {
        for (const QModelIndex& index : table->selectionModel()->selectedRows())
            samples.insert(TrainIndex{index.data(IndexRole).toInt()});
    }
    return {samples.begin(), samples.end()};
}

void SampleTables::setRowActions(const QList<QAction*>& actions)
{
    m_up.table->setRowActions(actions);
    m_down.table->setRowActions(actions);
}

int SampleTables::shownRows() const
{
    return m_up.proxy.rowCount() + m_down.proxy.rowCount();
}

int SampleTables::allRows() const
{
    return m_up.proxy.total() + m_down.proxy.total();
}

void SampleTables::updateHeadings()
{
    const auto sum = [](const SignedSamplesProxy& proxy) {
        double total = 0;
        for (int row = 0; row < proxy.rowCount(); ++row)
            total += proxy.index(row, ExplanationModel::Importance).data(SortRole).toDouble();
        return total;
    };
    const bool ranking = !m_model.explained() || m_model.explained()->explanation.unit == "ranking";
    const auto heading = [&](const QString& name, const SignedSamplesProxy& proxy) {
        return ranking ? name
                       : tr("%1  \u00b7  these %2: %3")
                             .arg(name)
                             .arg(proxy.rowCount())
                             .arg(signedNumberText(sum(proxy)));
    };
    m_up.heading->setText(heading(tr("\u25b2 Pushes up"), m_up.proxy));
    m_down.heading->setText(heading(tr("\u25bc Pushes down"), m_down.proxy));
}

} // namespace representer
