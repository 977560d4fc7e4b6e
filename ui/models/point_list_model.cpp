#include "ui/models/point_list_model.h"

#include "ui/models/plain_tool_tip.h"
#include "ui/models/roles.h"
#include "ui/number_format.h"

#include <QPalette>

#include <algorithm>

namespace representer {

void PointListModel::setLines(PointLines lines, std::array<QString, 2> labelNames,
                              std::function<QVariant(int)> thumbnail)
{
    beginResetModel();
    m_lines = std::move(lines);
    m_labelNames = std::move(labelNames);
    m_thumbnail = std::move(thumbnail);
    endResetModel();
}

int PointListModel::rowOf(const DatasetRow& row) const
{
    const bool here = row.index >= 0 && row.index < rowCount() && line(row.index).row == row;
    return here ? row.index : -1;
}

int PointListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_lines ? 0 : static_cast<int>(m_lines->size());
}

int PointListModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

TableColumn PointListModel::column(int column) const
{
    switch (static_cast<Column>(column)) {
    case Title:
        return {tr("Title"), tr("The first words, or the id; \u2717 where the prediction is wrong.")};
    case Truth:
        return {tr("Truth"), tr("The class in the data.")};
    case Predicted:
        return {tr("Predicted"), tr("The class the model chooses.")};
    case Margin:
        return {tr("Margin"),
                tr("Distance of the score from the border between the classes, in logits. Small: unsure."),
                true};
    case Id:
        return {tr("Id"), tr("The id in your own data.")};
    case ColumnCount:
        break;
    }
    return {};
}

QString PointListModel::text(int row, int column, bool exact) const
{
    const PointLine& entry = line(row);
    switch (static_cast<Column>(column)) {
    case Title:
        return entry.wrong() && !exact ? QStringLiteral("\u2717 ") + entry.title : entry.title;
    case Truth:
        return entry.truth;
    case Predicted:
        return m_labelNames[static_cast<std::size_t>(entry.decision.label)];
    case Margin:
        return exact ? exactNumberText(entry.decision.margin) : numberText(entry.decision.margin);
    case Id:
        return entry.id;
    case ColumnCount:
        break;
    }
    return {};
}

QVariant PointListModel::sortKey(int row, int column) const
{
    return column == Margin ? QVariant(line(row).decision.margin) : TextTableModel::sortKey(row, column);
}

QString PointListModel::toolTip(int row, int) const
{
    const PointLine& entry = line(row);
    return (entry.wrong() ? tr("%1\ntruly %2, predicted %3: wrong\nscore %4")
                          : tr("%1\ntruly %2, predicted %3\nscore %4"))
        .arg(entry.title, entry.truth, text(row, Predicted, false), exactNumberText(entry.score));
}

QVariant PointListModel::otherData(int row, int column, int role) const
{
    if (role == IndexRole)
        return line(row).row.index;
    return role == Qt::DecorationRole && column == Title && m_thumbnail ? m_thumbnail(row) : QVariant();
}

PointFilterProxy::PointFilterProxy(PointListModel* source, QObject* parent)
    : QSortFilterProxyModel(parent), m_source(source)
{
    setSortRole(SortRole);
    setSourceModel(source);
}

void PointFilterProxy::setOutcome(Outcome outcome)
{
    m_outcome = outcome;
    invalidateFilter();
}

void PointFilterProxy::setTruth(const QString& truth)
{
    m_truth = truth;
    invalidateFilter();
}

void PointFilterProxy::setText(const QString& text)
{
    m_words = text.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    m_fullText.clear();
    invalidateFilter();
}

void PointFilterProxy::setFullTextMatches(std::set<int> rows)
{
    m_fullText = std::move(rows);
    invalidateFilter();
}

bool PointFilterProxy::filterAcceptsRow(int sourceRow, const QModelIndex&) const
{
    const PointLine& line = m_source->line(sourceRow);
    if (m_outcome == Outcome::Wrong && !line.wrong())
        return false;
    if (m_outcome == Outcome::Unsure && !line.decision.unsure())
        return false;
    if (!m_truth.isEmpty() && line.truth != m_truth)
        return false;
    const auto matches = [&line](const QString& word) {
        return line.title.contains(word, Qt::CaseInsensitive) ||
               line.id.contains(word, Qt::CaseInsensitive) || line.truth.contains(word, Qt::CaseInsensitive);
    };
    return std::all_of(m_words.begin(), m_words.end(), matches) || m_fullText.contains(sourceRow);
}

} // namespace representer
