// triage: which training data deserves a second look.
#include "app/commands.h"

#include "core/operations/study_output.h"
#include "core/operations/triage.h"

#include <memory>

namespace representer {

namespace {

struct TriageArguments {
    std::string model;
    std::string method = "high-dim";
    std::size_t top = 20;
    bool unobserved = false;
};

Reply suspectReply(const OpenModel& open, const TriageArguments& a, const CommandSession& session)
{
    const NegativeRanking ranking = negativeRankingFromName(a.method);
    const auto suspects = suspectedNegatives(open, ranking, a.top, session.context());
    return {{{"model", a.model}, {"method", a.method}, {"suspects", suspectJson(suspects)}}, {},
            {suspectTable(a.model, ranking, suspects)}};
}

void addTriage(CLI::App& program, WorkTable& works)
{
    auto* command = program.add_subcommand("triage", "Training samples whose labels deserve a second look");
    auto a = std::make_shared<TriageArguments>();
    command->add_option("MODEL", a->model, "Model")->required();
    command->add_option("--method", a->method, "One of the model's methods, or loss (high-dim)")->type_name("M");
    command->add_option("--top", a->top, "How many (20)")->type_name("K");
    command->add_flag("--unobserved", a->unobserved, "Implicit feedback: unobserved pairs that may be positives, by high-dim, fia, loss or random");
    command->footer("Examples:\n  representer triage news-l1 --top 50 --format csv\n"
                    "  representer triage clicks-negatives --unobserved --top 500 --format csv");
    works[command] = [a](const CommandSession& session) {
        const Workspace workspace = session.openWorkspace(Workspace::Mode::ReadOnly);
        const auto open = OpenModel::open(workspace, a->model, session.context());
        if (a->unobserved)
            return suspectReply(*open, *a, session);
        const TriageList list = triage(*open, a->method, a->top, session.context());
        Reply reply;
        reply.document = {{"model", a->model}, {"method", list.method}, {"samples", nlohmann::ordered_json::array()}};
        Table table{"Most suspect training samples of " + a->model + ", by " + list.method,
                    {{"rank", "Rank"}, {"value", "Suspicion"}, {"title", "Sample"}, {"label", "Label"}, {"prediction", "Model says"},
                     {"detail", "Detail"}, {"index", "Index"}, {"id", "Id"}}, {}, {}};
        for (std::size_t i = 0; i < list.samples.size(); ++i) {
            const ExplainedSample& s = list.samples[i];
            const std::int64_t index = s.contribution.index.value;
            reply.document["samples"].push_back({{"rank", s.rank}, {"index", index}, {"id", s.id}, {"title", s.title},
                                                 {"label", s.label}, {"value", list.values[i]}});
            table.rows.push_back({std::int64_t{s.rank}, list.values[i], s.title, s.label,
                                  s.modelOpinion ? Table::Cell(*s.modelOpinion) : Table::Cell(), s.detail, index, s.id});
        }
        reply.tables.push_back(std::move(table));
        return reply;
    };
}

} // namespace

void addTriageCommands(CLI::App& program, WorkTable& works)
{
    addTriage(program, works);
}

} // namespace representer
