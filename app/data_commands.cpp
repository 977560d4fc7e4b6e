// import, list, show, remove, check: what is in the workspace.
#include "app/commands.h"

#include "core/base/stopwatch.h"
#include "core/operations/import_dataset.h"
#include "core/operations/inventory.h"
#include "core/store/dataset_store.h"
#include "core/store/model_store.h"

#include <memory>

namespace representer {

namespace {

struct ImportArguments {
    std::string name;
    std::vector<std::string> paths;
    std::vector<std::string> testPaths;
    std::string titles;
    std::string columns;
    double testFraction = 0;
    double binarize = 0;
    ImportRequest request;
    bool replace = false;
};

// "user=1,item=2" -> {user: 1, item: 2}
std::map<std::string, std::string> parseColumns(const std::string& text)
{
    std::map<std::string, std::string> columns;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string pair = text.substr(begin, end - begin);
        const std::size_t equals = pair.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == pair.size())
            throw Error(Error::Kind::BadOption, "--columns: \"" + pair +
                        "\" is not of the form role=column; write for example --columns user=1,item=2,rating=3.");
        columns[pair.substr(0, equals)] = pair.substr(equals + 1);
        begin = end + 1;
    }
    return columns;
}

Reply importReply(const DatasetInfo& info, double seconds)
{
    Reply reply;
    reply.document = datasetJson(info);
    reply.document["seconds"] = seconds;
    reply.tables.push_back(datasetTable(info));
    for (const std::string& warning : info.warnings)
        reply.lines.push_back("note: " + warning);
    return reply;
}

void addImport(CLI::App& program, WorkTable& works)
{
    auto* command = program.add_subcommand("import", "Read files into a new dataset of the workspace, all or nothing");
    auto a = std::make_shared<ImportArguments>();
    command->add_option("NAME", a->name, "Name of the new dataset")->required();
    command->add_option("PATH", a->paths, "Files, folders or archives (.gz .bz2 .xz .zip .tar.*)")->required();
    command->add_option("--test", a->testPaths, "Files of the test part")->type_name("PATH");
    std::string formats = "Format, when it is not the detected one:";
    for (const FormatDescriptor& format : formatCatalogue())
        formats += " " + std::string(format.id);
    command->add_option("--from", a->request.format, formats)->type_name("FORMAT");
    command->add_option("--test-fraction", a->testFraction, "Share of rows held out for testing, per label")
        ->type_name("X");
    command->add_option("--holdout-per-user", a->request.holdoutPerUser,
                        "Ratings of each user held out for validation, and as many again for testing")->type_name("N");
    command->add_option("--min-interactions", a->request.minInteractions,
                        "Drop users and items with fewer ratings, again and again until none is left")->type_name("N");
    command->add_option("--binarize", a->binarize, "Implicit feedback: ratings from T up are positives, others go")
        ->type_name("T");
    command->add_option("--positive", a->request.positive, "Classes that become label 1; * stands for anything")
        ->type_name("PATTERN");
    command->add_option("--ngrams", a->request.vectoriser.ngrams, "Words per term of text, up to N")
        ->check(CLI::Range(1, 5))->type_name("N");
    command->add_option("--min-df", a->request.vectoriser.minDocumentFrequency,
                        "Drop terms in fewer training documents")->type_name("N");
    command->add_flag("--scale", a->request.scale, "Divide each feature by its largest training magnitude");
    command->add_option("--columns", a->columns, "Which column is what: user=..,item=..,rating=..,time=..,label=..,text=..")
        ->type_name("MAP");
    command->add_option("--titles", a->titles, "File with item titles")->type_name("FILE");
    command->add_option("--expansion-limit", a->request.expansionLimit, "Bytes an archive may unpack to")
        ->type_name("BYTES");
    command->add_flag("--replace", a->replace, "Replace a dataset of this name");
    command->footer("Examples:\n"
                    "  representer import movies ml-1m.zip --holdout-per-user 1 --min-interactions 10\n"
                    "  representer import news 20news-18828.tar.xz --positive 'comp.*' 'sci.*' misc.forsale --test-fraction 0.4\n"
                    "  representer import rcv1 rcv1.train --test rcv1.test");
    works[command] = [a, command](const CommandSession& session) {
        ImportRequest request = a->request;
        request.name = a->name;
        request.paths.assign(a->paths.begin(), a->paths.end());
        request.testPaths.assign(a->testPaths.begin(), a->testPaths.end());
        if (command->count("--test-fraction") > 0)
            request.testFraction = a->testFraction;
        if (command->count("--binarize") > 0)
            request.binarize = a->binarize;
        if (!a->titles.empty())
            request.titles = a->titles;
        request.columns = parseColumns(a->columns);
        request.seed = session.options().seed;
        const Stopwatch watch;
        const Workspace workspace = session.openWorkspace(Workspace::Mode::OpenOrCreate);
        const DatasetInfo info = importDataset(workspace, request, session.context(), a->replace);
        return importReply(info, watch.seconds());
    };
}

void addList(CLI::App& program, WorkTable& works)
{
    auto* command = program.add_subcommand("list", "Datasets, models and studies of the workspace");
    command->footer("Example:\n  representer list --format markdown");
    works[command] = [](const CommandSession& session) {
        const Workspace workspace = session.openWorkspace(Workspace::Mode::ReadOnly);
        Reply reply;
        reply.document = inventoryJson(workspace);
        reply.tables = inventoryTables(workspace);
        return reply;
    };
}

void addShow(CLI::App& program, WorkTable& works)
{
    auto* command = program.add_subcommand("show", "All that is known about one dataset or model");
    auto name = std::make_shared<std::string>();
    command->add_option("NAME", *name, "Dataset or model")->required();
    command->footer("Example:\n  representer show ml-1m");
    works[command] = [name](const CommandSession& session) {
        const Workspace workspace = session.openWorkspace(Workspace::Mode::ReadOnly);
        Reply reply;
        if (const auto dataset = DatasetStore(workspace).find(*name)) {
            reply.document = datasetJson(*dataset);
            reply.tables.push_back(datasetTable(*dataset));
            for (const std::string& warning : dataset->warnings)
                reply.lines.push_back("note: " + warning);
        } else {
            const ModelInfo model = ModelStore(workspace).require(*name);
            reply.document = modelJson(model);
            reply.tables.push_back(modelTable(model));
        }
        return reply;
    };
}

void addRemove(CLI::App& program, WorkTable& works)
{
    auto* command = program.add_subcommand("remove", "Remove a dataset (with its models) or a model");
    auto name = std::make_shared<std::string>();
    command->add_option("NAME", *name, "Dataset or model")->required();
    command->footer("Example:\n  representer remove old-model");
    works[command] = [name](const CommandSession& session) {
        const Workspace workspace = session.openWorkspace();
        Reply reply;
        if (DatasetStore(workspace).find(*name)) {
            DatasetStore(workspace).remove(*name);
            reply.document = {{"removed", *name}, {"what", "dataset"}};
            reply.lines.push_back("Removed the dataset " + *name + " and what was trained on it.");
        } else {
            ModelStore(workspace).require(*name);
            ModelStore(workspace).remove(*name);
            reply.document = {{"removed", *name}, {"what", "model"}};
            reply.lines.push_back("Removed the model " + *name + ".");
        }
        return reply;
    };
}

void addCheck(CLI::App& program, WorkTable& works)
{
    auto* command = program.add_subcommand("check", "Verify the integrity of the workspace");
    command->footer("Example:\n  representer check --workspace study.rpx");
    works[command] = [](const CommandSession& session) {
        const Workspace workspace = session.openWorkspace(Workspace::Mode::ReadOnly);
        const std::vector<std::string> problems = workspace.check();
        if (!problems.empty()) {
            std::string sentence = "the workspace is damaged:";
            for (const std::string& problem : problems)
                sentence += "\n  " + problem;
            throw Error(Error::Kind::Storage, sentence);
        }
        Reply reply;
        reply.document = {{"workspace", workspace.path().string()}, {"problems", nlohmann::json::array()}};
        reply.lines.push_back(workspace.path().string() + ": no problem found.");
        return reply;
    };
}

} // namespace

void addDataCommands(CLI::App& program, WorkTable& works)
{
    addImport(program, works);
    addList(program, works);
    addShow(program, works);
    addRemove(program, works);
    addCheck(program, works);
}

} // namespace representer
