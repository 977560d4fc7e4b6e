#include "ui/models/explanation_model.h"

#include "ui/models/point_words.h"
#include "ui/models/roles.h"
#include "ui/number_format.h"

#include <QFont>

#include <algorithm>
#include <cmath>

namespace representer {

void ExplanationModel::setExplained(std::shared_ptr<const ExplainedPoint> point)
{
    beginResetModel();
    m_point = std::move(point);
    m_largest = 0;
    if (m_point) {
        for (const ExplainedSample& sample : m_point->samples)
            m_largest = std::max(m_largest, std::abs(sample.contribution.importance));
    }
    endResetModel();
}

void ExplanationModel::setPinned(std::set<std::int32_t> pinned)
{
    m_pinned = std::move(pinned);
    notesChanged();
}

void ExplanationModel::setNotes(std::function<QString(TrainIndex)> notes)
{
    m_notes = std::move(notes);
    notesChanged();
}

void ExplanationModel::notesChanged()
{
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1),
                         {Qt::FontRole, Qt::DisplayRole, Qt::ToolTipRole});
}

int ExplanationModel::rowOf(TrainIndex index, Side side) const
{
    for (int row = 0; row < rowCount(); ++row) {
        const Contribution& contribution = sample(row).contribution;
        if (contribution.index == index && (side == Side::Both || contribution.side == side))
            return row;
    }
    return -1;
}

int ExplanationModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_point ? 0 : static_cast<int>(m_point->samples.size());
}

int ExplanationModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

TableColumn ExplanationModel::column(int column) const
{
    const QString formula = m_point ? toQString(methodOf(*m_point).formula) : QString();
    const QString unit = m_point ? toQString(m_point->explanation.unit) : QString();
    switch (static_cast<Column>(column)) {
    case Rank:
        return {tr("#"), tr("Rank by size of the importance, both signs together; 1 is the largest."), true};
    case Importance:
        return {tr("Importance"),
                tr("importance = global x local. Above zero: the presence of this training sample pushes the "
                   "score up; below zero: down.\nUnit: %1\n%2")
                    .arg(unit == QLatin1String("ranking") ? tr("none, only the order means something") : unit,
                         formula)};
    case Sample:
        return {tr("Training sample"), tr("The training sample in words.")};
    case Label:
        return {tr("Label"),
                tr("Its label in the training data: the class, or the rating in the user's own scale.")};
    case Global:
        return {
            tr("Global"),
            tr("How strongly the model leans on this sample whatever the question: -l'(y, f(x)) times the "
               "constant of the method. Large for samples the model finds hard; its sign is the direction "
               "of the label."),
            true};
    case Local:
        return {tr("Local"),
                tr("How similar this sample is to the point explained, seen through the model. Below zero: "
                   "opposite."),
                true};
    case Share:
        return {tr("Share"),
                tr("importance / (prediction - offset). Only where the importances sum to the prediction."),
                true};
    case SideColumn:
        return {tr("Side"),
                tr("What the sample has in common with the point: the same user (items are compared) or the "
                   "same item (users are compared). Each side alone sums to the prediction.")};
    case Detail:
        return {tr("About"), tr("What else is known about the sample.")};
    case Id:
        return {tr("Id"), tr("The sample's id in your own data.")};
    case ColumnCount:
        break;
    }
    return {};
}

QString ExplanationModel::text(int row, int column, bool exact) const
{
    const ExplainedSample& entry = sample(row);
    const auto number = [exact](double value) {
        return exact ? exactNumberText(value) : signedNumberText(value);
    };
    const Contribution& contribution = entry.contribution;
    switch (static_cast<Column>(column)) {
    case Rank:
        return QString::number(entry.rank);
    case Importance:
        return number(contribution.importance);
    case Sample: {
        const QString title = toQString(entry.title.empty() ? entry.id : entry.title);
        if (exact)
            return title;
        const bool noted = m_notes && !m_notes(contribution.index).isEmpty();
        const QString marks =
            (m_pinned.contains(contribution.index.value) ? QStringLiteral("\u2605 ") : QString()) +
            (noted ? QStringLiteral("\u270e ") : QString());
        return marks + title;
    }
    case Label:
        return toQString(entry.label);
    case Global:
        return number(contribution.global);
    case Local:
        return number(contribution.local);
    case Share: {
        const double value = share(contribution);
        if (!std::isfinite(value))
            return {};
        return exact ? exactNumberText(value) : percentText(value);
    }
    case SideColumn:
        return sideText(contribution.side, m_point->model->dataset());
    case Detail:
        return toQString(entry.detail);
    case Id:
        return toQString(entry.id);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant ExplanationModel::sortKey(int row, int column) const
{
    const Contribution& contribution = sample(row).contribution;
    switch (static_cast<Column>(column)) {
    case Rank:
        return sample(row).rank;
    case Importance:
        return contribution.importance;
    case Global:
        return contribution.global;
    case Local:
        return contribution.local;
    case Share:
        return share(contribution);
    default:
        return TextTableModel::sortKey(row, column);
    }
}

QString ExplanationModel::toolTip(int row, int) const
{
    return sentence(sample(row));
}

QVariant ExplanationModel::otherData(int row, int column, int role) const
{
    const ExplainedSample& entry = sample(row);
    switch (role) {
    case FractionRole:
        return m_largest > 0 ? entry.contribution.importance / m_largest : 0.0;
    case IndexRole:
        return entry.contribution.index.value;
    case Qt::AccessibleTextRole:
        return column == Importance ? sentence(entry) : text(row, column, false);
    case Qt::FontRole:
        if (column == Sample && m_pinned.contains(entry.contribution.index.value)) {
            QFont bold;
            bold.setBold(true);
            return bold;
        }
        return {};
    default:
        return {};
    }
}

double ExplanationModel::share(const Contribution& contribution) const
{
    const Explanation& explanation = m_point->explanation;
    const double attributed = explanation.prediction - explanation.offset;
    return completeness(explanation) == Completeness::RankingOnly || attributed == 0
               ? std::nan("")
               : contribution.importance / attributed;
}

QString ExplanationModel::sentence(const ExplainedSample& sample) const
{
    const Contribution& contribution = sample.contribution;
    const bool up = contribution.importance > 0;
    const QString unit = toQString(m_point->explanation.unit);
    const QString what = sample.title.empty() ? toQString(sample.id) : toQString(sample.title);
    QString sentence =
        m_point->explanation.unit == "ranking"
            ? (up ? tr("%1 pushes the score up (ranking value %2).")
                  : tr("%1 pushes the score down (ranking value %2)."))
                  .arg(what, exactNumberText(contribution.importance))
            : (up ? tr("%1 pushes the score up by %2 %3.") : tr("%1 pushes the score down by %2 %3."))
                  .arg(what, exactNumberText(std::abs(contribution.importance)), unit);
    sentence += tr("\nglobal %1 x local %2")
                    .arg(exactNumberText(contribution.global), exactNumberText(contribution.local));
    if (!sample.label.empty())
        sentence += tr("\nlabel: %1").arg(toQString(sample.label));
    if (!sample.detail.empty())
        sentence += QLatin1Char('\n') + toQString(sample.detail);
    if (const QString note = m_notes ? m_notes(contribution.index) : QString(); !note.isEmpty())
        sentence += tr("\nyour note: %1").arg(note);
    return sentence;
}

} // namespace representer
