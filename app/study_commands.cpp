// study, what-if, flip: proof by retraining.
#include "app/commands.h"

#include "app/point_options.h"
#include "core/base/number_text.h"
#include "core/operations/explanation_output.h"
#include "core/operations/flip_set.h"
#include "core/operations/open_model.h"
#include "core/operations/run_study.h"
#include "core/operations/study_output.h"
#include "core/operations/what_if.h"

#include <memory>

namespace representer {

namespace {

Reply studyReply(const StudyResult& study)
{
    Reply reply;
    reply.document = studyJson(study);
    reply.tables = studyTables(study);
    return reply;
}

// Rows finish on the study's own clock; each is a step of the progress bar.
StudyObserver showProgress(const CommandSession& session)
{
    return [&session](const StudyProgress& at) {
        session.context().checkpoint("retraining", at.progress.done, at.progress.total);
    };
}

struct DeletionArguments {
    std::string model;
    DeletionRequest request;
    bool errors = false;
    std::string className;
};

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
    command->add_flag("--errors", a->errors, "Only test points the model gets wrong");
    command->add_option("--class", a->className, "Only test documents of this class")->type_name("NAME");
    command->footer("Example:\n  representer study deletion news-l1 --methods high-dim,influence,random --tests 20 --k 1%,3%,5%");
    works[command] = [a](const CommandSession& session) {
        const Workspace workspace = session.openWorkspace();
        const auto open = OpenModel::open(workspace, a->model, session.context());
        DeletionRequest request = a->request;
        request.filter.errorsOnly = a->errors;
        if (!a->className.empty())
            request.filter.className = a->className;
        request.seed = session.options().seed;
        const DeletionPlan plan = planDeletion(*open, request);
        return studyReply(runDeletion(workspace, open, plan, showProgress(session), session.context()));
    };
}

void addResume(CLI::App& study, WorkTable& works)
{
    auto* command = study.add_subcommand("resume", "Go on with a study that was interrupted");
    auto id = std::make_shared<std::int64_t>(0);
    command->add_option("ID", *id, "Number of the study, as `list` shows it")->required();
    command->footer("Example:\n  representer study resume 1");
    works[command] = [id](const CommandSession& session) {
        const Workspace workspace = session.openWorkspace();
        return studyReply(resumeStudy(workspace, *id, showProgress(session), session.context()));
    };
}

void addShow(CLI::App& study, WorkTable& works)
{
    auto* command = study.add_subcommand("show", "The results of a study so far");
    auto id = std::make_shared<std::int64_t>(0);
    command->add_option("ID", *id, "Number of the study, as `list` shows it")->required();
    command->footer("Example:\n  representer study show 1 --format latex");
    works[command] = [id](const CommandSession& session) {
        return studyReply(loadStudy(session.openWorkspace(Workspace::Mode::ReadOnly), *id));
    };
}

struct WhatIfArguments {
    std::string model;
    WhatIfRequest request;
    std::vector<std::int32_t> remove;
    std::string removeUser, removeItem, removeClass, removeSource;
    std::size_t removeTop = 0;
};

Reply whatIfReply(const OpenModel& open, const WhatIfResult& result)
{
    Reply reply;
    reply.document = {{"model", open.model().info.name}, {"point", pointJson(open, result.point)}, {"method", result.method},
                      {"unit", result.unit}, {"removed", result.edit.removed.size()},
                      {"relabelled", result.edit.relabelled.size()}, {"before", result.before}};
    reply.document["predicted"] = result.predicted ? nlohmann::ordered_json(*result.predicted) : nlohmann::ordered_json(nullptr);
    reply.document["after"] = result.after;
    reply.document["retrain_seconds"] = result.retrainSeconds;
    const Impact& impact = result.impact;
    reply.document["test_part"] = {{"points", impact.points}, {"mean_change", impact.meanChange},
                                   {"largest_change", impact.largestChange}, {"metric", impact.metric},
                                   {"metric_before", impact.metricBefore}, {"metric_after", impact.metricAfter}};
    if (impact.changedClass)
        reply.document["test_part"]["changed_class"] = *impact.changedClass;
    Table table{"What if " + std::to_string(result.edit.removed.size()) + " samples had not been there? " +
                    open.describePoint(result.point),
                {{"what", "What"}, {"value", "Value"}}, {}, {}};
    table.rows.push_back({"score before", result.before});
    table.rows.push_back({"score predicted", result.predicted ? Table::Cell(*result.predicted) : Table::Cell(std::string("ranking only"))});
    table.rows.push_back({"score after retraining", result.after});
    if (impact.points > 0) {
        table.rows.push_back({impact.metric + " before", impact.metricBefore});
        table.rows.push_back({impact.metric + " after", impact.metricAfter});
        if (impact.changedClass)
            table.rows.push_back({"test points that change class", static_cast<std::int64_t>(*impact.changedClass)});
    }
    table.rows.push_back({"seconds of retraining", result.retrainSeconds});
    reply.tables.push_back(std::move(table));
    return reply;
}

void addWhatIf(CLI::App& program, WorkTable& works)
{
    auto* command = program.add_subcommand("what-if", "Retrain without some samples and see what changes; nothing is stored");
    auto a = std::make_shared<WhatIfArguments>();
    command->add_option("MODEL", a->model, "Model")->required();
    auto selector = addPointOptions(*command);
    command->add_option("--remove", a->remove, "Training samples by index, as `explain` lists them")->type_name("INDEX");
    command->add_option("--remove-top", a->removeTop, "The first K of the method's list for the point")->type_name("K");
    command->add_option("--remove-user", a->removeUser, "Everything of one user")->type_name("U");
    command->add_option("--remove-item", a->removeItem, "Everything of one item")->type_name("I");
    command->add_option("--remove-class", a->removeClass, "Everything of one class")->type_name("NAME");
    command->add_option("--remove-source", a->removeSource, "Documents whose id begins so")->type_name("PREFIX");
    command->add_option("--method", a->request.method, "Method that predicts the change (high-dim)")->type_name("M");
    command->footer("Examples:\n  representer what-if news-l1 --sample 7 --remove 12 40 77\n"
                    "  representer what-if ml-mf --user 4 --item \"Star Trek VI\" --remove-top 10");
    works[command] = [=](const CommandSession& session) {
        const Workspace workspace = session.openWorkspace(Workspace::Mode::ReadOnly);
        const auto open = OpenModel::open(workspace, a->model, session.context());
        WhatIfRequest request = a->request;
        request.point = selectPoint(*open, *selector);
        for (const std::int32_t index : a->remove)
            request.remove.push_back({index});
        const auto given = [](const std::string& text) { return text.empty() ? std::nullopt : std::optional(text); };
        request.user = given(a->removeUser);
        request.item = given(a->removeItem);
        request.className = given(a->removeClass);
        request.source = given(a->removeSource);
        if (a->removeTop > 0)
            request.top = std::pair(a->removeTop, Sign::Positive);
        return whatIfReply(*open, whatIf(*open, request, session.context()));
    };
}

struct FlipArguments {
    std::string model;
    std::string rival;
    FlipRequest request;
};

void addFlip(CLI::App& program, WorkTable& works)
{
    auto* command = program.add_subcommand("flip", "The fewest samples whose removal turns a decision, checked by retraining");
    auto a = std::make_shared<FlipArguments>();
    command->add_option("MODEL", a->model, "Model")->required();
    auto selector = addPointOptions(*command);
    command->add_option("--below", a->rival, "Recommenders: the item that is to overtake --item")->type_name("ITEM");
    command->add_option("--method", a->request.method, "Method that ranks (high-dim)")->type_name("M");
    command->add_option("--share", a->request.share, "Most of the candidates to remove (0.2)")->check(CLI::Range(0.0, 1.0))->type_name("X");
    command->footer("Example:\n  representer flip news-l1 --sample 7");
    works[command] = [=](const CommandSession& session) {
        const Workspace workspace = session.openWorkspace(Workspace::Mode::ReadOnly);
        const auto open = OpenModel::open(workspace, a->model, session.context());
        FlipRequest request = a->request;
        request.point = selectPoint(*open, *selector);
        if (!a->rival.empty())
            request.rival = findItem(std::get<RatingData>(open->dataset().content), a->rival);
        const FlipResult result = smallestFlipSet(*open, request, session.context());
        Reply reply;
        reply.document = {{"model", a->model}, {"point", pointJson(*open, request.point)}, {"found", result.set.found},
                          {"before", result.before}, {"after", result.after}, {"retrainings", result.set.retrainings},
                          {"sentence", result.sentence}, {"remove", nlohmann::ordered_json::array()}};
        for (const RankedSample& sample : result.set.samples)
            reply.document["remove"].push_back(sample.index.value);
        reply.lines.push_back(result.sentence);
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
    addResume(*study, works);
    addShow(*study, works);
    addWhatIf(program, works);
    addFlip(program, works);
}

} // namespace representer
