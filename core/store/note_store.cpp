#include "core/store/note_store.h"

#include "core/store/dataset_record.h"
#include "core/store/storage_error.h"
#include "core/store/write_transaction.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Statement.h>

namespace representer {

void NoteStore::set(std::string_view dataset, const Note& note) const
{
    guarded(*m_workspace, "Storing a note", [&] {
        WriteTransaction transaction(*m_workspace);
        SQLite::Statement statement(
            m_workspace->database(),
            note.text.empty() ? "DELETE FROM note WHERE dataset = ? AND part = ? AND sample = ? AND item = ?"
                              : "INSERT OR REPLACE INTO note (dataset, part, sample, item, text) "
                                "VALUES (?, ?, ?, ?, ?)");
        statement.bind(1, requireDataset(*m_workspace, dataset).id);
        bindSample(statement, 2, note.subject);
        if (!note.text.empty())
            statement.bind(5, note.text);
        statement.exec();
        transaction.commit();
    });
}

std::vector<Note> NoteStore::list(std::string_view dataset) const
{
    return guarded(*m_workspace, "Reading the notes", [&] {
        std::vector<Note> notes;
        // A read-only file of an older format is read as it is.
        if (!m_workspace->database().tableExists("note"))
            return notes;
        SQLite::Statement rows(m_workspace->database(),
                               "SELECT part, sample, item, text FROM note WHERE dataset = ? "
                               "ORDER BY part, sample, item");
        rows.bind(1, requireDataset(*m_workspace, dataset).id);
        while (rows.executeStep())
            notes.push_back({sampleFrom(rows, 0), rows.getColumn(3).getString()});
        return notes;
    });
}

} // namespace representer
