#include "ui/models/sample_table_model.h"

#include "ui/models/plain_tool_tip.h"
#include "ui/models/roles.h"
#include "ui/number_format.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace representer {

namespace {

const std::string nothing;

const std::string& at(const std::vector<std::string>& values, std::int32_t index)
{
    const auto i = static_cast<std::size_t>(index);
    return i < values.size() ? values[i] : nothing;
}

struct RatingRow {
    const std::string& user;
    const std::string& item;
    double rating;
};

RatingRow ratingRow(const RatingData& data, Part which, std::int32_t sample)
{
    const RatingPart& part = data.part(which);
    const auto i = static_cast<std::size_t>(sample);
    const std::string& title = at(data.items.titles, part.items[i]);
    return {at(data.users.ids, part.users[i]), title.empty() ? at(data.items.ids, part.items[i]) : title,
            data.scale.toUser(part.values[i])};
}

template<class Key>
void sortBy(std::vector<std::int32_t>& rows, Qt::SortOrder order, const Key& key)
{
    std::stable_sort(rows.begin(), rows.end(), [&](std::int32_t a, std::int32_t b) {
        return order == Qt::AscendingOrder ? key(a) < key(b) : key(b) < key(a);
    });
}

} // namespace

SampleOrder arrangeSamples(const Dataset& dataset, Part part, const std::vector<std::int32_t>* matches,
                           int column, Qt::SortOrder order)
{
    SampleOrder result{part, {}};
    const std::size_t count =
        std::visit([part](const auto& data) { return data.part(part).size(); }, dataset.content);
    if (matches) {
        result.rows = *matches;
    } else {
        result.rows.resize(count);
        std::iota(result.rows.begin(), result.rows.end(), 0);
    }
    if (const auto* ratings = std::get_if<RatingData>(&dataset.content)) {
        const RatingPart& rows = ratings->part(part);
        const auto number = [&](const auto& values) {
            return [&values](std::int32_t i) { return values[static_cast<std::size_t>(i)]; };
        };
        switch (column) {
        case SampleTableModel::Id:
            sortBy(result.rows, order, number(rows.users));
            break;
        case SampleTableModel::Label:
            sortBy(result.rows, order, number(rows.values));
            break;
        case SampleTableModel::Title: {
            // One comparison of titles per pair of items, not per rating: items are ranked once.
            const auto& names = ratings->items.titles.empty() ? ratings->items.ids : ratings->items.titles;
            std::vector<std::int32_t> byName(names.size()), rank(names.size());
            std::iota(byName.begin(), byName.end(), 0);
            sortBy(byName, Qt::AscendingOrder,
                   [&](std::int32_t i) -> const std::string& { return names[static_cast<std::size_t>(i)]; });
            for (std::size_t r = 0; r < byName.size(); ++r)
                rank[static_cast<std::size_t>(byName[r])] = static_cast<std::int32_t>(r);
            sortBy(result.rows, order, [&](std::int32_t i) {
                return rank[static_cast<std::size_t>(rows.items[static_cast<std::size_t>(i)])];
            });
            break;
        }
        default:
            sortBy(result.rows, order, [](std::int32_t i) { return i; });
        }
        return result;
    }
    const auto label = [&](const auto& labels) {
        return [&labels](std::int32_t i) { return labels[static_cast<std::size_t>(i)]; };
    };
    const auto* documents = std::get_if<DocumentData>(&dataset.content);
    const auto name = [](const std::vector<std::string>& values) {
        return [&values](std::int32_t i) -> const std::string& { return at(values, i); };
    };
    switch (column) {
    case SampleTableModel::Id:
        if (documents)
            sortBy(result.rows, order, name(documents->part(part).ids));
        break;
    case SampleTableModel::Label:
        if (documents)
            sortBy(result.rows, order, label(documents->part(part).labels));
        else
            sortBy(result.rows, order, label(std::get<MatrixData>(dataset.content).part(part).labels));
        break;
    case SampleTableModel::Title:
        if (documents)
            sortBy(result.rows, order, name(documents->part(part).titles));
        break;
    case SampleTableModel::Extra:
        if (documents)
            sortBy(result.rows, order,
                   [&](std::int32_t i) { return rowView(documents->part(part).x, i).columns.size(); });
        break;
    default:
        sortBy(result.rows, order, [](std::int32_t i) { return i; });
    }
    return result;
}

void SampleTableModel::setSamples(std::shared_ptr<const Dataset> dataset, SampleOrder order)
{
    beginResetModel();
    m_dataset = std::move(dataset);
    m_order = std::move(order);
    endResetModel();
}

void SampleTableModel::clear()
{
    setSamples(nullptr, {});
}

int SampleTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_order.rows.size());
}

int SampleTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString SampleTableModel::text(std::int32_t sample, int column) const
{
    if (column == Row)
        return QString::number(sample);
    if (const auto* ratings = std::get_if<RatingData>(&m_dataset->content)) {
        const RatingRow row = ratingRow(*ratings, m_order.part, sample);
        switch (column) {
        case Id:
            return toQString(row.user);
        case Label:
            return numberText(row.rating);
        case Title:
            return toQString(row.item);
        default:
            break;
        }
        if (!ratings->items.attributes.empty())
            return toQString(at(ratings->items.attributes.front(),
                                ratings->part(m_order.part).items[static_cast<std::size_t>(sample)]));
        return {};
    }
    if (const auto* documents = std::get_if<DocumentData>(&m_dataset->content)) {
        const DocumentPart& part = documents->part(m_order.part);
        const auto i = static_cast<std::size_t>(sample);
        switch (column) {
        case Id:
            return toQString(at(part.ids, sample));
        case Label:
            return part.classes.empty() ? toQString(documents->labelNames[part.labels[i]])
                                        : tr("%1 (%2)").arg(toQString(documents->labelNames[part.labels[i]]),
                                                            toQString(part.classes[i]));
        case Title:
            return toQString(at(part.titles, sample)).simplified();
        default:
            return countText(static_cast<std::int64_t>(rowView(part.x, sample).columns.size()));
        }
    }
    const auto& matrices = std::get<MatrixData>(m_dataset->content);
    const MatrixPart& part = matrices.part(m_order.part);
    switch (column) {
    case Id:
        return toQString(at(part.ids, sample));
    case Label:
        return toQString(matrices.labelNames[part.labels[static_cast<std::size_t>(sample)]]);
    case Title:
        return tr("%1 x %2").arg(matrices.rows).arg(matrices.columns);
    default:
        return {};
    }
}

QVariant SampleTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_dataset)
        return {};
    const std::int32_t sample = sampleAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case ExactTextRole:
        return text(sample, index.column());
    case Qt::ToolTipRole:
        return plainToolTip(text(sample, index.column()));
    case Qt::TextAlignmentRole:
        return index.column() == Row ||
                       (index.column() == Extra && m_dataset->info.kind == DatasetKind::Documents)
                   ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                   : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    case IndexRole:
        return sample;
    default:
        return {};
    }
}

QVariant SampleTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (section == Row ? Qt::AlignRight : Qt::AlignLeft));
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const DatasetKind kind = m_dataset ? m_dataset->info.kind : DatasetKind::Documents;
    const bool tip = role == Qt::ToolTipRole;
    switch (section) {
    case Row:
        return tip ? tr("Position in this part, from 0: what --remove and --sample mean") : tr("Row");
    case Id:
        return kind == DatasetKind::Ratings ? tr("User") : tr("Id");
    case Label:
        return kind == DatasetKind::Ratings ? (tip ? tr("The rating in its own scale") : tr("Rating"))
                                            : (tip ? tr("The class of the sample") : tr("Label"));
    case Title:
        return kind == DatasetKind::Ratings     ? tr("Item")
               : kind == DatasetKind::Documents ? tr("Text")
                                                : tr("Size");
    default:
        if (kind == DatasetKind::Matrices)
            return {};
        return kind == DatasetKind::Ratings ? tr("Attributes")
                                            : (tip ? tr("Features that are not zero") : tr("Features"));
    }
}

void SampleTableModel::sort(int column, Qt::SortOrder order)
{
    emit sortRequested(column, order);
}

} // namespace representer
