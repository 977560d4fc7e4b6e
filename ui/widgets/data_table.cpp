#include "ui/widgets/data_table.h"

#include "ui/models/roles.h"
#include "ui/theme/colours.h"

#include <QAction>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QMetaMethod>
#include <QPainter>
#include <QSettings>

#include <algorithm>

namespace representer {

namespace {

const QString settingsGroup = QStringLiteral("tables");
// Raised when the columns of a table change, so that an old layout is not applied to new columns.
constexpr int tableLayoutVersion = 2;

QString oneCell(QString text)
{
    for (const QChar separator : {QLatin1Char('\t'), QLatin1Char('\n'), QLatin1Char('\r')})
        text.replace(separator, QLatin1Char(' '));
    return text;
}

} // namespace

DataTable::DataTable(const QString& key, QWidget* parent) : QTableView(parent), m_key(key)
{
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setShowGrid(false);
    setWordWrap(false);
    setTextElideMode(Qt::ElideRight);
    setTabKeyNavigation(false);
    setSortingEnabled(true);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder); // the model's own order until asked
    horizontalHeader()->setSortIndicatorClearable(true);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, this, &DataTable::showColumnMenu);
    connect(this, &QAbstractItemView::activated, this, &DataTable::rowOpened);
}

void DataTable::hideEvent(QHideEvent* event)
{
    remember();
    QTableView::hideEvent(event);
}

void DataTable::setTable(QAbstractItemModel* model, const ColumnLayout& layout)
{
    m_layout = layout;
    setModel(model);
    applyWidths();
    if (m_key.isEmpty()) {
        fitColumns();
        return;
    }
    const QSettings settings;
    const QString name = settingsGroup + QLatin1Char('/') + m_key;
    if (settings.value(name + QStringLiteral("/version")).toInt() == tableLayoutVersion) {
        horizontalHeader()->restoreState(settings.value(name + QStringLiteral("/header")).toByteArray());
        const QVariantMap chosen = settings.value(name + QStringLiteral("/columns")).toMap();
        for (auto it = chosen.begin(); it != chosen.end(); ++it)
            m_chosen[it.key().toInt()] = it.value().toBool();
    }
    fitColumns();
}

QString DataTable::asTsv(bool selectedOnly) const
{
    if (!model())
        return {};
    std::vector<int> columns;
    for (int visual = 0; visual < horizontalHeader()->count(); ++visual) {
        const int column = horizontalHeader()->logicalIndex(visual);
        if (!isColumnHidden(column))
            columns.push_back(column);
    }
    QStringList lines;
    QStringList cells;
    for (const int column : columns)
        cells << oneCell(model()->headerData(column, Qt::Horizontal).toString());
    lines << cells.join(QLatin1Char('\t'));
    for (int row = 0; row < model()->rowCount(); ++row) {
        if (selectedOnly && !selectionModel()->isRowSelected(row))
            continue;
        cells.clear();
        for (const int column : columns) {
            const QModelIndex index = model()->index(row, column);
            const QVariant exact = index.data(ExactTextRole);
            cells << oneCell((exact.isValid() ? exact : index.data()).toString());
        }
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

void DataTable::restoreDefaults()
{
    QSettings().remove(settingsGroup);
}

void DataTable::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions(m_rowActions);
    if (!m_rowActions.isEmpty())
        menu->addSeparator();
    QAction* copyRows = menu->addAction(tr("Copy rows"), this, [this] { copy(true); });
    copyRows->setShortcut(QKeySequence::Copy);
    copyRows->setEnabled(selectionModel() && selectionModel()->hasSelection());
    menu->addAction(tr("Copy whole table"), this, [this] { copy(false); });
    if (isSignalConnected(QMetaMethod::fromSignal(&DataTable::exportRequested)))
        menu->addAction(tr("Export table\u2026"), this, &DataTable::exportRequested);
    menu->popup(event->globalPos());
}

void DataTable::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copy(true);
        event->accept();
        return;
    }
    QTableView::keyPressEvent(event);
}

void DataTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    if (current.isValid() && current.row() != previous.row())
        emit rowChosen(current);
}

void DataTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

void DataTable::setEmptyText(const QString& text)
{
    m_emptyText = text;
    viewport()->update();
}

void DataTable::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    if (m_emptyText.isEmpty() || (model() && model()->rowCount() > 0))
        return;
    QPainter painter(viewport());
    painter.setPen(mutedTextColour(palette()));
    painter.drawText(viewport()->rect().adjusted(16, 8, -16, -8), Qt::AlignCenter | Qt::TextWordWrap,
                     m_emptyText);
}

void DataTable::copy(bool selectedOnly)
{
    QGuiApplication::clipboard()->setText(asTsv(selectedOnly));
}

void DataTable::showColumnMenu(const QPoint& position)
{
    QMenu* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int column = 0; model() && column < model()->columnCount(); ++column) {
        QAction* action = menu->addAction(model()->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            m_chosen[column] = shown;
            fitColumns();
        });
    }
    menu->addSeparator();
    menu->addAction(tr("Restore default columns"), this, &DataTable::applyDefaultLayout);
    menu->popup(horizontalHeader()->mapToGlobal(position));
}

void DataTable::applyDefaultLayout()
{
    m_chosen.clear();
    applyWidths();
    fitColumns();
}

void DataTable::applyWidths()
{
    const int character = fontMetrics().averageCharWidth();
    constexpr int padding = 24; // of a heading in the style sheet; its arrow stands above the text
    QFont headingFont = font();
    headingFont.setWeight(QFont::DemiBold);
    const QFontMetrics heading(headingFont);
    for (int column = 0; model() && column < model()->columnCount(); ++column) {
        const auto at = static_cast<std::size_t>(column);
        setColumnHidden(column, false);
        if (at < m_layout.widths.size() && m_layout.widths[at] > 0)
            setColumnWidth(
                column,
                std::max(m_layout.widths[at] * character + 12,
                         heading.horizontalAdvance(model()->headerData(column, Qt::Horizontal).toString()) +
                             padding));
        horizontalHeader()->moveSection(horizontalHeader()->visualIndex(column), column);
    }
}

void DataTable::setHiddenByDefault(int column, bool hidden)
{
    std::erase(m_layout.hidden, column);
    if (hidden)
        m_layout.hidden.push_back(column);
    fitColumns();
}

bool DataTable::wanted(int column) const
{
    const auto chosen = m_chosen.find(column);
    return chosen != m_chosen.end() ? chosen->second
                                    : std::ranges::find(m_layout.hidden, column) == m_layout.hidden.end();
}

// A stretch mode of the header would forbid the user to size that column; so it only takes what is left over.
void DataTable::fitColumns()
{
    if (!model() || m_fitting)
        return;
    m_fitting = true; // a scroll bar that comes or goes resizes the view
    int room = viewport()->width();
    for (int column = 0; column < model()->columnCount(); ++column) {
        setColumnHidden(column, !wanted(column));
        if (column != m_layout.stretched)
            room -= columnWidth(column); // 0 when hidden
    }
    const int least = fontMetrics().averageCharWidth() * m_layout.leastStretch;
    if (m_layout.stretched >= 0 && wanted(m_layout.stretched)) {
        for (const int column : m_layout.yielding) {
            if (room >= least || m_chosen.contains(column) || isColumnHidden(column))
                continue;
            room += columnWidth(column);
            setColumnHidden(column, true);
        }
        setColumnWidth(m_layout.stretched, std::max(least, room));
    }
    m_fitting = false;
}

void DataTable::remember() const
{
    if (!model() || m_key.isEmpty())
        return;
    QSettings settings;
    const QString name = settingsGroup + QLatin1Char('/') + m_key;
    settings.setValue(name + QStringLiteral("/version"), tableLayoutVersion);
    settings.setValue(name + QStringLiteral("/header"), horizontalHeader()->saveState());
    QVariantMap chosen;
    for (const auto& [column, shown] : m_chosen)
        chosen[QString::number(column)] = shown;
    settings.setValue(name + QStringLiteral("/columns"), chosen);
}

} // namespace representer
