// triage, study mislabel, study negatives: which training data is wrong.
#include "app/commands.h"

#include "core/base/stopwatch.h"
#include "core/operations/triage.h"
#include "core/store/dataset_store.h"
#include "core/studies/negative_study.h"

#include <memory>

namespace representer {

namespace {

struct TriageArguments {
    std::string model;
    std::string method = "high-dim";
    std::size_t top = 20;
};

void addTriage(CLI::App& program, WorkTable& works)
{
    auto* command = program.add_subcommand("triage", "Training samples whose labels deserve a second look");
    auto a = std::make_shared<TriageArguments>();
    command->add_option("MODEL", a->model, "Model")->required();
    command->add_option("--method", a->method, "One of the model's methods, or loss (high-dim)")->type_name("M");
    command->add_option("--top", a->top, "How many (20)")->type_name("K");
    command->footer("Example:\n  representer triage news-l1 --top 50 --format csv");
    works[command] = [a](const CommandSession& session) {
        const Workspace workspace = session.openWorkspace(Workspace::Mode::ReadOnly);
        const auto open = OpenModel::open(workspace, a->model, session.context());
        const TriageList list = triage(*open, a->method, a->top, session.context());
        Reply reply;
        reply.document = {{"model", a->model}, {"method", list.method}, {"samples", nlohmann::ordered_json::array()}};
        Table table{"Most suspect training samples of " + a->model + ", by " + list.method,
                    {{"rank", "Rank"}, {"value", "Suspicion"}, {"title", "Sample"}, {"label", "Label"},
                     {"detail", "Detail"}, {"index", "Index"}, {"id", "Id"}}, {}, {}};
        for (std::size_t i = 0; i < list.samples.size(); ++i) {
            const ExplainedSample& s = list.samples[i];
            const std::int64_t index = s.contribution.index.value;
            reply.document["samples"].push_back({{"rank", s.rank}, {"index", index}, {"id", s.id}, {"title", s.title},
                                                 {"label", s.label}, {"value", list.values[i]}});
            table.rows.push_back({std::int64_t{s.rank}, list.values[i], s.title, s.label, s.detail, index, s.id});
        }
        reply.tables.push_back(std::move(table));
        return reply;
    };
}

struct MislabelArguments {
    std::string model;
    MislabelRequest request;
};

void addMislabel(CLI::App& study, WorkTable& works)
{
    auto* command = study.add_subcommand("mislabel", "Plant wrong labels, retrain, and measure how well rankings find them");
    auto a = std::make_shared<MislabelArguments>();
    command->add_option("MODEL", a->model, "Model")->required();
    command->add_option("--methods", a->request.methods, "Methods of the model, and loss")->required()->delimiter(',')->type_name("M,M");
    command->add_option("--share", a->request.share, "Share of labels made wrong (0.1)")->type_name("X");
    command->footer("Example:\n  representer study mislabel news-l1 --methods high-dim,loss,random --share 0.05");
    works[command] = [a](const CommandSession& session) {
        const Workspace workspace = session.openWorkspace(Workspace::Mode::ReadOnly);
        const auto open = OpenModel::open(workspace, a->model, session.context());
        MislabelRequest request = a->request;
        request.seed = session.options().seed;
        const MislabelResult result = mislabelStudy(*open, request, session.context());
        Reply reply;
        reply.document = {{"model", a->model}, {"planted", result.planted}, {"retrain_seconds", result.retrainSeconds},
                          {"curves", nlohmann::ordered_json::array()}};
        Table table{"Share of " + std::to_string(result.planted) + " planted mistakes found",
                    {{"method", "Method"}, {"found5", "in the first 5 %"}, {"found10", "in 10 %"},
                     {"found20", "in 20 %"}, {"area", "Area"}}, {}, {}};
        for (const MislabelResult::Curve& curve : result.curves) {
            reply.document["curves"].push_back({{"method", curve.method}, {"area", curve.curve.area},
                                                {"inspected", curve.curve.inspected}, {"found", curve.curve.found}});
            table.rows.push_back({curve.method, curve.curve.foundAt(0.05), curve.curve.foundAt(0.1),
                                  curve.curve.foundAt(0.2), curve.curve.area});
        }
        reply.tables.push_back(std::move(table));
        return reply;
    };
}

struct NegativeArguments {
    std::string dataset;
    std::vector<std::string> methods{"high-dim", "fia", "loss", "random"};
    NegativePlan plan;
};

void addNegatives(CLI::App& study, WorkTable& works)
{
    auto* command = study.add_subcommand("negatives", "Implicit feedback: which unobserved pairs are positives in disguise?");
    auto a = std::make_shared<NegativeArguments>();
    command->add_option("DATASET", a->dataset, "Dataset imported with --binarize")->required();
    command->add_option("--methods", a->methods, "high-dim, fia, loss, random")->delimiter(',')->type_name("M,M");
    command->add_option("--percent", a->plan.percents, "Shares of the unobserved pairs to remove (0.5,1,2,5,10)")
        ->delimiter(',')->type_name("P,P");
    command->add_option("--seeds", a->plan.seeds, "Models trained from different starts (3)")->check(CLI::Range(1, 1000))->type_name("N");
    command->add_option("--dim", a->plan.dim, "Dimensions (16)")->check(CLI::Range(1, 1000))->type_name("N");
    command->add_option("--mu", a->plan.mu, "Penalty (1)")->check(CLI::PositiveNumber)->type_name("X");
    command->add_option("--negatives", a->plan.negatives, "Weight of each unobserved pair (0.05)")->check(CLI::PositiveNumber)->type_name("W");
    command->footer("Example:\n  representer import clicks ml-100k --binarize 4 --holdout-per-user 1\n  representer study negatives clicks --seeds 3");
    works[command] = [a](const CommandSession& session) {
        const Workspace workspace = session.openWorkspace(Workspace::Mode::ReadOnly);
        const Dataset dataset = DatasetStore(workspace).load(a->dataset, DatasetStore::Texts::Leave, session.context());
        const auto* ratings = std::get_if<RatingData>(&dataset.content);
        if (ratings == nullptr)
            throw Error(Error::Kind::BadOption, "the study of negatives needs a dataset of ratings imported with --binarize.");
        NegativePlan plan = a->plan;
        plan.seed = session.options().seed;
        plan.methods.clear();
        for (const std::string& name : a->methods)
            plan.methods.push_back(negativeRankingFromName(name));
        const Stopwatch watch;
        std::vector<NegativeRow> rows;
        runNegativeStudy(*ratings, plan, {}, [&](const NegativeRow& row, std::int64_t done, std::int64_t total) {
            rows.push_back(row);
            session.context().checkpoint("retraining", done, total);
        }, session.context());
        Reply reply;
        reply.document = {{"dataset", a->dataset}, {"retrainings", rows.size()}, {"seconds", watch.seconds()},
                          {"rows", nlohmann::ordered_json::array()}};
        Table table{"Suspected false negatives of " + a->dataset + ": mean over " + std::to_string(plan.seeds) + " starts",
                    {{"method", "Method"}, {"percent", "Removed %"}, {"found", "Held-out positives found"},
                     {"found_ci95", "±"}, {"recall_change", "Change of recall@20"}, {"recall_ci95", "±"}}, {}, {}};
        for (const NegativeMean& mean : summariseNegatives(plan, rows)) {
            const std::string method(negativeRankingName(mean.method));
            const auto cell = [](const std::optional<double>& v) { return v ? Table::Cell(*v) : Table::Cell(); };
            const auto json = [](const std::optional<double>& v) { return v ? nlohmann::ordered_json(*v) : nlohmann::ordered_json(nullptr); };
            reply.document["rows"].push_back({{"method", method}, {"percent", mean.percent}, {"found", mean.found.mean},
                                              {"found_ci95", json(mean.found.ci95)}, {"recall_change", mean.recallChange.mean},
                                              {"recall_ci95", json(mean.recallChange.ci95)}, {"n", mean.found.n}});
            table.rows.push_back({method, mean.percent, mean.found.mean, cell(mean.found.ci95), mean.recallChange.mean,
                                  cell(mean.recallChange.ci95)});
        }
        reply.tables.push_back(std::move(table));
        return reply;
    };
}

} // namespace

void addTriageCommands(CLI::App& program, WorkTable& works)
{
    addTriage(program, works);
    CLI::App* study = program.get_subcommand("study");
    addMislabel(*study, works);
    addNegatives(*study, works);
}

} // namespace representer
