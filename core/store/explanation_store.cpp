#include "core/store/explanation_store.h"

#include "core/base/error.h"
#include "core/store/dataset_record.h"
#include "core/store/model_record.h"
#include "core/store/storage_error.h"
#include "core/store/write_transaction.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

namespace representer {

namespace {

constexpr const char* kSavedColumns =
    "SELECT saved.id, coalesce(model.name, ''), saved.kind, saved.name, content, "
    "saved.created FROM saved LEFT JOIN model ON model.id = saved.model ";

SavedItem savedFromRow(const SQLite::Statement& row)
{
    return {row.getColumn(0).getInt64(),
            row.getColumn(1).getString(),
            row.getColumn(2).getString(),
            row.getColumn(3).getString(),
            nlohmann::json::parse(row.getColumn(4).getString()),
            row.getColumn(5).getString()};
}

[[noreturn]] void throwMissing(std::int64_t id)
{
    throw Error(Error::Kind::NotFound,
                "There is nothing saved under number " + std::to_string(id) + "; it may have been removed.");
}

} // namespace

std::int64_t ExplanationStore::add(const SavedItem& item) const
{
    return guarded(*m_workspace, "Saving \"" + item.name + "\"", [&] {
        WriteTransaction transaction(*m_workspace);
        SQLite::Statement insert(m_workspace->database(),
                                 "INSERT INTO saved (model, kind, name, content) VALUES (?, ?, ?, ?)");
        if (!item.model.empty())
            insert.bind(1, requireModel(*m_workspace, item.model).id);
        insert.bind(2, item.kind);
        insert.bind(3, item.name);
        insert.bind(4, jsonText(item.content));
        insert.exec();
        const std::int64_t id = m_workspace->database().getLastInsertRowid();
        transaction.commit();
        return id;
    });
}

std::vector<SavedItem> ExplanationStore::list(std::string_view kind) const
{
    return guarded(*m_workspace, "Listing what was saved", [&] {
        SQLite::Statement rows(m_workspace->database(),
                               std::string(kSavedColumns) +
                                   "WHERE ?1 = '' OR saved.kind = ?1 ORDER BY saved.id DESC");
        rows.bind(1, std::string(kind));
        std::vector<SavedItem> items;
        while (rows.executeStep())
            items.push_back(savedFromRow(rows));
        return items;
    });
}

SavedItem ExplanationStore::require(std::int64_t id) const
{
    return guarded(*m_workspace, "Reading what was saved", [&] {
        SQLite::Statement rows(m_workspace->database(), std::string(kSavedColumns) + "WHERE saved.id = ?");
        rows.bind(1, id);
        if (!rows.executeStep())
            throwMissing(id);
        return savedFromRow(rows);
    });
}

void ExplanationStore::rename(std::int64_t id, std::string_view name) const
{
    guarded(*m_workspace, "Renaming what was saved", [&] {
        WriteTransaction transaction(*m_workspace);
        SQLite::Statement update(m_workspace->database(), "UPDATE saved SET name = ? WHERE id = ?");
        update.bind(1, std::string(name));
        update.bind(2, id);
        if (update.exec() == 0)
            throwMissing(id);
        transaction.commit();
    });
}

void ExplanationStore::remove(std::int64_t id) const
{
    guarded(*m_workspace, "Removing what was saved", [&] {
        WriteTransaction transaction(*m_workspace);
        SQLite::Statement statement(m_workspace->database(), "DELETE FROM saved WHERE id = ?");
        statement.bind(1, id);
        if (statement.exec() == 0)
            throwMissing(id);
        transaction.commit();
    });
}

} // namespace representer
