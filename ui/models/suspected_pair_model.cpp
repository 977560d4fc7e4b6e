#include "ui/models/suspected_pair_model.h"

#include "ui/models/roles.h"
#include "ui/models/suspect_model.h"
#include "ui/number_format.h"

namespace representer {

void SuspectedPairModel::setPairs(std::vector<SuspectedNegative> pairs)
{
    beginResetModel();
    m_pairs = std::move(pairs);
    endResetModel();
}

void SuspectedPairModel::marksChanged()
{
    if (rowCount() > 0)
        emit dataChanged(index(0, MarkColumn), index(rowCount() - 1, MarkColumn));
}

int SuspectedPairModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_pairs.size());
}

int SuspectedPairModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

TableColumn SuspectedPairModel::column(int column) const
{
    switch (static_cast<Column>(column)) {
    case Rank:
        return {tr("#"), tr("Place in the list, most suspect first."), true};
    case MarkColumn:
        return {tr("Mark"),
                tr("Your verdict: K keep (a true negative), W wrong (a positive), U unsure, Delete none.")};
    case Item:
        return {tr("Item"), tr("The item the user is not known to have chosen.")};
    case User:
        return {tr("User"), tr("The user's id.")};
    case ModelSays:
        return {tr("Model says"),
                tr("The model's own score for the pair, in logits; above zero it would recommend it."), true};
    case Score:
        return {tr("Effect on positives"),
                tr("What this negative does to the scores of all observed positives together. The further "
                   "below zero, the "
                   "more it works against them."),
                true};
    case HeldOut:
        return {tr("Held out"),
                tr("Whether it is a positive that was kept from training: then it was found rightly.")};
    case ColumnCount:
        break;
    }
    return {};
}

QString SuspectedPairModel::text(int row, int column, bool exact) const
{
    const SuspectedNegative& entry = pair(row);
    switch (static_cast<Column>(column)) {
    case Rank:
        return QString::number(entry.rank);
    case MarkColumn:
        return verdictText(m_marks ? m_marks({entry.pair.user, entry.pair.item}) : std::nullopt);
    case Item:
        return toQString(entry.title.empty() ? entry.item : entry.title);
    case User:
        return toQString(entry.user);
    case ModelSays:
        return exact ? exactNumberText(entry.prediction) : signedNumberText(entry.prediction);
    case Score:
        return exact ? exactNumberText(entry.pair.score) : signedNumberText(entry.pair.score);
    case HeldOut:
        return entry.heldOut ? tr("yes") : QString();
    case ColumnCount:
        break;
    }
    return {};
}

QVariant SuspectedPairModel::sortKey(int row, int column) const
{
    switch (static_cast<Column>(column)) {
    case Rank:
        return pair(row).rank;
    case ModelSays:
        return pair(row).prediction;
    case Score:
        return pair(row).pair.score;
    default:
        return TextTableModel::sortKey(row, column);
    }
}

QVariant SuspectedPairModel::otherData(int row, int, int role) const
{
    return role == IndexRole ? QVariant(row) : QVariant();
}

} // namespace representer
