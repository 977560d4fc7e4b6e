#include "ui/pages/explain/pair_picker.h"

#include "ui/models/roles.h"
#include "ui/number_format.h"
#include "ui/widgets/data_table.h"
#include "ui/widgets/filter_chip.h"

#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace representer {

PairPicker::PairPicker(QWidget* parent)
    : PointPicker(parent), m_users(EntityListModel::Kind::Users), m_filtered(&m_items)
{
    m_userSearch = new QLineEdit(this);
    m_userSearch->setPlaceholderText(tr("User id\u2026"));
    m_userSearch->setAccessibleName(tr("User"));
    m_userSearch->setClearButtonEnabled(true);
    auto* completer = new QCompleter(&m_users, this);
    completer->setCompletionRole(Qt::DisplayRole);
    completer->setFilterMode(Qt::MatchStartsWith);
    completer->setMaxVisibleItems(12);
    m_userSearch->setCompleter(completer);

    const auto arrow = [this](Qt::ArrowType type, const QString& name, int step) {
        auto* button = new QToolButton(this);
        button->setArrowType(type);
        button->setAccessibleName(name);
        button->setToolTip(name);
        connect(button, &QToolButton::clicked, this, [this, step] { stepUser(step); });
        return button;
    };
    m_aboutUser = new QLabel(this);
    m_aboutUser->setTextFormat(Qt::PlainText);
    m_aboutUser->setWordWrap(true);
    m_aboutUser->setProperty("role", QStringLiteral("muted"));

    m_choice = new QTabBar(this);
    m_choice->setAccessibleName(tr("Which items"));
    m_choice->setExpanding(false);
    m_choice->addTab(tr("Recommended"));
    m_choice->addTab(tr("Held out"));
    m_choice->addTab(tr("History"));
    m_choice->addTab(tr("All"));
    m_choice->setTabToolTip(0, tr("Items the model was not shown for this user, best prediction first."));
    m_choice->setTabToolTip(
        1, tr("Items the user rated but the model was not shown: here its answer can be checked."));
    m_choice->setTabToolTip(2, tr("Items the model was trained on for this user."));
    m_choice->setTabToolTip(3, tr("Every item."));

    m_itemSearch = new QLineEdit(this);
    m_itemSearch->setPlaceholderText(tr("Find an item\u2026"));
    m_itemSearch->setAccessibleName(tr("Find an item"));
    m_itemSearch->setClearButtonEnabled(true);
    m_chip = new FilterChip(this);
    m_table = new DataTable(QStringLiteral("picker-items"), this);
    m_table->setAccessibleName(tr("Items of this user"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEmptyText(tr("No item in this list."));
    m_table->setTable(
        &m_filtered,
        {.hidden = {ItemListModel::About}, .widths = {5, 0, 6, 5, 16}, .stretched = ItemListModel::Title});
    m_table->sortByColumn(ItemListModel::Rank, Qt::AscendingOrder);

    auto* userLine = new QHBoxLayout;
    userLine->setSpacing(2);
    userLine->addWidget(m_userSearch, 1);
    userLine->addWidget(arrow(Qt::LeftArrow, tr("Previous user"), -1));
    userLine->addWidget(arrow(Qt::RightArrow, tr("Next user"), 1));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(userLine);
    layout->addWidget(m_aboutUser);
    layout->addWidget(m_choice);
    layout->addWidget(m_itemSearch);
    layout->addWidget(m_chip, 0, Qt::AlignLeft);
    layout->addWidget(m_table, 1);

    connect(m_userSearch, &QLineEdit::returnPressed, this, &PairPicker::chooseTyped);
    connect(completer, qOverload<const QString&>(&QCompleter::activated), this, &PairPicker::chooseTyped);
    connect(m_choice, &QTabBar::currentChanged, this, &PairPicker::filterChanged);
    connect(m_itemSearch, &QLineEdit::textChanged, this, &PairPicker::filterChanged);
    connect(m_chip, &FilterChip::cleared, m_itemSearch, &QLineEdit::clear);
    connect(m_table, &DataTable::rowChosen, this, &PairPicker::choose);
}

void PairPicker::setModel(std::shared_ptr<const OpenModel> model, const std::filesystem::path&)
{
    m_loading.cancel();
    m_model = std::move(model);
    m_users.setModel(m_model);
    m_user.reset();
    m_following.reset();
    m_items.setLines({});
    m_userSearch->clear();
    m_aboutUser->clear();
    if (m_model && m_users.rowCount() > 0)
        loadUser(UserIndex{0});
}

void PairPicker::chooseTyped()
{
    const QString text = m_userSearch->text().trimmed();
    const auto found = m_users.match(m_users.index(0, 0), Qt::DisplayRole, text, 1, Qt::MatchFixedString);
    if (found.isEmpty()) {
        m_aboutUser->setText(tr("There is no user \u201c%1\u201d in this dataset.").arg(text));
        return;
    }
    loadUser(UserIndex{found.front().row()});
}

void PairPicker::stepUser(int step)
{
    const int next = (m_user ? m_user->value : 0) + step;
    if (m_model && next >= 0 && next < m_users.rowCount())
        loadUser(UserIndex{next});
}

void PairPicker::loadUser(UserIndex user)
{
    m_user = user;
    const QModelIndex name = m_users.index(user.value, EntityListModel::Name);
    m_userSearch->setText(name.data().toString());
    const QString about = name.siblingAtColumn(EntityListModel::About).data().toString();
    const QString count =
        countedText(name.siblingAtColumn(EntityListModel::Ratings).data(SortRole).toLongLong(),
                    tr("%1 rating in training"), tr("%1 ratings in training"));
    m_aboutUser->setText(about.isEmpty() ? count : count + QStringLiteral(" \u00b7 ") + about);
    m_loading.start(
        tr("Scoring the items"),
        [model = m_model, user](const TaskContext& context) { return itemLines(*model, user, context); },
        [this](ItemLines lines) { showItems(std::move(lines)); },
        [this](const QString& message) { emit failed(message); });
}

void PairPicker::showItems(ItemLines lines)
{
    m_quiet = true;
    m_items.setLines(std::move(lines));
    m_table->scrollToTop();
    m_quiet = false;
    filterChanged();
    if (m_following)
        follow(*m_following);
    m_following.reset();
}

void PairPicker::filterChanged()
{
    static constexpr ItemFilterProxy::Choice choices[] = {
        ItemFilterProxy::Choice::Recommended, ItemFilterProxy::Choice::HeldOut,
        ItemFilterProxy::Choice::History, ItemFilterProxy::Choice::All};
    m_quiet = true;
    m_filtered.setChoice(choices[m_choice->currentIndex()]);
    m_filtered.setText({});
    const int all = m_filtered.rowCount();
    m_filtered.setText(m_itemSearch->text());
    m_quiet = false;
    m_chip->setCounts(m_filtered.rowCount(), all);
}

void PairPicker::choose(const QModelIndex& proxyIndex)
{
    if (m_quiet || !m_user || !proxyIndex.isValid())
        return;
    emit chosen(UserItem{*m_user, m_items.line(m_filtered.mapToSource(proxyIndex).row()).item});
}

void PairPicker::showPoint(const TestPoint& point)
{
    const auto* pair = std::get_if<UserItem>(&point);
    if (!pair || !m_model || pair->user.value >= m_users.rowCount())
        return;
    if (m_user == pair->user && !m_loading.running()) {
        follow(pair->item);
        return;
    }
    m_following = pair->item;
    loadUser(pair->user);
}

void PairPicker::follow(ItemIndex item)
{
    const int row = m_items.rowOf(item);
    if (row < 0)
        return;
    QModelIndex index = m_filtered.mapFromSource(m_items.index(row, 0));
    if (!index.isValid()) { // not in the list chosen: show the list that has it
        m_itemSearch->clear();
        m_choice->setCurrentIndex(m_items.line(row).inTraining ? 2 : 0);
        index = m_filtered.mapFromSource(m_items.index(row, 0));
    }
    if (m_table->currentIndex().isValid() && m_table->currentIndex().row() == index.row())
        return;
    m_quiet = true;
    m_table->setCurrentIndex(index);
    m_table->scrollTo(index, QAbstractItemView::PositionAtCenter);
    m_quiet = false;
}

void PairPicker::focusSearch()
{
    m_userSearch->setFocus(Qt::ShortcutFocusReason);
    m_userSearch->selectAll();
}

std::vector<TestPoint> PairPicker::shownPoints() const
{
    std::vector<TestPoint> points;
    for (int row = 0; m_user && row < m_filtered.rowCount(); ++row)
        points.push_back(
            UserItem{*m_user, m_items.line(m_filtered.mapToSource(m_filtered.index(row, 0)).row()).item});
    return points;
}

} // namespace representer
