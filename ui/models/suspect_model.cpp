#include "ui/models/suspect_model.h"

#include "core/studies/mislabel.h"
#include "ui/models/plain_tool_tip.h"
#include "ui/models/roles.h"
#include "ui/number_format.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace representer {

Suspects findSuspects(const OpenModel& model, const std::string& method, std::size_t count,
                      const TaskContext& context)
{
    const auto score = [&model](const ModelContent& content, const TestPoint& point) {
        return model.trainedScore(content, point);
    };
    const std::vector<double> values =
        method == "loss" ? trainingLosses(model.dataset(), model.model().content, score, context)
                         : model.explainer(method, context).selfImportances();
    context.throwIfStopped();
    std::vector<TrainIndex> order = triageOrder(values);
    order.resize(std::min(order.size(), count));

    // Described like the samples of an explanation, so that they read the same everywhere.
    Explanation listing;
    listing.method = method;
    const auto* ratings = std::get_if<RatingData>(&model.dataset().content);
    for (const TrainIndex index : order) {
        Contribution contribution;
        contribution.index = index;
        contribution.importance = values[static_cast<std::size_t>(index.value)];
        listing.contributions.push_back(contribution);
    }
    std::vector<ExplainedSample> samples = model.describe(listing);
    auto suspects = std::make_shared<std::vector<Suspect>>();
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const TrainIndex index = samples[i].contribution.index;
        TestPoint point = DatasetRow{Part::Train, index.value};
        if (ratings) {
            const auto row = static_cast<std::size_t>(index.value);
            point = UserItem{UserIndex{ratings->train.users[row]}, ItemIndex{ratings->train.items[row]}};
            samples[i].title = model.describePoint(point);
        }
        suspects->push_back(
            {std::move(samples[i]), std::abs(listing.contributions[i].importance), model.predict(point)});
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

void SuspectModel::setMarks(std::map<std::int32_t, Verdict> marks)
{
    m_marks = std::move(marks);
    if (rowCount() > 0)
        emit dataChanged(index(0, MarkColumn), index(rowCount() - 1, MarkColumn));
}

void SuspectModel::setMark(std::int32_t sample, std::optional<Verdict> verdict)
{
    if (verdict)
        m_marks[sample] = *verdict;
    else
        m_marks.erase(sample);
    for (int row = 0; row < rowCount(); ++row) {
        if (suspect(row).sample.contribution.index.value == sample)
            emit dataChanged(index(row, MarkColumn), index(row, MarkColumn));
    }
}

std::optional<Verdict> SuspectModel::mark(std::int32_t sample) const
{
    const auto found = m_marks.find(sample);
    return found == m_marks.end() ? std::nullopt : std::optional(found->second);
}

int SuspectModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_suspects ? 0 : static_cast<int>(m_suspects->size());
}

int SuspectModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant SuspectModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto column = static_cast<Column>(index.column());
    const Suspect& row = suspect(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), column, false);
    case ExactTextRole:
        return text(index.row(), column, true);
    case SortRole:
        switch (column) {
        case Rank:
            return index.row() + 1;
        case Suspicion:
            return row.suspicion;
        case ModelSays:
            return row.modelSays;
        default:
            return text(index.row(), column, true);
        }
    case FractionRole:
        return suspect(0).suspicion > 0 ? row.suspicion / suspect(0).suspicion : 0.0;
    case IndexRole:
        return row.sample.contribution.index.value;
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter |
                   (column == Rank || column == ModelSays ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::ToolTipRole:
        return plainToolTip(tr("%1\nlabelled %2, the model itself says %3\nsuspicion %4")
                                .arg(text(index.row(), Sample, true), text(index.row(), Label, true),
                                     exactNumberText(row.modelSays), exactNumberText(row.suspicion)));
    default:
        return {};
    }
}

QVariant SuspectModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const auto column = static_cast<Column>(section);
    if (role == Qt::DisplayRole) {
        switch (column) {
        case Rank:
            return tr("#");
        case MarkColumn:
            return tr("Mark");
        case Suspicion:
            return tr("Suspicion");
        case Sample:
            return tr("Training sample");
        case Label:
            return tr("Label");
        case ModelSays:
            return tr("Model says");
        case Detail:
            return tr("About");
        case ColumnCount:
            break;
        }
    }
    if (role == Qt::ToolTipRole) {
        switch (column) {
        case Rank:
            return tr("Place in the list, most suspect first.");
        case MarkColumn:
            return tr("Your verdict: K keep, W wrong, U unsure, Delete none.");
        case Suspicion:
            return tr("How strongly the sample has to hold up its own prediction (|self-importance|), or its "
                      "loss.");
        case Label:
            return tr("The label in the training data.");
        case ModelSays:
            return tr("The model's own score for the sample: logits, or the rating in the user's scale.");
        default:
            break;
        }
    }
    return {};
}

QString SuspectModel::text(int row, Column column, bool exact) const
{
    const Suspect& entry = suspect(row);
    switch (column) {
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

} // namespace representer
