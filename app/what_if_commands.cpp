// what-if, flip: one question about one prediction, answered by retraining.
#include "app/commands.h"

#include "app/point_options.h"
#include "core/base/date_text.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/operations/explanation_output.h"
#include "core/operations/flip_set.h"
#include "core/operations/open_model.h"
#include "core/operations/what_if.h"

#include <memory>

namespace representer {

namespace {

struct WhatIfArguments {
    std::string model;
    WhatIfRequest request;
    std::vector<std::int32_t> remove;
    std::string removeUser, removeItem, removeClass, removeSource;
    std::pair<std::string, std::string> removeDates;
    std::size_t removeTop = 0;
    std::size_t removeBottom = 0;
    std::vector<std::string> relabel;
};

// Whole days, both included.
std::pair<std::int64_t, std::int64_t> dateRange(const std::pair<std::string, std::string>& text)
{
    const auto from = parseDate(text.first);
    const auto to = parseDate(text.second);
    if (!from || !to || *to < *from)
        throw Error(Error::Kind::BadOption, "--remove-dates wants two days in order, such as 1998-01-01 1998-03-31.");
    return {*from, *to + 86399};
}

// "12=5": training sample 12 with the label or rating 5.
std::pair<TrainIndex, double> parseRelabel(const std::string& text)
{
    const auto middle = text.find('=');
    const auto index = parseInteger(std::string_view(text).substr(0, middle));
    const auto value = middle == std::string::npos ? std::nullopt : parseNumber(std::string_view(text).substr(middle + 1));
    if (!index || !value)
        throw Error(Error::Kind::BadOption, "--relabel " + quotedExcerpt(text) +
                                                " is not INDEX=VALUE, such as 12=1 for a label or 12=4.5 for a rating.");
    return {{static_cast<std::int32_t>(*index)}, *value};
}

Reply whatIfReply(const OpenModel& open, const WhatIfResult& result)
{
    Reply reply;
    reply.document = {{"model", open.model().info.name}, {"point", pointJson(open, result.point)}, {"method", result.method},
                      {"predicted_by", result.predictedBy}, {"unit", result.unit}, {"removed", result.edit.removed.size()},
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
    const std::size_t relabelled = result.edit.relabelled.size();
    std::string question = "What if";
    if (!result.edit.removed.empty())
        question += " " + std::to_string(result.edit.removed.size()) + " samples had not been there";
    if (relabelled > 0)
        question += (result.edit.removed.empty() ? " " : " and ") + std::to_string(relabelled) +
                    (relabelled == 1 ? " sample had another label" : " samples had other labels");
    Table table{question + "? " + open.describePoint(result.point),
                {{"what", "What"}, {"value", "Value"}}, {}, {}};
    table.rows.push_back({"score before", result.before});
    if (result.predicted)
        table.rows.push_back({"score predicted by " + result.predictedBy, *result.predicted});
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
    command->add_option("--remove-top", a->removeTop, "The K samples that push this prediction up most, by the method")->type_name("K");
    command->add_option("--remove-bottom", a->removeBottom, "The K samples that push it down most")->excludes("--remove-top")->type_name("K");
    command->add_option("--remove-user", a->removeUser, "Everything of one user")->type_name("U");
    command->add_option("--remove-item", a->removeItem, "Everything of one item")->type_name("I");
    command->add_option("--remove-class", a->removeClass, "Everything of one class")->type_name("NAME");
    command->add_option("--remove-source", a->removeSource, "Documents whose id begins so")->type_name("PREFIX");
    command->add_option("--remove-dates", a->removeDates, "Ratings given from one day to another, both included")->type_name("DAY DAY");
    command->add_option("--relabel", a->relabel, "Another label (0, 1) or rating instead of removal")->type_name("INDEX=VALUE");
    command->add_option("--method", a->request.method, "Method that ranks, and predicts the change when it can (high-dim)")->type_name("M");
    command->footer("Examples:\n  representer what-if news-l1 --sample 7 --remove 12 40 77\n"
                    "  representer what-if ml-mf --user 4 --item \"Star Trek VI\" --remove-top 10\n"
                    "  representer what-if ml-mf --user 4 --item 260 --relabel 1207=1");
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
        if (a->removeBottom > 0)
            request.top = std::pair(a->removeBottom, Sign::Negative);
        if (!a->removeDates.first.empty())
            request.dates = dateRange(a->removeDates);
        for (const std::string& text : a->relabel)
            request.relabel.push_back(parseRelabel(text));
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

void addWhatIfCommands(CLI::App& program, WorkTable& works)
{
    addWhatIf(program, works);
    addFlip(program, works);
}

} // namespace representer
