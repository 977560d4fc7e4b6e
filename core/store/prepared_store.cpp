#include "core/store/prepared_store.h"

#include "core/store/storage_error.h"
#include "core/store/write_transaction.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

namespace representer {

namespace {

SQLite::Statement statementFor(const Workspace& workspace, const char* sql, const PreparedKey& key)
{
    SQLite::Statement statement(workspace.database(), sql);
    statement.bind(1, key.modelFingerprint);
    statement.bind(2, key.method);
    statement.bind(3, key.formatVersion);
    return statement;
}

} // namespace

std::optional<ArrayBundle> PreparedStore::find(const PreparedKey& key) const
{
    return guarded(*m_workspace, "Looking up prepared arrays", [&]() -> std::optional<ArrayBundle> {
        SQLite::Statement rows =
            statementFor(*m_workspace,
                         "SELECT bundle FROM prepared WHERE model_fingerprint = ? AND method = ? "
                         "AND format_version = ?",
                         key);
        if (!rows.executeStep())
            return std::nullopt;
        return ArrayBundle(*m_workspace, rows.getColumn(0).getInt64());
    });
}

void PreparedStore::store(const PreparedKey& key, const std::function<void(const ArrayBundle&)>& write,
                          const TaskContext& context) const
{
    guarded(*m_workspace, "Storing prepared arrays", [&] {
        WriteTransaction transaction(*m_workspace, context, 0);
        SQLite::Statement model(m_workspace->database(), "SELECT 1 FROM model WHERE fingerprint = ?");
        model.bind(1, key.modelFingerprint);
        if (!model.executeStep())
            return;
        model.reset();
        statementFor(
            *m_workspace,
            "DELETE FROM prepared WHERE model_fingerprint = ? AND method = ? AND format_version <= ?", key)
            .exec();
        const ArrayBundle arrays = ArrayBundle::create(*m_workspace);
        write(arrays);
        SQLite::Statement insert = statementFor(
            *m_workspace,
            "INSERT INTO prepared (model_fingerprint, method, format_version, bundle) VALUES (?, ?, ?, ?)",
            key);
        insert.bind(4, arrays.id());
        insert.exec();
        transaction.commit();
    });
}

void PreparedStore::dropAll() const
{
    guarded(*m_workspace, "Dropping prepared arrays", [&] {
        WriteTransaction transaction(*m_workspace);
        m_workspace->database().exec("DELETE FROM prepared");
        transaction.commit();
    });
}

} // namespace representer
