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

QVariant PointListModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const PointLine& row = line(index.row());
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column, false);
    case ExactTextRole:
        return text(row, column, true);
    case SortRole:
        return column == Margin ? QVariant(row.decision.margin) : QVariant(text(row, column, true));
    case IndexRole:
        return row.row.index;
    case Qt::DecorationRole:
        return column == Title && m_thumbnail ? m_thumbnail(index.row()) : QVariant();
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (column == Margin ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::ToolTipRole:
        return plainToolTip(
            (row.wrong() ? tr("%1\ntruly %2, predicted %3: wrong\nscore %4")
                         : tr("%1\ntruly %2, predicted %3\nscore %4"))
                .arg(row.title, row.truth, text(row, Predicted, false), exactNumberText(row.score)));
    default:
        return {};
    }
}

QVariant PointListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const auto column = static_cast<Column>(section);
    if (role == Qt::DisplayRole) {
        switch (column) {
        case Title:
            return tr("Title");
        case Truth:
            return tr("Truth");
        case Predicted:
            return tr("Predicted");
        case Margin:
            return tr("Margin");
        case Id:
            return tr("Id");
        case ColumnCount:
            break;
        }
    }
    if (role == Qt::ToolTipRole) {
        switch (column) {
        case Title:
            return tr("The first words, or the id.");
        case Truth:
            return tr("The class in the data.");
        case Predicted:
            return tr("The class the model chooses; \u2717 where it is wrong.");
        case Margin:
            return tr("Distance of the score from the border between the classes, in logits. Small: unsure.");
        case Id:
            return tr("The id in your own data.");
        case ColumnCount:
            break;
        }
    }
    return {};
}

QString PointListModel::text(const PointLine& line, Column column, bool exact) const
{
    switch (column) {
    case Title:
        return line.title;
    case Truth:
        return line.truth;
    case Predicted: {
        const QString& name = m_labelNames[static_cast<std::size_t>(line.decision.label)];
        return line.wrong() && !exact ? QStringLiteral("\u2717 ") + name : name;
    }
    case Margin:
        return exact ? exactNumberText(line.decision.margin) : numberText(line.decision.margin);
    case Id:
        return line.id;
    case ColumnCount:
        break;
    }
    return {};
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
