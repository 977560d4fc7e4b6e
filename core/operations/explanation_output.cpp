#include "core/operations/explanation_output.h"

#include "core/base/number_text.h"

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

std::string sideName(Side side)
{
    switch (side) {
    case Side::Single: return "all";
    case Side::User: return "user";
    case Side::Item: return "item";
    case Side::Both: return "both";
    }
    return {};
}

const std::array<std::string, 2>* labelNamesOf(const Dataset& dataset)
{
    if (const auto* documents = std::get_if<DocumentData>(&dataset.content))
        return &documents->labelNames;
    if (const auto* matrices = std::get_if<MatrixData>(&dataset.content))
        return &matrices->labelNames;
    return nullptr;
}

nlohmann::ordered_json sampleJson(const OpenModel& open, const ExplainedSample& sample)
{
    const Contribution& c = sample.contribution;
    nlohmann::ordered_json json{{"rank", sample.rank}, {"index", c.index.value}, {"id", sample.id}, {"title", sample.title}};
    json["side"] = sideName(c.side);
    const auto* ratings = std::get_if<RatingData>(&open.dataset().content);
    if (ratings != nullptr) {
        const auto row = static_cast<std::size_t>(c.index.value);
        json["label"] = ratings->scale.toUser(static_cast<double>(ratings->train.values[row]));
        json["user"] = ratings->users.ids[static_cast<std::size_t>(ratings->train.users[row])];
        json["item"] = ratings->items.ids[static_cast<std::size_t>(ratings->train.items[row])];
        json["model_opinion"] = *sample.modelOpinion;
    } else {
        json["label"] = sample.label;
    }
    json["detail"] = sample.detail;
    json["global"] = c.global;
    json["local"] = c.local;
    json["importance"] = c.importance;
    return json;
}

} // namespace

double largestResidual(const Explanation& explanation)
{
    double largest = 0;
    for (const SideSum& side : explanation.sums)
        largest = std::max(largest, std::abs(side.residual));
    return largest;
}

nlohmann::ordered_json pointJson(const OpenModel& open, const TestPoint& point)
{
    nlohmann::ordered_json json{{"description", open.describePoint(point)}};
    if (const auto* pair = std::get_if<UserItem>(&point)) {
        const auto& ratings = std::get<RatingData>(open.dataset().content);
        json["user"] = ratings.users.ids[static_cast<std::size_t>(pair->user.value)];
        json["item"] = ratings.items.ids[static_cast<std::size_t>(pair->item.value)];
    } else if (const auto* row = std::get_if<DatasetRow>(&point)) {
        json["part"] = partName(row->part);
        json["sample"] = row->index;
    } else {
        json["text"] = std::get<FreeRow>(point).text;
    }
    return json;
}

nlohmann::ordered_json explanationJson(const OpenModel& open, const Explanation& explanation,
                                       const std::vector<ExplainedSample>& samples, const ExplainSeconds& seconds)
{
    nlohmann::ordered_json json{{"model", open.model().info.name},
                                {"method", explanation.method},
                                {"point", pointJson(open, explanation.point)},
                                {"prediction", explanation.prediction}};
    json["actual"] = explanation.actual ? nlohmann::ordered_json(*explanation.actual) : nlohmann::ordered_json(nullptr);
    if (const auto* names = labelNamesOf(open.dataset())) {
        json["predicted_label"] = (*names)[explanation.prediction > 0 ? 1 : 0];
        if (explanation.actual)
            json["actual_label"] = (*names)[*explanation.actual > 0.5 ? 1 : 0];
    }
    json["offset"] = explanation.offset;
    json["unit"] = explanation.unit;
    json["exact"] = explanation.exact;
    json["sums"] = nlohmann::ordered_json::object();
    for (const SideSum& side : explanation.sums)
        json["sums"][sideName(side.side)] = side.sum;
    json["residual"] = largestResidual(explanation);
    json["candidates"] = explanation.candidates;
    json["notes"] = explanation.notes;
    json["samples"] = nlohmann::ordered_json::array();
    for (const ExplainedSample& sample : samples)
        json["samples"].push_back(sampleJson(open, sample));
    json["seconds"] = {{"prepare", seconds.prepare}, {"explain", seconds.explain}};
    json["manifest"] = {{"dataset_fingerprint", open.dataset().info.fingerprint},
                        {"model_fingerprint", open.model().info.fingerprint},
                        {"options", open.model().info.options},
                        {"seed", open.model().info.seed}};
    return json;
}

std::string explanationSentence(const OpenModel& open, const Explanation& explanation)
{
    std::string text = open.model().info.name + " predicts " + shortText(explanation.prediction);
    if (const auto* ratings = std::get_if<RatingData>(&open.dataset().content)) {
        if (!ratings->scale.binary)
            text += " of " + shortText(ratings->scale.high) + " stars";
        text += " for " + open.describePoint(explanation.point);
        if (explanation.actual)
            text += "; the user gave " + shortText(*explanation.actual);
    } else {
        const auto& names = *labelNamesOf(open.dataset());
        text += std::string(" (") + names[explanation.prediction > 0 ? 1 : 0] + ") for " + open.describePoint(explanation.point);
        if (explanation.actual)
            text += "; it is " + names[*explanation.actual > 0.5 ? 1 : 0];
    }
    return text + ".";
}

Table explanationTable(const OpenModel& open, const Explanation& explanation, const std::vector<ExplainedSample>& samples)
{
    const bool ratings = std::holds_alternative<RatingData>(open.dataset().content);
    Table table;
    table.caption = explanationSentence(open, explanation);
    table.columns = {{"rank", "Rank"}, {"importance", "Importance"}, {"title", "Sample"},
                     {"label", ratings ? "Rating" : "Label"}};
    if (ratings) {
        table.columns.push_back({"model_opinion", "Model"});
        table.columns.push_back({"side", "Side"});
    }
    table.columns.push_back({"detail", ratings ? "Genres, attributes" : "Class"});
    table.columns.push_back({"global", "Global"});
    table.columns.push_back({"local", "Local"});
    table.columns.push_back({"index", "Index"});
    table.columns.push_back({"id", "Id"});
    std::vector<const ExplainedSample*> ranked;
    for (const ExplainedSample& sample : samples)
        ranked.push_back(&sample);
    std::sort(ranked.begin(), ranked.end(), [](const auto* a, const auto* b) { return a->rank < b->rank; });
    for (const ExplainedSample* sample : ranked) {
        const Contribution& c = sample->contribution;
        std::vector<Table::Cell> row{std::int64_t{sample->rank}, c.importance, sample->title, sample->label};
        if (ratings) {
            row.emplace_back(*sample->modelOpinion);
            row.emplace_back(sideName(c.side));
        }
        row.emplace_back(sample->detail);
        row.emplace_back(c.global);
        row.emplace_back(c.local);
        row.emplace_back(std::int64_t{c.index.value});
        row.emplace_back(sample->id);
        table.rows.push_back(std::move(row));
    }
    table.manifest = {{"method", explanation.method},
                      {"sign", "importance > 0: the sample pushes the score up; < 0: down"},
                      {"unit", explanation.unit == "ranking" ? "ranking only: sizes have no unit" : explanation.unit}};
    for (const SideSum& side : explanation.sums)
        table.manifest.emplace_back("sum over " + std::to_string(side.samples) + " samples" +
                                        (side.side == Side::Single ? "" : ", " + sideName(side.side) + " side"),
                                    shortText(side.sum, 6) + " + offset " + shortText(explanation.offset, 6) + " = " +
                                        shortText(side.sum + explanation.offset, 6) + ", residual " + shortText(side.residual, 2));
    table.manifest.emplace_back("exact", explanation.exact ? "yes" : "no");
    for (const std::string& note : explanation.notes)
        table.manifest.emplace_back("note", note);
    const ModelInfo& info = open.model().info;
    table.manifest.emplace_back("model", info.name + ", " + info.options.dump() + ", seed " + std::to_string(info.seed));
    table.manifest.emplace_back("fingerprints", "dataset " + open.dataset().info.fingerprint + ", model " + info.fingerprint);
    return table;
}

} // namespace representer
