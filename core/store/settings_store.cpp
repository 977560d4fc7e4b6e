#include "core/store/settings_store.h"

#include "core/store/storage_error.h"
#include "core/store/write_transaction.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

namespace representer {

std::optional<std::string> SettingsStore::get(std::string_view key) const
{
    return guarded(*m_workspace, "Reading a setting", [&]() -> std::optional<std::string> {
        SQLite::Statement rows(m_workspace->database(), "SELECT value FROM setting WHERE key = ?");
        rows.bind(1, std::string(key));
        if (!rows.executeStep())
            return std::nullopt;
        return rows.getColumn(0).getString();
    });
}

void SettingsStore::set(std::string_view key, std::string_view value) const
{
    guarded(*m_workspace, "Storing a setting", [&] {
        WriteTransaction transaction(*m_workspace);
        SQLite::Statement insert(m_workspace->database(),
                                 "INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)");
        insert.bind(1, std::string(key));
        insert.bind(2, std::string(value));
        insert.exec();
        transaction.commit();
    });
}

} // namespace representer
