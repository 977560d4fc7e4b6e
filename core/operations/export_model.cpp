#include "core/operations/export_model.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/exporters/npy_writer.h"
#include "core/operations/inventory.h"
#include "core/store/dataset_store.h"
#include "core/store/model_store.h"

#include <system_error>

namespace representer {

namespace {

class Folder {
public:
    explicit Folder(std::filesystem::path path) : m_path(std::move(path))
    {
        std::error_code problem;
        std::filesystem::create_directories(m_path, problem);
        if (problem)
            throw Error(Error::Kind::Storage, "cannot make the folder " + m_path.string() + ": " + problem.message() +
                        "; choose another place.");
    }
    void write(const std::string& name, std::string_view content)
    {
        writeFileAtomically(m_path / name, content);
        m_files.push_back((m_path / name).string());
    }
    void writeLines(const std::string& name, const std::vector<std::string>& lines)
    {
        std::string text;
        for (const std::string& line : lines)
            text += line + '\n';
        write(name, text);
    }
    std::vector<std::string> files() && { return std::move(m_files); }

private:
    std::filesystem::path m_path;
    std::vector<std::string> m_files;
};

void writeLinear(Folder& folder, nlohmann::ordered_json& json, const SparseLinearModel& model, const DocumentData& data)
{
    json["loss"] = lossName(model.loss);
    json["C"] = model.C;
    json["intercept"] = model.intercept;
    if (model.bias)
        json["bias"] = {{"value", model.bias->value}, {"weight", model.bias->weight}};
    folder.write("theta.npy", npyBytes(model.theta));
    if (model.scale.size() > 0)
        folder.write("scale.npy", npyBytes(model.scale)); // theta belongs to the scaled features
    std::vector<std::string> names;
    for (Eigen::Index j = 0; j < model.theta.size(); ++j)
        names.push_back(data.featureName(j));
    folder.writeLines("features.txt", names);
}

void writeFactors(Folder& folder, nlohmann::ordered_json& json, const RatingOffsets& offsets, const RowMatrix& users,
                  const RowMatrix& items, const RatingData& data)
{
    json["scale"] = {{"low", data.scale.low}, {"high", data.scale.high}, {"binary", data.scale.binary},
                     {"middle", data.scale.middle()}, {"half", data.scale.half()}};
    json["offsets"] = {{"mean", offsets.mean}};
    folder.write("user_factors.npy", npyBytes(users));
    folder.write("item_factors.npy", npyBytes(items));
    if (offsets.users.size() > 0)
        folder.write("user_biases.npy", npyBytes(offsets.users));
    if (offsets.items.size() > 0)
        folder.write("item_biases.npy", npyBytes(offsets.items));
    folder.writeLines("user_ids.txt", data.users.ids);
    folder.writeLines("item_ids.txt", data.items.ids);
}

} // namespace

std::vector<std::string> exportModel(const Workspace& workspace, std::string_view name,
                                     const std::filesystem::path& path, const TaskContext& context)
{
    const Model model = ModelStore(workspace).load(name, ModelStore::Checkpoints::Leave, context);
    const Dataset dataset = DatasetStore(workspace).load(model.info.dataset, DatasetStore::Texts::Leave, context);
    Folder folder(path);
    nlohmann::ordered_json json = modelJson(model.info);
    if (const auto* linear = std::get_if<SparseLinearModel>(&model.content)) {
        writeLinear(folder, json, *linear, std::get<DocumentData>(dataset.content));
    } else if (const auto* factors = std::get_if<FactorModel>(&model.content)) {
        json["penalty"] = factors->penalty;
        writeFactors(folder, json, factors->offsets, factors->users, factors->items, std::get<RatingData>(dataset.content));
    } else if (const auto* towers = std::get_if<TwoTowerModel>(&model.content)) {
        writeFactors(folder, json, towers->offsets, towers->userOutputs(), towers->weights.itemEmbeddings,
                     std::get<RatingData>(dataset.content));
    } else {
        const auto& trace = std::get<TraceModel>(model.content);
        json["penalty"] = trace.penalty;
        folder.write("Theta.npy", npyBytes(RowMatrix(trace.theta)));
    }
    folder.write("model.json", json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    return std::move(folder).files();
}

} // namespace representer
