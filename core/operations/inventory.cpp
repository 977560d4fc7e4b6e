#include "core/operations/inventory.h"

#include "core/base/number_text.h"
#include "core/store/dataset_store.h"
#include "core/store/model_store.h"
#include "core/store/study_store.h"

namespace representer {

namespace {

// {"train": {"accuracy": 0.9}} -> rows "train accuracy"; the largest weights after them, a row for each word.
void addMetricRows(Table& table, const nlohmann::json& metrics)
{
    for (const auto& [part, values] : metrics.items())
        for (const auto& [name, value] : values.items())
            if (value.is_number())
                table.rows.push_back({part + " " + name, value.get<double>()});
    if (const nlohmann::json::json_pointer weights("/model/largest_weights"); metrics.contains(weights))
        for (const nlohmann::json& entry : metrics.at(weights))
            table.rows.push_back(
                {"weight of " + entry.at("word").get<std::string>(), entry.at("weight").get<double>()});
}

Table propertyTable(const std::string& caption)
{
    return {caption, {{"property", "Property"}, {"value", "Value"}}, {}, {}};
}

} // namespace

nlohmann::ordered_json datasetJson(const DatasetInfo& info)
{
    return {{"dataset", info.name},         {"kind", datasetKindName(info.kind)},
            {"train", info.train},          {"validation", info.validation},
            {"test", info.test},            {"users", info.users},
            {"items", info.items},          {"features", info.features},
            {"nonzeros", info.nonzeros},    {"source", info.source},
            {"format", info.format},        {"split", info.splitRule},
            {"seed", info.seed},            {"synthetic", info.synthetic},
            {"fingerprint", info.fingerprint}, {"warnings", info.warnings}};
}

nlohmann::ordered_json modelJson(const ModelInfo& info)
{
    return {{"model", info.name},
            {"kind", modelKindName(info.kind)},
            {"dataset", info.dataset},
            {"objective", info.report.objective},
            {"optimality", info.report.optimality},
            {"stop", stopName(info.report.stop)},
            {"advice", info.report.advice},
            {"iterations", info.report.iterations},
            {"seconds", info.report.seconds},
            {"checkpoints", info.checkpoints},
            {"metrics", info.metrics},
            {"options", info.options},
            {"seed", info.seed},
            {"adopted", info.adopted},
            {"fingerprint", info.fingerprint},
            {"trace", info.report.trace},
            {"warnings", info.warnings}};
}

Table datasetTable(const DatasetInfo& info)
{
    Table table = propertyTable("Dataset " + info.name + (info.synthetic ? " (synthetic)" : ""));
    table.rows.push_back({"kind", std::string(datasetKindName(info.kind))});
    table.rows.push_back({"training samples", info.train});
    table.rows.push_back({"validation samples", info.validation});
    table.rows.push_back({"test samples", info.test});
    if (info.kind == DatasetKind::Ratings) {
        table.rows.push_back({"users", info.users});
        table.rows.push_back({"items", info.items});
    } else {
        table.rows.push_back({"features", info.features});
        table.rows.push_back({"nonzeros", info.nonzeros});
    }
    table.rows.push_back({"format", info.format});
    table.rows.push_back({"source", info.source});
    table.rows.push_back({"split", info.splitRule});
    table.rows.push_back({"fingerprint", info.fingerprint});
    return table;
}

Table modelTable(const ModelInfo& info)
{
    Table table = propertyTable("Model " + info.name + (info.adopted ? " (trained elsewhere)" : ""));
    table.rows.push_back({"kind", std::string(modelKindName(info.kind))});
    table.rows.push_back({"dataset", info.dataset});
    table.rows.push_back({"options", info.options.dump()});
    table.rows.push_back({"stop", std::string(stopName(info.report.stop))});
    if (!info.report.advice.empty())
        table.rows.push_back({"advice", info.report.advice});
    table.rows.push_back({"iterations", std::int64_t{info.report.iterations}});
    table.rows.push_back({"objective", info.report.objective});
    table.rows.push_back({"optimality", info.report.optimality});
    table.rows.push_back({"seconds", info.report.seconds});
    table.rows.push_back({"checkpoints", std::int64_t{info.checkpoints}});
    addMetricRows(table, info.metrics);
    table.rows.push_back({"fingerprint", info.fingerprint});
    return table;
}

nlohmann::ordered_json inventoryJson(const Workspace& workspace)
{
    auto datasets = nlohmann::ordered_json::array();
    for (const DatasetInfo& info : DatasetStore(workspace).list())
        datasets.push_back(datasetJson(info));
    auto models = nlohmann::ordered_json::array();
    for (const ModelInfo& info : ModelStore(workspace).list()) {
        models.push_back(modelJson(info));
        models.back().erase("trace"); // long; `show` has both
        if (auto& metrics = models.back()["metrics"]; metrics.contains("model"))
            metrics["model"].erase("largest_weights");
    }
    auto studies = nlohmann::ordered_json::array();
    for (const StudyRecord& study : StudyStore(workspace).list())
        studies.push_back({{"study", study.id}, {"kind", study.kind}, {"model", study.model}, {"state", study.state}});
    return {{"workspace", workspace.path().string()}, {"datasets", datasets}, {"models", models}, {"studies", studies}};
}

std::vector<Table> inventoryTables(const Workspace& workspace)
{
    Table datasets{"Datasets", {{"dataset", "Dataset"}, {"kind", "Kind"}, {"train", "Train"}, {"test", "Test"},
                                {"users", "Users"}, {"items", "Items"}, {"features", "Features"}}, {}, {}};
    for (const DatasetInfo& info : DatasetStore(workspace).list())
        datasets.rows.push_back({info.name, std::string(datasetKindName(info.kind)), info.train, info.test, info.users,
                                 info.items, info.features});
    Table models{"Models", {{"model", "Model"}, {"kind", "Kind"}, {"dataset", "Dataset"}, {"stop", "Stop"},
                            {"optimality", "Optimality"}, {"metrics", "Test metrics"}}, {}, {}};
    for (const ModelInfo& info : ModelStore(workspace).list()) {
        std::string metrics;
        if (info.metrics.contains("test"))
            for (const auto& [name, value] : info.metrics["test"].items())
                if (value.is_number())
                    metrics += (metrics.empty() ? "" : ", ") + name + " " + shortText(value.get<double>());
        models.rows.push_back({info.name, std::string(modelKindName(info.kind)), info.dataset,
                               std::string(stopName(info.report.stop)), info.report.optimality, metrics});
    }
    Table studies{"Studies", {{"study", "Study"}, {"kind", "Kind"}, {"model", "Model"}, {"state", "State"}}, {}, {}};
    for (const StudyRecord& study : StudyStore(workspace).list())
        studies.rows.push_back({study.id, study.kind, study.model, study.state});
    std::vector<Table> tables{std::move(datasets), std::move(models)};
    if (!studies.rows.empty())
        tables.push_back(std::move(studies));
    return tables;
}

} // namespace representer
