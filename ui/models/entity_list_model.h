#pragma once

#include "ui/models/text_table_model.h"

#include "core/operations/open_model.h"

#include <memory>

namespace representer {

// The users (or items) of a rating dataset with their attributes and number of training ratings; reads the
// dataset in place.
class EntityListModel final : public TextTableModel {
    Q_OBJECT
public:
    enum class Kind { Users, Items };
    enum Column { Name, Ratings, About, ColumnCount };

    explicit EntityListModel(Kind kind, QObject* parent = nullptr);

    void setModel(std::shared_ptr<const OpenModel> model);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;

protected:
    TableColumn column(int column) const override;
    QString text(int row, int column, bool exact) const override;
    QVariant sortKey(int row, int column) const override;
    QVariant otherData(int row, int column, int role) const override;

private:
    const EntityTable* table() const;
    int ratingCount(int row) const;

    Kind m_kind;
    std::shared_ptr<const OpenModel> m_model;
};

// "gender F, age 25, occupation artist": the attributes that are known.
QString attributesText(const EntityTable& table, std::size_t entity, bool withNames = true);

} // namespace representer
