#include "core/store/model_record.h"

#include "core/base/error.h"
#include "core/store/dataset_record.h"
#include "core/store/model_arrays.h"
#include "core/store/workspace.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <bit>

namespace representer {

using nlohmann::json;

namespace {

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

constexpr const char* kModelColumns =
    "SELECT model.id, model.bundle, model.detail, model.name, model.kind, dataset.name, dataset_fingerprint, "
    "model.fingerprint, options, model.seed, adopted, report, metrics, model.warnings, checkpoints "
    "FROM model JOIN dataset ON dataset.id = model.dataset ";

ModelRecord modelFromRow(const SQLite::Statement& row)
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

} // namespace

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

std::vector<ModelRecord> modelRecords(const Workspace& workspace)
{
    SQLite::Statement rows(workspace.database(), std::string(kModelColumns) + "ORDER BY model.name");
    std::vector<ModelRecord> records;
    while (rows.executeStep())
        records.push_back(modelFromRow(rows));
    return records;
}

std::optional<ModelRecord> findModel(const Workspace& workspace, std::string_view name)
{
    SQLite::Statement rows(workspace.database(), std::string(kModelColumns) + "WHERE model.name = ?");
    rows.bind(1, std::string(name));
    if (!rows.executeStep())
        return std::nullopt;
    return modelFromRow(rows);
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

} // namespace representer
