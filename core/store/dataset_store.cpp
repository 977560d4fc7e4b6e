#include "core/store/dataset_store.h"

#include "core/base/error.h"
#include "core/store/dataset_arrays.h"
#include "core/store/dataset_record.h"
#include "core/store/storage_error.h"
#include "core/store/text_index.h"
#include "core/store/write_transaction.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <nlohmann/json.hpp>

#include <bit>

namespace representer {

using nlohmann::json;

namespace {

void insertRecord(const Workspace& workspace, const DatasetInfo& info, const json& detail,
                  std::int64_t bundle)
{
    SQLite::Statement insert(workspace.database(),
                             "INSERT INTO dataset (name, kind, source, format, fingerprint, split_rule, "
                             "seed, synthetic, train, validation, "
                             "test, users, items, features, nonzeros, warnings, detail, bundle) "
                             "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    int column = 0;
    for (const std::string& text : {info.name, std::string(datasetKindName(info.kind)), info.source,
                                    info.format, info.fingerprint, info.splitRule})
        insert.bind(++column, text);
    for (const std::int64_t number :
         {std::bit_cast<std::int64_t>(info.seed), std::int64_t{info.synthetic}, info.train, info.validation,
          info.test, info.users, info.items, info.features, info.nonzeros})
        insert.bind(++column, number);
    insert.bind(++column, jsonText(info.warnings));
    insert.bind(++column, jsonText(detail));
    insert.bind(++column, bundle);
    insert.exec();
}

void indexEntities(const Workspace& workspace, std::int64_t dataset, std::string_view subject,
                   const EntityTable& table, const TaskContext& context)
{
    TextIndex index(workspace, dataset, subject);
    index.create();
    for (std::size_t i = 0; i < table.size(); ++i) {
        if (i % 256 == 0)
            context.checkpoint("indexing titles", static_cast<std::int64_t>(i),
                               static_cast<std::int64_t>(table.size()));
        std::string text = table.ids[i];
        if (!table.titles.empty())
            text += ' ' + table.titles[i];
        for (const auto& attribute : table.attributes)
            text += ' ' + attribute[i];
        index.add(static_cast<std::int64_t>(i), text);
    }
}

// Rows are 4 * index + part; see TextIndex::search.
void indexDocuments(const Workspace& workspace, std::int64_t dataset, const DocumentData& data,
                    const TaskContext& context)
{
    TextIndex index(workspace, dataset, "documents");
    index.create();
    for (const Part which : {Part::Train, Part::Validation, Part::Test}) {
        const DocumentPart& part = data.part(which);
        const auto& texts = part.texts.empty() ? part.titles : part.texts;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            if (i % 64 == 0)
                context.checkpoint("indexing text", static_cast<std::int64_t>(i),
                                   static_cast<std::int64_t>(texts.size()));
            index.add(static_cast<std::int64_t>(4 * i) + static_cast<int>(which), texts[i]);
        }
    }
}

void indexText(const Workspace& workspace, std::int64_t id, const DatasetContent& content,
               const TaskContext& context)
{
    if (const auto* ratings = std::get_if<RatingData>(&content)) {
        indexEntities(workspace, id, "items", ratings->items, context);
        indexEntities(workspace, id, "users", ratings->users, context);
    } else if (const auto* documents = std::get_if<DocumentData>(&content)) {
        indexDocuments(workspace, id, *documents, context);
    }
}

void erase(const Workspace& workspace, std::int64_t id)
{
    for (const char* subject : {"documents", "items", "users"})
        TextIndex(workspace, id, subject).drop();
    SQLite::Statement statement(workspace.database(), "DELETE FROM dataset WHERE id = ?");
    statement.bind(1, id);
    statement.exec();
}

// Frees the name; the row stays until what belongs to it has been taken over.
void setAside(const Workspace& workspace, std::int64_t id)
{
    SQLite::Statement update(workspace.database(),
                             "UPDATE dataset SET name = 'replaced ' || id WHERE id = ?");
    update.bind(1, id);
    update.exec();
}

// The same content imported again (after damage, say) keeps the models, studies and marks made on it.
void takeOver(const Workspace& workspace, std::int64_t from, std::int64_t to)
{
    for (const char* sql : {"UPDATE model SET dataset = ? WHERE dataset = ?",
                            "UPDATE mark SET dataset = ? WHERE dataset = ?"}) {
        SQLite::Statement update(workspace.database(), sql);
        update.bind(1, to);
        update.bind(2, from);
        update.exec();
    }
}

std::vector<std::int32_t> positions(const std::vector<std::int64_t>& rows, std::int64_t divisor)
{
    std::vector<std::int32_t> result;
    result.reserve(rows.size());
    for (const std::int64_t row : rows)
        result.push_back(static_cast<std::int32_t>(row / divisor));
    return result;
}

} // namespace

std::vector<DatasetInfo> DatasetStore::list() const
{
    return guarded(*m_workspace, "Listing the datasets", [&] {
        std::vector<DatasetInfo> infos;
        for (const DatasetRecord& record : datasetRecords(*m_workspace))
            infos.push_back(record.info);
        return infos;
    });
}

std::optional<DatasetInfo> DatasetStore::find(std::string_view name) const
{
    return guarded(*m_workspace, "Looking up a dataset", [&]() -> std::optional<DatasetInfo> {
        const auto record = findDataset(*m_workspace, name);
        return record ? std::optional(record->info) : std::nullopt;
    });
}

DatasetInfo DatasetStore::require(std::string_view name) const
{
    return guarded(*m_workspace, "Looking up a dataset",
                   [&] { return requireDataset(*m_workspace, name).info; });
}

void DatasetStore::add(const Dataset& dataset, const TaskContext& context, bool replace) const
{
    const std::string& name = dataset.info.name;
    if (name.empty())
        throw Error(Error::Kind::BadOption, "The dataset has no name. Give it one.");
    guarded(*m_workspace, "Storing the dataset \"" + name + "\"", [&] {
        WriteTransaction transaction(*m_workspace, context);
        const auto present = findDataset(*m_workspace, name);
        if (present) {
            if (!replace)
                throw Error(Error::Kind::BadOption,
                            "There is already a dataset \"" + name + "\" in the workspace " +
                                m_workspace->path().string() +
                                ". Choose another name, or remove or replace that one.");
            setAside(*m_workspace, present->id);
        }
        const ArrayBundle arrays = ArrayBundle::create(*m_workspace);
        const json detail = writeContent(arrays, dataset.content, context);
        insertRecord(*m_workspace, dataset.info, detail, arrays.id());
        const std::int64_t id = m_workspace->database().getLastInsertRowid();
        indexText(*m_workspace, id, dataset.content, context);
        if (present) {
            if (present->info.fingerprint == dataset.info.fingerprint)
                takeOver(*m_workspace, present->id, id);
            erase(*m_workspace, present->id);
        }
        transaction.commit();
        m_workspace->shrinkLog();
    });
}

void DatasetStore::remove(std::string_view name) const
{
    guarded(*m_workspace, "Removing the dataset \"" + std::string(name) + "\"", [&] {
        WriteTransaction transaction(*m_workspace);
        erase(*m_workspace, requireDataset(*m_workspace, name).id);
        transaction.commit();
        m_workspace->shrinkLog();
    });
}

Dataset DatasetStore::load(std::string_view name, Texts texts, const TaskContext& context) const
{
    return guarded(*m_workspace, "Loading the dataset \"" + std::string(name) + "\"", [&] {
        const SQLite::Transaction snapshot(m_workspace->database()); // nobody replaces it between two arrays
        DatasetRecord record = requireDataset(*m_workspace, name);
        DatasetContent content = readContent(ArrayBundle(*m_workspace, record.bundle), record.info.kind,
                                             record.detail, texts == Texts::Load, context);
        return Dataset{std::move(record.info), std::move(content)};
    });
}

std::vector<std::int32_t> DatasetStore::searchDocuments(std::string_view name, Part part,
                                                        std::string_view query, std::size_t limit) const
{
    return guarded(*m_workspace, "Searching", [&] {
        const TextIndex index(*m_workspace, requireDataset(*m_workspace, name).id, "documents");
        return positions(index.search(query, static_cast<int>(part), limit), 4);
    });
}

std::vector<std::int32_t> DatasetStore::searchItems(std::string_view name, std::string_view query,
                                                    std::size_t limit) const
{
    return guarded(*m_workspace, "Searching", [&] {
        const TextIndex index(*m_workspace, requireDataset(*m_workspace, name).id, "items");
        return positions(index.search(query, -1, limit), 1);
    });
}

std::vector<std::int32_t> DatasetStore::searchUsers(std::string_view name, std::string_view query,
                                                    std::size_t limit) const
{
    return guarded(*m_workspace, "Searching", [&] {
        const TextIndex index(*m_workspace, requireDataset(*m_workspace, name).id, "users");
        return positions(index.search(query, -1, limit), 1);
    });
}

} // namespace representer
