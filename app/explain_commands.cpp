// predict, explain: one prediction and the training samples behind it.
#include "app/commands.h"

#include "app/point_options.h"
#include "core/base/number_text.h"
#include "core/base/stopwatch.h"
#include "core/operations/explanation_output.h"
#include "core/operations/open_model.h"
#include "core/operations/recommend.h"

#include <memory>

namespace representer {

namespace {

Reply recommendReply(const OpenModel& open, const std::string& user, int count)
{
    const auto* ratings = std::get_if<RatingData>(&open.dataset().content);
    if (ratings == nullptr)
        throw Error(Error::Kind::BadOption, "--recommend needs a recommender; " + open.model().info.name + " is none.");
    Reply reply;
    reply.document = {{"model", open.model().info.name}, {"user", user}, {"predictions", nlohmann::ordered_json::array()}};
    Table table{"Recommended to user " + user, {{"rank", "Rank"}, {"item", "Item"}, {"title", "Title"}, {"prediction", "Prediction"}}, {}, {}};
    std::int64_t rank = 0;
    for (const Recommendation& best : recommend(open, findUser(*ratings, user), count)) {
        const auto item = static_cast<std::size_t>(best.item.value);
        const std::string title = ratings->items.titles.empty() ? "" : ratings->items.titles[item];
        reply.document["predictions"].push_back({{"item", ratings->items.ids[item]}, {"title", title}, {"prediction", best.score}});
        table.rows.push_back({++rank, ratings->items.ids[item], title, best.score});
    }
    reply.tables.push_back(std::move(table));
    return reply;
}

Reply predictReply(const OpenModel& open, const TestPoint& point)
{
    const double prediction = open.predict(point);
    const std::optional<double> actual = open.actual(point);
    nlohmann::ordered_json entry = pointJson(open, point);
    entry["prediction"] = prediction;
    entry["actual"] = actual ? nlohmann::ordered_json(*actual) : nlohmann::ordered_json(nullptr);
    Reply reply;
    reply.document = {{"model", open.model().info.name}, {"predictions", nlohmann::ordered_json::array({entry})}};
    Table table{"", {{"point", "Point"}, {"prediction", "Prediction"}, {"actual", "Actual"}}, {}, {}};
    table.rows.push_back({open.describePoint(point), prediction, actual ? Table::Cell(*actual) : Table::Cell()});
    reply.tables.push_back(std::move(table));
    return reply;
}

void addPredict(CLI::App& program, WorkTable& works)
{
    auto* command = program.add_subcommand("predict", "Score of one point, or the best items for a user");
    auto model = std::make_shared<std::string>();
    auto count = std::make_shared<int>(0);
    command->add_option("MODEL", *model, "Model")->required();
    auto selector = addPointOptions(*command);
    command->add_option("--recommend", *count, "With --user: the K best items the user has not rated")
        ->check(CLI::Range(1, 100000))->type_name("K");
    command->footer("Examples:\n  representer predict ml-mf --user 4169 --recommend 10\n  representer predict news-l1 --text \"the shuttle launch\"");
    works[command] = [=](const CommandSession& session) {
        const Workspace workspace = session.openWorkspace(Workspace::Mode::ReadOnly);
        const auto open = OpenModel::open(workspace, *model, session.context());
        if (*count > 0) {
            if (!selector->user)
                throw Error(Error::Kind::BadOption, "--recommend needs --user.");
            return recommendReply(*open, *selector->user, *count);
        }
        return predictReply(*open, selectPoint(*open, *selector));
    };
}

struct ExplainArguments {
    std::string model;
    std::string method = "high-dim";
    std::string side = "both";
    std::string above;
    std::size_t top = 10;
    bool all = false;
};

Side sideFromName(const std::string& name)
{
    return name == "user" ? Side::User : name == "item" ? Side::Item : Side::Both;
}

void addExplain(CLI::App& program, WorkTable& works)
{
    auto* command = program.add_subcommand("explain", "The training samples that pushed a prediction up and down");
    auto a = std::make_shared<ExplainArguments>();
    command->add_option("MODEL", a->model, "Model")->required();
    auto selector = addPointOptions(*command);
    command->add_option("--method", a->method, "high-dim, l2, influence, fia, tracin or random, as the model allows")
        ->type_name("M");
    command->add_option("--side", a->side, "Recommenders: item (the user's own ratings), user (the item's ratings) or both")
        ->check(CLI::IsMember({"user", "item", "both"}))->type_name("SIDE");
    auto* top = command->add_option("--top", a->top, "The K strongest up and the K strongest down (10)")->type_name("K");
    command->add_flag("--all", a->all, "Every training sample")->excludes(top);
    command->footer("Examples:\n"
                    "  representer explain ml-mf --user 4169 --item \"Star Trek VI\" --side item --top 6 --format latex\n"
                    "  representer explain news-l1 --sample 7 --all --format json");
    works[command] = [=](const CommandSession& session) {
        const Workspace workspace = session.openWorkspace(); // writable where it may be: preparations are kept
        const auto open = OpenModel::open(workspace, a->model, session.context());
        const TestPoint point = selectPoint(*open, *selector);
        ExplainOptions options;
        options.side = sideFromName(a->side);
        options.seed = session.options().seed;
        if (!a->all)
            options.top = a->top;
        ExplainSeconds seconds;
        const Stopwatch preparing;
        open->explainer(a->method, session.context());
        seconds.prepare = preparing.seconds();
        const Stopwatch explaining;
        const Explanation explanation = open->explain(point, a->method, options);
        seconds.explain = explaining.seconds();
        const std::vector<ExplainedSample> samples = open->describe(explanation);
        Reply reply;
        reply.document = explanationJson(*open, explanation, samples, seconds);
        reply.tables.push_back(explanationTable(*open, explanation, samples));
        open->keepPrepared(workspace);
        return reply;
    };
}

} // namespace

void addExplainCommands(CLI::App& program, WorkTable& works)
{
    addPredict(program, works);
    addExplain(program, works);
}

} // namespace representer
