// train, adopt, export-model.
#include "app/commands.h"

#include "core/operations/adopt_model.h"
#include "core/operations/export_model.h"
#include "core/operations/inventory.h"
#include "core/operations/train_fields.h"
#include "core/operations/train_model.h"

#include <memory>

namespace representer {

namespace {

constexpr ModelKind allKinds[] = {ModelKind::L1, ModelKind::Nuclear, ModelKind::Mf, ModelKind::TwoTower, ModelKind::Trace};

std::string_view kindDescription(ModelKind kind)
{
    switch (kind) {
    case ModelKind::L1: return "l1-regularised linear model of documents, to a certificate";
    case ModelKind::Nuclear: return "nuclear-norm model of ratings, to a certificate";
    case ModelKind::Mf: return "matrix factorisation of ratings";
    case ModelKind::TwoTower: return "two-tower network (YoutubeNet) of ratings";
    case ModelKind::Trace: return "trace regression on labelled matrices, to a certificate";
    }
    return "";
}

Reply modelReply(const ModelInfo& info)
{
    Reply reply;
    reply.document = modelJson(info);
    reply.tables.push_back(modelTable(info));
    for (const std::string& warning : info.warnings)
        reply.lines.push_back("note: " + warning);
    return reply;
}

struct TrainArguments {
    std::string name;
    std::string dataset;
    bool replace = false;
    nlohmann::json options = nlohmann::json::object();
};

void addField(CLI::App& command, const TrainField& field, const std::shared_ptr<TrainArguments>& a)
{
    const std::string key(field.key);
    const std::string name = "--" + key;
    std::string help(field.help);
    if (!field.standard.is_null() && field.type != TrainField::Type::Flag)
        help += " (" + (field.standard.is_string() ? field.standard.get<std::string>() : field.standard.dump()) + ")";
    switch (field.type) {
    case TrainField::Type::Flag:
        command.add_flag_callback(name, [a, key] { a->options[key] = true; }, help);
        break;
    case TrainField::Type::Integer:
        command.add_option_function<std::int64_t>(name, [a, key](std::int64_t v) { a->options[key] = v; }, help)->type_name("N");
        break;
    case TrainField::Type::Number:
        command.add_option_function<double>(name, [a, key](double v) { a->options[key] = v; }, help)->type_name("X");
        break;
    case TrainField::Type::Choice:
    case TrainField::Type::Text:
        command.add_option_function<std::string>(name, [a, key](const std::string& v) { a->options[key] = v; }, help)
            ->type_name(field.type == TrainField::Type::Choice ? "WORD" : "TEXT");
        break;
    }
}

// KIND decides which options there are, so each kind is a subcommand of its own: train NAME l1 --C 10.
// CLI11 wants subcommands before positionals of their parent; NAME is therefore taken by `train` itself.
void addTrain(CLI::App& program, WorkTable& works)
{
    auto* train = program.add_subcommand("train", "Train a model on a dataset of the workspace");
    auto a = std::make_shared<TrainArguments>();
    train->add_option("NAME", a->name, "Name of the new model")->required();
    train->require_subcommand(1);
    train->footer("Examples:\n"
                  "  representer train news-l1 l1 --on news --C 10\n"
                  "  representer train ml-mf mf --on ml-1m --optimizer als --dim 12 --mu 4\n"
                  "  representer train NAME KIND --help lists the settings of a kind");
    for (const ModelKind kind : allKinds) {
        auto* command = train->add_subcommand(std::string(modelKindName(kind)), std::string(kindDescription(kind)));
        command->add_option("--on", a->dataset, "Dataset")->required()->type_name("DATASET");
        command->add_flag("--replace", a->replace, "Replace a model of this name");
        for (const TrainField& field : trainFields(kind))
            addField(*command, field, a);
        works[command] = [a, kind](const CommandSession& session) {
            TrainRequest request;
            request.name = a->name;
            request.kind = kind;
            request.dataset = a->dataset;
            request.options = a->options;
            request.seed = session.options().seed;
            request.replace = a->replace;
            return modelReply(trainModel(session.openWorkspace(), request, session.context()));
        };
    }
}

struct AdoptArguments {
    std::string kind;
    std::vector<std::string> files;
    double C = 0;
    double mu = 0;
    AdoptRequest request;
};

void addAdopt(CLI::App& program, WorkTable& works)
{
    auto* command = program.add_subcommand("adopt", "Take in a model trained elsewhere, with a lint against the dataset");
    auto a = std::make_shared<AdoptArguments>();
    command->add_option("NAME", a->request.name, "Name of the new model")->required();
    command->add_option("KIND", a->kind, "l1 (LIBLINEAR model, coefficients) or mf (user and item factors)")
        ->required()->check(CLI::IsMember({"l1", "mf"}));
    command->add_option("FILES", a->files,
                        "l1: LIBLINEAR model, or coefficients .npy or .csv. mf: user and item factors .npy or .csv (ids in the first column "
                        "or in user_ids.txt and item_ids.txt beside them), an .npz, a LIBMF model, or an exported folder; "
                        "states for TracIn in checkpoints/EPOCH/ of that folder, each with its rate.txt")->required();
    command->add_option("--on", a->request.dataset, "Dataset")->required()->type_name("DATASET");
    command->add_option("--C", a->C, "l1: the C it was trained with; without it the one that fits best")->check(CLI::PositiveNumber)->type_name("X");
    command->add_option("--mu", a->mu, "mf: the l2 penalty it was trained with")->check(CLI::PositiveNumber)->type_name("X");
    command->add_flag("--polish", a->request.polish, "Go on to the optimum and report how far predictions moved");
    command->add_flag("--replace", a->request.replace, "Replace a model of this name");
    command->footer("Examples:\n  representer adopt theirs l1 --on rcv1 rcv1.model --polish\n"
                    "  representer adopt als mf --on movies users.npy items.npy --mu 5");
    works[command] = [a, command](const CommandSession& session) {
        AdoptRequest request = a->request;
        request.kind = a->kind == "l1" ? ModelKind::L1 : ModelKind::Mf;
        request.files.assign(a->files.begin(), a->files.end());
        if (command->count("--C") > 0)
            request.C = a->C;
        if (command->count("--mu") > 0)
            request.mu = a->mu;
        return modelReply(adoptModel(session.openWorkspace(), request, session.context()));
    };
}

void addExportModel(CLI::App& program, WorkTable& works)
{
    auto* command = program.add_subcommand("export-model", "Write a model's parameters as .npy and text files");
    auto name = std::make_shared<std::string>();
    auto folder = std::make_shared<std::string>();
    command->add_option("NAME", *name, "Model")->required();
    command->add_option("DIR", *folder, "Folder, made if missing")->required();
    command->footer("Example:\n  representer export-model ml-mf exported/");
    works[command] = [=](const CommandSession& session) {
        const Workspace workspace = session.openWorkspace(Workspace::Mode::ReadOnly);
        Reply reply;
        reply.document = {{"model", *name}, {"folder", *folder}, {"files", exportModel(workspace, *name, *folder, session.context())}};
        for (const auto& file : reply.document["files"])
            reply.lines.push_back(file.get<std::string>());
        return reply;
    };
}

} // namespace

void addModelCommands(CLI::App& program, WorkTable& works)
{
    addTrain(program, works);
    addAdopt(program, works);
    addExportModel(program, works);
}

} // namespace representer
