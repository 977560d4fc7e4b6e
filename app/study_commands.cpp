// study: proof by retraining, and how well rankings find what is wrong.
#include "app/commands.h"

#include "app/point_options.h"
#include "core/base/number_text.h"
#include "core/operations/study_output.h"
#include "core/operations/train_model.h"
#include "core/store/dataset_store.h"
#include "core/store/model_store.h"

#include <memory>

namespace representer {

namespace {

Reply studyReply(const AnyStudy& study)
{
    return {studyJson(study), {}, studyTables(study)};
}

struct DeletionArguments {
    std::string model;
    DeletionRequest request;
    std::string className;
    std::pair<std::string, std::string> userGroup;
    bool estimate = false;
};

Reply costReply(const DeletionCost& cost)
{
    Reply reply;
    reply.document = {{"retrainings", cost.retrainings}, {"workers", cost.workers},
                      {"seconds_per_retraining", cost.secondsPerRetraining}, {"seconds", cost.seconds},
                      {"bytes", cost.bytes}};
    reply.lines.push_back(std::to_string(cost.retrainings) + " retrainings of about " +
                          shortText(cost.secondsPerRetraining) + " s on " + std::to_string(cost.workers) +
                          " workers: about " + shortText(cost.seconds / 60) + " minutes, " +
                          shortText(static_cast<double>(cost.bytes) / 1e6) + " MB beside the model.");
    return reply;
}

void addDeletion(CLI::App& study, WorkTable& works)
{
    auto* command = study.add_subcommand("deletion", "Remove what each method names, retrain, and measure the change");
    auto a = std::make_shared<DeletionArguments>();
    command->add_option("MODEL", a->model, "Model")->required();
    command->add_option("--methods", a->request.methods, "Methods to compare")->required()->delimiter(',')->type_name("M,M");
    command->add_option("--k", a->request.k, "Samples to remove: counts or percentages of the training part")
        ->required()->delimiter(',')->type_name("K,K");
    command->add_option("--tests", a->request.tests, "Test points per trial, drawn at random with --seed (1)")->type_name("N");
    command->add_option("--trials", a->request.trials, "Trials (1)")->type_name("T");
    command->add_flag("--joint", a->request.joint, "One removal for all points of a trial: cheaper, weaker for each point");
    command->add_flag("--errors", a->request.filter.errorsOnly, "Only test points the model gets wrong");
    command->add_option("--class", a->className, "Only test documents of this class")->type_name("NAME");
    command->add_option("--user-group", a->userGroup, "Only ratings of users with this attribute, such as gender F")->type_name("NAME VALUE");
    command->add_flag("--estimate", a->estimate, "Only time one retraining and say what the study would cost");
    auto selector = addPointOptions(*command);
    command->footer("Examples:\n  representer study deletion news-l1 --methods high-dim,influence,random --tests 20 --k 1%,3%,5%\n"
                    "  representer study deletion ml-mf --methods high-dim,fia --user 4 --item \"Star Trek VI\" --k 5,10,20");
    works[command] = [a, selector](const CommandSession& session) {
        const Workspace workspace = session.openWorkspace();
        const auto open = OpenModel::open(workspace, a->model, session.context());
        DeletionRequest request = a->request;
        if (!a->className.empty())
            request.filter.className = a->className;
        if (!a->userGroup.first.empty())
            request.filter.userGroup = a->userGroup;
        if (selector->given())
            request.points = {selectPoint(*open, *selector)};
        request.seed = session.options().seed;
        const DeletionPlan plan = planDeletion(*open, request);
        if (a->estimate)
            return costReply(estimateDeletion(*open, plan, session.context()));
        return studyReply(runDeletion(workspace, open, plan, {}, session.context()));
    };
}

struct MislabelArguments {
    std::string model;
    MislabelPlan plan;
};

void addMislabel(CLI::App& study, WorkTable& works)
{
    auto* command = study.add_subcommand("mislabel", "Plant wrong labels, retrain, and measure how well rankings find them");
    auto a = std::make_shared<MislabelArguments>();
    command->add_option("MODEL", a->model, "Model")->required();
    command->add_option("--methods", a->plan.methods, "Methods of the model, and loss")->required()->delimiter(',')->type_name("M,M");
    command->add_option("--share", a->plan.share, "Share of labels made wrong (0.1)")->type_name("X");
    command->add_option("--seeds", a->plan.seeds, "Sets of mistakes (3)")->check(CLI::Range(1, 1000))->type_name("N");
    command->footer("Example:\n  representer study mislabel news-l1 --methods high-dim,loss,random --share 0.05");
    works[command] = [a](const CommandSession& session) {
        const Workspace workspace = session.openWorkspace();
        const auto open = OpenModel::open(workspace, a->model, session.context());
        MislabelPlan plan = a->plan;
        plan.seed = session.options().seed;
        return studyReply(runMislabel(workspace, open, plan, {}, session.context()));
    };
}

struct NegativeArguments {
    std::string name;
    std::vector<std::string> methods{"high-dim", "fia", "loss", "random"};
    NegativePlan plan;
    int dim = 16;
    double mu = 1;
    double negatives = 0.05;
    std::size_t list = 20;
};

// The study is about a model; of a dataset, about the model that is trained for it first and kept.
std::string modelToStudy(const Workspace& workspace, const NegativeArguments& a, const CommandSession& session)
{
    if (ModelStore(workspace).find(a.name))
        return a.name;
    DatasetStore(workspace).require(a.name);
    TrainRequest request;
    request.name = a.name + "-negatives";
    request.kind = ModelKind::Mf;
    request.dataset = a.name;
    // The tolerance is in logits: below what moves a recall.
    request.options = {{"optimizer", "als"}, {"loss", "logistic"}, {"dim", a.dim}, {"mu", a.mu},
                       {"negatives", a.negatives}, {"tolerance", 1e-2}};
    request.seed = session.options().seed;
    trainModel(workspace, request, session.context());
    return request.name;
}

void addNegatives(CLI::App& study, WorkTable& works)
{
    auto* command = study.add_subcommand("negatives", "Implicit feedback: which unobserved pairs are positives in disguise?");
    auto a = std::make_shared<NegativeArguments>();
    command->add_option("NAME", a->name, "Model trained with --loss logistic --negatives W --optimizer als, or a "
                                         "dataset imported with --binarize: a model NAME-negatives is then trained first")->required();
    command->add_option("--methods", a->methods, "high-dim, fia, loss, random")->delimiter(',')->type_name("M,M");
    command->add_option("--percent", a->plan.percents, "Shares of the unobserved pairs to remove (0.5,1,2,5,10)")
        ->delimiter(',')->type_name("P,P");
    command->add_option("--seeds", a->plan.seeds, "Models trained from different starts (3)")->check(CLI::Range(1, 1000))->type_name("N");
    command->add_option("--dim", a->dim, "Of a dataset: dimensions (16)")->check(CLI::Range(1, 1000))->type_name("N");
    command->add_option("--mu", a->mu, "Of a dataset: penalty (1)")->check(CLI::PositiveNumber)->type_name("X");
    command->add_option("--negatives", a->negatives, "Of a dataset: weight of each unobserved pair (0.05)")->check(CLI::PositiveNumber)->type_name("W");
    command->add_option("--list", a->list, "Suspected false negatives to list (20)")->type_name("K");
    command->footer("Examples:\n  representer import clicks ml-100k --binarize 4 --holdout-per-user 1\n"
                    "  representer study negatives clicks --seeds 3\n"
                    "  representer triage clicks-negatives --unobserved --top 500 --format csv");
    works[command] = [a](const CommandSession& session) {
        const Workspace workspace = session.openWorkspace();
        NegativePlan plan = a->plan;
        plan.seed = session.options().seed;
        plan.methods.clear();
        for (const std::string& name : a->methods)
            plan.methods.push_back(negativeRankingFromName(name));
        const auto open = OpenModel::open(workspace, modelToStudy(workspace, *a, session), session.context());
        Reply reply = studyReply(runNegatives(workspace, open, plan, {}, session.context()));
        const auto suspects = suspectedNegatives(*open, plan.methods.front(), a->list, session.context());
        reply.document["suspects"] = suspectJson(suspects);
        reply.tables.push_back(suspectTable(open->model().info.name, plan.methods.front(), suspects));
        return reply;
    };
}

void addResumeStudy(CLI::App& study, WorkTable& works)
{
    auto* command = study.add_subcommand("resume", "Go on with a study that was interrupted");
    auto id = std::make_shared<std::int64_t>(0);
    command->add_option("ID", *id, "Number of the study, as `list` shows it")->required();
    command->footer("Example:\n  representer study resume 1");
    works[command] = [id](const CommandSession& session) {
        const Workspace workspace = session.openWorkspace();
        return studyReply(resumeAnyStudy(workspace, *id, {}, session.context()));
    };
}

struct ShowArguments {
    std::int64_t id = 0;
    bool rows = false;
};

// Each finished row beside the summary: objects for scripts, a table of its own for people.
void addRows(Reply& reply, const AnyStudy& study, const OpenModel& open)
{
    Table table = studyRows(study, [&open](const TestPoint& point) { return open.describePoint(point); });
    auto rows = nlohmann::ordered_json::array();
    for (const auto& cells : table.rows) {
        nlohmann::ordered_json row;
        for (std::size_t c = 0; c < cells.size(); ++c)
            std::visit([&](const auto& value) {
                if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>)
                    row[table.columns[c].key] = nullptr;
                else
                    row[table.columns[c].key] = value;
            }, cells[c]);
        rows.push_back(std::move(row));
    }
    reply.document["each"] = std::move(rows);
    reply.tables = {std::move(table)};
}

void addShowStudy(CLI::App& study, WorkTable& works)
{
    auto* command = study.add_subcommand("show", "The results of a study so far");
    auto a = std::make_shared<ShowArguments>();
    command->add_option("ID", a->id, "Number of the study, as `list` shows it")->required();
    command->add_flag("--rows", a->rows, "Every retraining instead of the means, such as each test point's change");
    command->footer("Examples:\n  representer study show 1 --format latex\n  representer study show 1 --rows --format csv");
    works[command] = [a](const CommandSession& session) {
        const Workspace workspace = session.openWorkspace(Workspace::Mode::ReadOnly);
        const AnyStudy loaded = loadAnyStudy(workspace, a->id);
        Reply reply = studyReply(loaded);
        if (a->rows)
            addRows(reply, loaded,
                    *OpenModel::open(workspace, std::visit([](const auto& one) { return one.model; }, loaded), session.context()));
        return reply;
    };
}

} // namespace

void addStudyCommands(CLI::App& program, WorkTable& works)
{
    auto* study = program.add_subcommand("study", "Measure methods by deleting what they name and retraining");
    study->require_subcommand(1);
    study->footer("Example:\n  representer study deletion ml-mf --methods high-dim,fia,random --tests 20 --k 5,10,20");
    addDeletion(*study, works);
    addNegatives(*study, works);
    addMislabel(*study, works);
    addResumeStudy(*study, works);
    addShowStudy(*study, works);
}

} // namespace representer
