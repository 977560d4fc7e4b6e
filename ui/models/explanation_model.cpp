#include "ui/models/explanation_model.h"

#include "ui/models/plain_tool_tip.h"
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
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1),
                         {Qt::FontRole, Qt::DisplayRole});
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

QVariant ExplanationModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const ExplainedSample& row = sample(index.row());
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column, false);
    case ExactTextRole:
        return text(row, column, true);
    case SortRole:
        return sortKey(row, column);
    case FractionRole:
        return m_largest > 0 ? row.contribution.importance / m_largest : 0.0;
    case IndexRole:
        return row.contribution.index.value;
    case Qt::ToolTipRole:
        return plainToolTip(sentence(row));
    case Qt::AccessibleTextRole:
        return column == Importance ? sentence(row) : text(row, column, false);
    case Qt::TextAlignmentRole: {
        const bool number = column == Rank || column == Global || column == Local || column == Share;
        return int(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft));
    }
    case Qt::FontRole:
        if (column == Sample && m_pinned.contains(row.contribution.index.value)) {
            QFont bold;
            bold.setBold(true);
            return bold;
        }
        return {};
    default:
        return {};
    }
}

QVariant ExplanationModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const auto column = static_cast<Column>(section);
    if (role == Qt::ToolTipRole)
        return plainToolTip(headerToolTip(column));
    if (role == Qt::TextAlignmentRole) {
        const bool number = column == Rank || column == Global || column == Local || column == Share;
        return int(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft));
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Rank:
        return tr("#");
    case Importance:
        return tr("Importance");
    case Sample:
        return tr("Training sample");
    case Label:
        return tr("Label");
    case Global:
        return tr("Global");
    case Local:
        return tr("Local");
    case Share:
        return tr("Share");
    case SideColumn:
        return tr("Side");
    case Detail:
        return tr("About");
    case Id:
        return tr("Id");
    case ColumnCount:
        break;
    }
    return {};
}

QString ExplanationModel::text(const ExplainedSample& sample, Column column, bool exact) const
{
    const auto number = [exact](double value) {
        return exact ? exactNumberText(value) : signedNumberText(value);
    };
    const Contribution& contribution = sample.contribution;
    switch (column) {
    case Rank:
        return QString::number(sample.rank);
    case Importance:
        return number(contribution.importance);
    case Sample: {
        const QString title = sample.title.empty() ? toQString(sample.id) : toQString(sample.title);
        return m_pinned.contains(contribution.index.value) && !exact ? QStringLiteral("\u2605 ") + title
                                                                     : title;
    }
    case Label:
        return toQString(sample.label);
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
        return toQString(sample.detail);
    case Id:
        return toQString(sample.id);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant ExplanationModel::sortKey(const ExplainedSample& sample, Column column) const
{
    switch (column) {
    case Rank:
        return sample.rank;
    case Importance:
        return sample.contribution.importance;
    case Global:
        return sample.contribution.global;
    case Local:
        return sample.contribution.local;
    case Share:
        return share(sample.contribution);
    default:
        return text(sample, column, true);
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
    return sentence;
}

QString ExplanationModel::headerToolTip(Column column) const
{
    const QString formula = m_point ? toQString(methodOf(*m_point).formula) : QString();
    const QString unit = m_point ? toQString(m_point->explanation.unit) : QString();
    switch (column) {
    case Rank:
        return tr("Rank by size of the importance, both signs together; 1 is the largest.");
    case Importance:
        return tr("importance = global x local. Above zero: the presence of this training sample pushes the "
                  "score up; below "
                  "zero: down.\nUnit: %1\n%2")
            .arg(unit == QLatin1String("ranking") ? tr("none, only the order means something") : unit,
                 formula);
    case Sample:
        return tr("The training sample in words.");
    case Label:
        return tr("Its label in the training data: the class, or the rating in the user's own scale.");
    case Global:
        return tr(
            "How strongly the model leans on this sample whatever the question: -l'(y, f(x)) times the "
            "constant of "
            "the method. Large for samples the model finds hard; its sign is the direction of the label.");
    case Local:
        return tr("How similar this sample is to the point explained, seen through the model. Below zero: "
                  "opposite.");
    case Share:
        return tr("importance / (prediction - offset). Only where the importances sum to the prediction.");
    case SideColumn:
        return tr("What the sample has in common with the point: the same user (items are compared) or the "
                  "same item "
                  "(users are compared). Each side alone sums to the prediction.");
    case Detail:
        return tr("What else is known about the sample.");
    case Id:
        return tr("The sample's id in your own data.");
    case ColumnCount:
        break;
    }
    return {};
}

} // namespace representer
