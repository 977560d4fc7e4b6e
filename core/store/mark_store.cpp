#include "core/store/mark_store.h"

#include "core/store/dataset_record.h"
#include "core/store/storage_error.h"
#include "core/store/write_transaction.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

namespace representer {

namespace {

Mark markFromRow(const SQLite::Statement& row)
{
    Mark mark;
    mark.sample = sampleFrom(row, 0);
    const std::string verdict = row.getColumn(3).getString();
    for (const Verdict known : {Verdict::Keep, Verdict::Wrong, Verdict::Unsure})
        if (verdict == verdictName(known))
            mark.verdict = known;
    mark.note = row.getColumn(4).getString();
    return mark;
}

constexpr const char* kMarkColumns = "SELECT part, sample, item, verdict, note FROM mark WHERE dataset = ? ";

} // namespace

void MarkStore::set(std::string_view dataset, const Mark& mark) const
{
    guarded(*m_workspace, "Storing a mark", [&] {
        WriteTransaction transaction(*m_workspace);
        SQLite::Statement insert(m_workspace->database(),
                                 "INSERT OR REPLACE INTO mark (dataset, part, sample, item, verdict, note) "
                                 "VALUES (?, ?, ?, ?, ?, ?)");
        insert.bind(1, requireDataset(*m_workspace, dataset).id);
        bindSample(insert, 2, mark.sample);
        insert.bind(5, std::string(verdictName(mark.verdict)));
        insert.bind(6, mark.note);
        insert.exec();
        transaction.commit();
    });
}

void MarkStore::clear(std::string_view dataset, const MarkedSample& sample) const
{
    guarded(*m_workspace, "Removing a mark", [&] {
        WriteTransaction transaction(*m_workspace);
        SQLite::Statement statement(
            m_workspace->database(),
            "DELETE FROM mark WHERE dataset = ? AND part = ? AND sample = ? AND item = ?");
        statement.bind(1, requireDataset(*m_workspace, dataset).id);
        bindSample(statement, 2, sample);
        statement.exec();
        transaction.commit();
    });
}

std::optional<Mark> MarkStore::find(std::string_view dataset, const MarkedSample& sample) const
{
    return guarded(*m_workspace, "Reading a mark", [&]() -> std::optional<Mark> {
        SQLite::Statement rows(m_workspace->database(),
                               std::string(kMarkColumns) + "AND part = ? AND sample = ? AND item = ?");
        rows.bind(1, requireDataset(*m_workspace, dataset).id);
        bindSample(rows, 2, sample);
        if (!rows.executeStep())
            return std::nullopt;
        return markFromRow(rows);
    });
}

std::vector<Mark> MarkStore::list(std::string_view dataset) const
{
    return guarded(*m_workspace, "Reading the marks", [&] {
        SQLite::Statement rows(m_workspace->database(),
                               std::string(kMarkColumns) + "ORDER BY part, sample, item");
        rows.bind(1, requireDataset(*m_workspace, dataset).id);
        std::vector<Mark> marks;
        while (rows.executeStep())
            marks.push_back(markFromRow(rows));
        return marks;
    });
}

} // namespace representer
