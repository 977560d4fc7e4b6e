#include "core/store/study_store.h"

#include "core/base/error.h"
#include "core/store/dataset_record.h"
#include "core/store/model_record.h"
#include "core/store/storage_error.h"
#include "core/store/write_transaction.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

namespace representer {

namespace {

constexpr const char* kStudyColumns = "SELECT study.id, model.name, study.kind, plan, state, study.created, "
                                 "(SELECT count(*) FROM study_row WHERE study_row.study = study.id) "
                                 "FROM study JOIN model ON model.id = study.model ";

StudyRecord studyFromRow(const SQLite::Statement& row)
{
    return {row.getColumn(0).getInt64(),  row.getColumn(1).getString(),
            row.getColumn(2).getString(), nlohmann::json::parse(row.getColumn(3).getString()),
            row.getColumn(4).getString(), row.getColumn(5).getString(),
            row.getColumn(6).getInt64()};
}

StudyRecord requireStudy(const Workspace& workspace, std::int64_t id)
{
    SQLite::Statement rows(workspace.database(), std::string(kStudyColumns) + "WHERE study.id = ?");
    rows.bind(1, id);
    if (rows.executeStep())
        return studyFromRow(rows);
    std::vector<std::string> present;
    SQLite::Statement ids(workspace.database(), "SELECT id FROM study ORDER BY id");
    while (ids.executeStep())
        present.push_back(ids.getColumn(0).getString());
    throw Error(Error::Kind::NotFound, notFoundSentence("study", std::to_string(id), present));
}

} // namespace

std::int64_t StudyStore::create(const StudyRecord& study) const
{
    return guarded(*m_workspace, "Storing a study", [&] {
        WriteTransaction transaction(*m_workspace);
        SQLite::Statement insert(m_workspace->database(),
                                 "INSERT INTO study (model, kind, plan, state) VALUES (?, ?, ?, ?)");
        insert.bind(1, requireModel(*m_workspace, study.model).id);
        insert.bind(2, study.kind);
        insert.bind(3, jsonText(study.plan));
        insert.bind(4, study.state);
        insert.exec();
        const std::int64_t id = m_workspace->database().getLastInsertRowid();
        transaction.commit();
        return id;
    });
}

std::vector<StudyRecord> StudyStore::list() const
{
    return guarded(*m_workspace, "Listing the studies", [&] {
        std::vector<StudyRecord> records;
        SQLite::Statement rows(m_workspace->database(), std::string(kStudyColumns) + "ORDER BY study.id DESC");
        while (rows.executeStep())
            records.push_back(studyFromRow(rows));
        return records;
    });
}

StudyRecord StudyStore::require(std::int64_t id) const
{
    return guarded(*m_workspace, "Looking up a study", [&] { return requireStudy(*m_workspace, id); });
}

void StudyStore::setState(std::int64_t id, std::string_view state) const
{
    guarded(*m_workspace, "Storing the state of a study", [&] {
        WriteTransaction transaction(*m_workspace);
        requireStudy(*m_workspace, id);
        SQLite::Statement update(m_workspace->database(), "UPDATE study SET state = ? WHERE id = ?");
        update.bind(1, std::string(state));
        update.bind(2, id);
        update.exec();
        transaction.commit();
    });
}

void StudyStore::remove(std::int64_t id) const
{
    guarded(*m_workspace, "Removing a study", [&] {
        WriteTransaction transaction(*m_workspace);
        requireStudy(*m_workspace, id);
        SQLite::Statement statement(m_workspace->database(), "DELETE FROM study WHERE id = ?");
        statement.bind(1, id);
        statement.exec();
        transaction.commit();
    });
}

void StudyStore::append(std::int64_t id, std::string_view key, const nlohmann::json& result) const
{
    guarded(*m_workspace, "Storing a result of study " + std::to_string(id), [&] {
        WriteTransaction transaction(*m_workspace);
        SQLite::Statement insert(
            m_workspace->database(),
            "INSERT INTO study_row (study, key, result) SELECT id, ?, ? FROM study WHERE id = ? "
            "ON CONFLICT (study, key) DO NOTHING");
        insert.bind(1, std::string(key));
        insert.bind(2, jsonText(result));
        insert.bind(3, id);
        if (insert.exec() == 0)
            requireStudy(*m_workspace, id); // the study itself may have been removed meanwhile
        transaction.commit();
    });
}

std::vector<StudyRow> StudyStore::rows(std::int64_t id) const
{
    return guarded(*m_workspace, "Reading a study", [&] {
        requireStudy(*m_workspace, id);
        std::vector<StudyRow> result;
        SQLite::Statement rows(m_workspace->database(),
                               "SELECT key, result FROM study_row WHERE study = ? ORDER BY id");
        rows.bind(1, id);
        while (rows.executeStep())
            result.push_back(
                {rows.getColumn(0).getString(), nlohmann::json::parse(rows.getColumn(1).getString())});
        return result;
    });
}

} // namespace representer
