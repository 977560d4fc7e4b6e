#include "ui/models/suspect_model.h"

#include "core/operations/triage.h"
#include "ui/models/roles.h"
#include "ui/number_format.h"

#include <cmath>

namespace representer {

Suspects findSuspects(const OpenModel& model, const std::string& method, std::size_t count,
                      const TaskContext& context)
{
    TriageList list = triage(model, method, count, context);
    const auto* ratings = std::get_if<RatingData>(&model.dataset().content);
    auto suspects = std::make_shared<std::vector<Suspect>>();
    for (std::size_t i = 0; i < list.samples.size(); ++i) {
        const TrainIndex index = list.samples[i].contribution.index;
        TestPoint point = DatasetRow{Part::Train, index.value};
        if (ratings) {
            const auto row = static_cast<std::size_t>(index.value);
            point = UserItem{UserIndex{ratings->train.users[row]}, ItemIndex{ratings->train.items[row]}};
        }
        suspects->push_back({std::move(list.samples[i]), std::abs(list.values[i]), model.predict(point)});
    }
    return suspects;
}

QString verdictText(std::optional<Verdict> verdict)
{
    if (!verdict)
        return {};
    switch (*verdict) {
    case Verdict::Keep:
        return SuspectModel::tr("\u2713 keep");
    case Verdict::Wrong:
        return SuspectModel::tr("\u2717 wrong");
    case Verdict::Unsure:
        return SuspectModel::tr("? unsure");
    }
    return {};
}

void SuspectModel::setSuspects(Suspects suspects)
{
    beginResetModel();
    m_suspects = std::move(suspects);
    endResetModel();
}

void SuspectModel::marksChanged()
{
    if (rowCount() > 0)
        emit dataChanged(index(0, MarkColumn), index(rowCount() - 1, MarkColumn));
}

int SuspectModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_suspects ? 0 : static_cast<int>(m_suspects->size());
}

int SuspectModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

TableColumn SuspectModel::column(int column) const
{
    switch (static_cast<Column>(column)) {
    case Rank:
        return {tr("#"), tr("Place in the list, most suspect first."), true};
    case MarkColumn:
        return {tr("Mark"), tr("Your verdict: K keep, W wrong, U unsure, Delete none.")};
    case Suspicion:
        return {tr("Suspicion"), tr("How strongly the sample has to hold up its own prediction "
                                    "(|self-importance|), or its loss.")};
    case Sample:
        return {tr("Training sample"), tr("The training sample in words.")};
    case Label:
        return {tr("Label"), tr("The label in the training data.")};
    case ModelSays:
        return {tr("Model says"),
                tr("The model's own score for the sample: logits, or the rating in the user's scale."), true};
    case Detail:
        return {tr("About"), tr("What else is known about the sample.")};
    case ColumnCount:
        break;
    }
    return {};
}

QString SuspectModel::text(int row, int column, bool exact) const
{
    const Suspect& entry = suspect(row);
    switch (static_cast<Column>(column)) {
    case Rank:
        return QString::number(row + 1);
    case MarkColumn:
        return verdictText(mark(entry.sample.contribution.index.value));
    case Suspicion:
        return exact ? exactNumberText(entry.suspicion) : numberText(entry.suspicion);
    case Sample:
        return toQString(entry.sample.title.empty() ? entry.sample.id : entry.sample.title);
    case Label:
        return toQString(entry.sample.label);
    case ModelSays:
        return exact ? exactNumberText(entry.modelSays) : numberText(entry.modelSays);
    case Detail:
        return toQString(entry.sample.detail);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant SuspectModel::sortKey(int row, int column) const
{
    switch (static_cast<Column>(column)) {
    case Rank:
        return row + 1;
    case Suspicion:
        return suspect(row).suspicion;
    case ModelSays:
        return suspect(row).modelSays;
    default:
        return TextTableModel::sortKey(row, column);
    }
}

QString SuspectModel::toolTip(int row, int) const
{
    return tr("%1\nlabelled %2, the model itself says %3\nsuspicion %4")
        .arg(text(row, Sample, true), text(row, Label, true), exactNumberText(suspect(row).modelSays),
             exactNumberText(suspect(row).suspicion));
}

QVariant SuspectModel::otherData(int row, int, int role) const
{
    if (role == IndexRole)
        return suspect(row).sample.contribution.index.value;
    if (role == FractionRole)
        return suspect(0).suspicion > 0 ? suspect(row).suspicion / suspect(0).suspicion : 0.0;
    return {};
}

} // namespace representer
