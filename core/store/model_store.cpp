#include "core/store/model_store.h"

#include "core/base/error.h"
#include "core/store/dataset_record.h"
#include "core/store/model_arrays.h"
#include "core/store/storage_error.h"
#include "core/store/write_transaction.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <bit>

namespace representer {

using nlohmann::json;

namespace {

struct ModelRecord {
    std::int64_t id = 0;
    std::int64_t bundle = 0;
    std::string detail; // JSON
    ModelInfo info;
};

json reportToJson(const TrainReport& report)
{
    json trace = json::array();
    for (const double value : report.trace)
        trace.push_back(numberToJson(value));
    return {{"stop", stopName(report.stop)},
            {"advice", report.advice},
            {"iterations", report.iterations},
            {"objective", numberToJson(report.objective)},
            {"optimality", numberToJson(report.optimality)},
            {"seconds", numberToJson(report.seconds)},
            {"trace", std::move(trace)}};
}

TrainReport reportFromJson(const json& value)
{
    TrainReport report;
    for (const Stop stop : {Stop::Converged, Stop::IterationLimit, Stop::Numerical, Stop::Epochs})
        if (value.at("stop") == stopName(stop))
            report.stop = stop;
    report.advice = value.at("advice");
    report.iterations = value.at("iterations");
    report.objective = numberFromJson(value.at("objective"));
    report.optimality = numberFromJson(value.at("optimality"));
    report.seconds = numberFromJson(value.at("seconds"));
    for (const json& number : value.at("trace"))
        report.trace.push_back(numberFromJson(number));
    return report;
}

constexpr const char* kColumns =
    "SELECT model.id, model.bundle, model.detail, model.name, model.kind, dataset.name, dataset_fingerprint, "
    "model.fingerprint, options, model.seed, adopted, report, metrics, model.warnings, checkpoints "
    "FROM model JOIN dataset ON dataset.id = model.dataset ";

ModelRecord fromRow(const SQLite::Statement& row)
{
    ModelRecord record{
        row.getColumn(0).getInt64(), row.getColumn(1).getInt64(), row.getColumn(2).getString(), {}};
    ModelInfo& info = record.info;
    info.name = row.getColumn(3).getString();
    const std::string kind = row.getColumn(4).getString();
    for (const ModelKind known :
         {ModelKind::L1, ModelKind::Nuclear, ModelKind::Mf, ModelKind::TwoTower, ModelKind::Trace})
        if (kind == modelKindName(known))
            info.kind = known;
    info.dataset = row.getColumn(5).getString();
    info.datasetFingerprint = row.getColumn(6).getString();
    info.fingerprint = row.getColumn(7).getString();
    info.options = json::parse(row.getColumn(8).getString());
    info.seed = std::bit_cast<std::uint64_t>(row.getColumn(9).getInt64());
    info.adopted = row.getColumn(10).getInt() != 0;
    info.report = reportFromJson(json::parse(row.getColumn(11).getString()));
    info.metrics = json::parse(row.getColumn(12).getString());
    info.warnings = json::parse(row.getColumn(13).getString()).get<std::vector<std::string>>();
    info.checkpoints = row.getColumn(14).getInt();
    return record;
}

std::vector<ModelRecord> modelRecords(const Workspace& workspace)
{
    SQLite::Statement rows(workspace.database(), std::string(kColumns) + "ORDER BY model.name");
    std::vector<ModelRecord> records;
    while (rows.executeStep())
        records.push_back(fromRow(rows));
    return records;
}

std::optional<ModelRecord> findModel(const Workspace& workspace, std::string_view name)
{
    SQLite::Statement rows(workspace.database(), std::string(kColumns) + "WHERE model.name = ?");
    rows.bind(1, std::string(name));
    if (!rows.executeStep())
        return std::nullopt;
    return fromRow(rows);
}

ModelRecord requireModel(const Workspace& workspace, std::string_view name)
{
    if (auto record = findModel(workspace, name))
        return *std::move(record);
    std::vector<std::string> present;
    for (const ModelRecord& record : modelRecords(workspace))
        present.push_back(record.info.name);
    throw Error(Error::Kind::NotFound, notFoundSentence("model", name, present));
}

void erase(const Workspace& workspace, std::int64_t id)
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
            erase(*m_workspace, present->id);
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
        erase(*m_workspace, requireModel(*m_workspace, name).id);
        transaction.commit();
    });
}

Model ModelStore::load(std::string_view name, Checkpoints checkpoints, const TaskContext& context) const
{
    return guarded(*m_workspace, "Loading the model \"" + std::string(name) + "\"", [&] {
        ModelRecord record = requireModel(*m_workspace, name);
        ModelContent content = readModel(ArrayBundle(*m_workspace, record.bundle), json::parse(record.detail),
                                         checkpoints == Checkpoints::Load, context);
        return Model{std::move(record.info), std::move(content)};
    });
}

} // namespace representer
