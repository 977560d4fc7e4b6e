#include "ui/models/entity_list_model.h"

#include "ui/models/roles.h"
#include "ui/number_format.h"

#include <QStringList>

namespace representer {

QString attributesText(const EntityTable& table, std::size_t entity, bool withNames)
{
    QStringList parts;
    for (std::size_t a = 0; a < table.attributes.size(); ++a) {
        if (entity >= table.attributes[a].size() || table.attributes[a][entity].empty())
            continue;
        const QString value = toQString(table.attributes[a][entity]);
        const bool named = withNames && a < table.attributeNames.size();
        parts << (named ? toQString(table.attributeNames[a]) + QLatin1Char(' ') + value : value);
    }
    return parts.join(QStringLiteral(", "));
}

EntityListModel::EntityListModel(Kind kind, QObject* parent) : TextTableModel(parent), m_kind(kind) {}

void EntityListModel::setModel(std::shared_ptr<const OpenModel> model)
{
    beginResetModel();
    m_model = std::move(model);
    endResetModel();
}

const EntityTable* EntityListModel::table() const
{
    const auto* ratings = m_model ? std::get_if<RatingData>(&m_model->dataset().content) : nullptr;
    return !ratings ? nullptr : m_kind == Kind::Users ? &ratings->users : &ratings->items;
}

int EntityListModel::rowCount(const QModelIndex& parent) const
{
    const EntityTable* entities = table();
    return parent.isValid() || !entities ? 0 : static_cast<int>(entities->size());
}

int EntityListModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

int EntityListModel::ratingCount(int row) const
{
    const RatingIndex& index = m_model->ratingIndex();
    return m_kind == Kind::Users ? index.rowsOfUser(UserIndex{row}).size()
                                 : static_cast<int>(index.rowsOfItem(ItemIndex{row}).size());
}

TableColumn EntityListModel::column(int column) const
{
    switch (static_cast<Column>(column)) {
    case Name:
        return {m_kind == Kind::Users ? tr("User") : tr("Item")};
    case Ratings:
        return {tr("Ratings"), tr("How many of them the model was trained on."), true};
    case About:
        return {tr("About")};
    case ColumnCount:
        break;
    }
    return {};
}

QVariant EntityListModel::sortKey(int row, int column) const
{
    return column == Ratings ? QVariant(ratingCount(row)) : TextTableModel::sortKey(row, column);
}

QVariant EntityListModel::otherData(int row, int column, int role) const
{
    if (role == Qt::EditRole)
        return text(row, column, true); // what a completer matches
    return role == IndexRole ? QVariant(row) : QVariant();
}

QString EntityListModel::text(int row, int column, bool) const
{
    const EntityTable& entities = *table();
    const auto entity = static_cast<std::size_t>(row);
    switch (static_cast<Column>(column)) {
    case Name:
        return toQString(entity < entities.titles.size() ? entities.titles[entity] : entities.ids[entity]);
    case Ratings:
        return QString::number(ratingCount(row));
    case About:
        return attributesText(entities, entity);
    case ColumnCount:
        break;
    }
    return {};
}

} // namespace representer
