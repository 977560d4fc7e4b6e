#include "core/studies/test_selection.h"

#include "core/base/error.h"
#include "core/base/random.h"

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

// The decision boundary of all our classifiers is a score of 0.
bool wrongClass(double score, std::uint8_t label)
{
    return (score > 0) != (label == 1);
}

std::vector<TestPoint> labelledRows(const std::vector<std::uint8_t>& labels,
                                    const std::vector<std::string>& classes,
                                    const std::array<std::string, 2>& labelNames, const ModelContent& model,
                                    const ScoreFunction& score, const PointFilter& filter)
{
    if (filter.userGroup)
        refuse("A user group was asked for, but the dataset holds no ratings.");
    std::vector<TestPoint> points;
    bool classSeen = false;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const TestPoint point = DatasetRow{Part::Test, static_cast<std::int32_t>(i)};
        if (filter.className) {
            if (labelNames[labels[i]] != *filter.className &&
                (classes.empty() || classes[i] != *filter.className))
                continue;
            classSeen = true;
        }
        if (!filter.errorsOnly || wrongClass(score(model, point), labels[i]))
            points.push_back(point);
    }
    if (filter.className && !classSeen)
        refuse("No test sample has the class \"" + *filter.className + "\"; the labels are \"" +
               labelNames[0] + "\" and \"" + labelNames[1] + "\".");
    return points;
}

std::vector<bool> usersOfGroup(const EntityTable& users, const std::string& name, const std::string& value)
{
    const std::vector<std::string>* values = nullptr;
    for (std::size_t a = 0; a < users.attributeNames.size(); ++a)
        if (users.attributeNames[a] == name)
            values = &users.attributes[a];
    if (name == "id")
        values = &users.ids;
    if (!values) {
        std::string known = "id";
        for (const auto& attribute : users.attributeNames)
            known += ", " + attribute;
        refuse("Users have no attribute \"" + name + "\"; they have " + known + ".");
    }
    std::vector<bool> chosen(users.size());
    for (std::size_t u = 0; u < users.size(); ++u)
        chosen[u] = (*values)[u] == value;
    if (std::find(chosen.begin(), chosen.end(), true) == chosen.end())
        refuse("No user has " + name + " = \"" + value + "\".");
    return chosen;
}

std::vector<TestPoint> ratedPairs(const RatingData& data, const ModelContent& model,
                                  const ScoreFunction& score, const PointFilter& filter)
{
    if (filter.className)
        refuse("A class was asked for, but the dataset holds ratings; filter by a user group instead.");
    std::vector<bool> chosen;
    if (filter.userGroup)
        chosen = usersOfGroup(data.users, filter.userGroup->first, filter.userGroup->second);
    std::vector<TestPoint> points;
    for (std::size_t row = 0; row < data.test.size(); ++row) {
        if (!chosen.empty() && !chosen[static_cast<std::size_t>(data.test.users[row])])
            continue;
        const TestPoint point = UserItem{{data.test.users[row]}, {data.test.items[row]}};
        const double off =
            filter.errorsOnly ? score(model, point) - static_cast<double>(data.test.values[row]) : 0;
        if (!filter.errorsOnly || std::abs(off) * data.scale.half() >= 1)
            points.push_back(point);
    }
    return points;
}

} // namespace

std::vector<TestPoint> testPoints(const Dataset& dataset, const ModelContent& model,
                                  const ScoreFunction& score, const PointFilter& filter)
{
    if (const auto* documents = std::get_if<DocumentData>(&dataset.content))
        return labelledRows(documents->test.labels, documents->test.classes, documents->labelNames, model,
                            score, filter);
    if (const auto* matrices = std::get_if<MatrixData>(&dataset.content))
        return labelledRows(matrices->test.labels, {}, matrices->labelNames, model, score, filter);
    return ratedPairs(std::get<RatingData>(dataset.content), model, score, filter);
}

std::vector<std::vector<TestPoint>> drawTrials(std::vector<TestPoint> candidates, std::size_t tests,
                                               std::size_t trials, std::uint64_t seed)
{
    if (tests == 0 || trials == 0)
        refuse("The study has zero test points; ask for at least one test and one trial.");
    if (tests * trials > candidates.size())
        refuse(std::to_string(trials) + (trials == 1 ? " trial of " : " trials of ") + std::to_string(tests) +
               " test points were asked for, but only " + std::to_string(candidates.size()) +
               " samples of the test part qualify; ask for fewer or loosen the filter.");
    Random random(seed);
    random.shuffle(candidates);
    std::vector<std::vector<TestPoint>> drawn(trials);
    for (std::size_t i = 0; i < tests * trials; ++i)
        drawn[i / tests].push_back(std::move(candidates[i]));
    return drawn;
}

} // namespace representer
