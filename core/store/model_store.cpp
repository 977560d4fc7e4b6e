#include "core/store/model_store.h"

#include "core/base/error.h"
#include "core/store/dataset_record.h"
#include "core/store/model_arrays.h"
#include "core/store/model_record.h"
#include "core/store/storage_error.h"
#include "core/store/write_transaction.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>

#include <bit>

namespace representer {

using nlohmann::json;

namespace {

void eraseModel(const Workspace& workspace, std::int64_t id)
{
    SQLite::Statement statement(workspace.database(), "DELETE FROM model WHERE id = ?");
    statement.bind(1, id);
    statement.exec();
}

int checkpointCount(const ModelContent& content)
{
    if (const auto* factors = std::get_if<FactorModel>(&content))
        return static_cast<int>(factors->checkpoints.size());
    if (const auto* towers = std::get_if<TwoTowerModel>(&content))
        return static_cast<int>(towers->checkpoints.size());
    return 0;
}

void insertRecord(const Workspace& workspace, const Model& model, std::int64_t dataset, const json& detail,
                  std::int64_t bundle)
{
    const ModelInfo& info = model.info;
    SQLite::Statement insert(
        workspace.database(),
        "INSERT INTO model (name, kind, dataset_fingerprint, fingerprint, options, report, metrics, "
        "warnings, detail, dataset, seed, adopted, checkpoints, bundle) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    int column = 0;
    for (const std::string& text :
         {info.name, std::string(modelKindName(info.kind)), info.datasetFingerprint, info.fingerprint,
          jsonText(info.options), jsonText(reportToJson(info.report)), jsonText(info.metrics),
          jsonText(info.warnings), jsonText(detail)})
        insert.bind(++column, text);
    for (const std::int64_t number :
         {dataset, std::bit_cast<std::int64_t>(info.seed), std::int64_t{info.adopted},
          std::int64_t{checkpointCount(model.content)}, bundle})
        insert.bind(++column, number);
    insert.exec();
}

} // namespace

std::vector<ModelInfo> ModelStore::list() const
{
    return guarded(*m_workspace, "Listing the models", [&] {
        std::vector<ModelInfo> infos;
        for (ModelRecord& record : modelRecords(*m_workspace))
            infos.push_back(std::move(record.info));
        return infos;
    });
}

std::optional<ModelInfo> ModelStore::find(std::string_view name) const
{
    return guarded(*m_workspace, "Looking up a model", [&]() -> std::optional<ModelInfo> {
        auto record = findModel(*m_workspace, name);
        return record ? std::optional(std::move(record->info)) : std::nullopt;
    });
}

ModelInfo ModelStore::require(std::string_view name) const
{
    return guarded(*m_workspace, "Looking up a model", [&] { return requireModel(*m_workspace, name).info; });
}

void ModelStore::add(const Model& model, const TaskContext& context, bool replace) const
{
    const std::string& name = model.info.name;
    if (name.empty())
        throw Error(Error::Kind::BadOption, "The model has no name. Give it one.");
    guarded(*m_workspace, "Storing the model \"" + name + "\"", [&] {
        WriteTransaction transaction(*m_workspace, context);
        const std::int64_t dataset = requireDataset(*m_workspace, model.info.dataset).id;
        if (const auto present = findModel(*m_workspace, name)) {
            if (!replace)
                throw Error(Error::Kind::BadOption,
                            "There is already a model \"" + name + "\" in the workspace " +
                                m_workspace->path().string() +
                                ". Choose another name, or remove or replace that one.");
            eraseModel(*m_workspace, present->id);
        }
        const ArrayBundle arrays = ArrayBundle::create(*m_workspace);
        const json detail = writeModel(arrays, model.content, context);
        insertRecord(*m_workspace, model, dataset, detail, arrays.id());
        transaction.commit();
    });
}

void ModelStore::remove(std::string_view name) const
{
    guarded(*m_workspace, "Removing the model \"" + std::string(name) + "\"", [&] {
        WriteTransaction transaction(*m_workspace);
        eraseModel(*m_workspace, requireModel(*m_workspace, name).id);
        transaction.commit();
    });
}

Model ModelStore::load(std::string_view name, Checkpoints checkpoints, const TaskContext& context) const
{
    return guarded(*m_workspace, "Loading the model \"" + std::string(name) + "\"", [&] {
        const SQLite::Transaction snapshot(m_workspace->database()); // nobody replaces it between two arrays
        ModelRecord record = requireModel(*m_workspace, name);
        ModelContent content = readModel(ArrayBundle(*m_workspace, record.bundle), json::parse(record.detail),
                                         checkpoints == Checkpoints::Load, context);
        return Model{std::move(record.info), std::move(content)};
    });
}

} // namespace representer
