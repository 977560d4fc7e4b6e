#include "core/studies/training_selection.h"

#include "core/base/error.h"
#include "core/base/number_text.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace representer {

namespace {

const RatingData& ratingsOf(const Dataset& dataset, const char* what)
{
    const auto* ratings = std::get_if<RatingData>(&dataset.content);
    if (!ratings)
        refuse(std::string(what) + " was asked for, but " + dataset.info.name + " holds no ratings.");
    return *ratings;
}

const DocumentData& documentsOf(const Dataset& dataset, const char* what)
{
    const auto* documents = std::get_if<DocumentData>(&dataset.content);
    if (!documents)
        refuse(std::string(what) + " was asked for, but " + dataset.info.name + " holds no documents.");
    return *documents;
}

std::vector<TrainIndex> where(std::size_t count, const std::string& what,
                              const std::function<bool(std::size_t)>& holds)
{
    std::vector<TrainIndex> found;
    for (std::size_t i = 0; i < count; ++i)
        if (holds(i))
            found.push_back({static_cast<std::int32_t>(i)});
    if (found.empty())
        refuse("No training sample " + what + ".");
    return found;
}

std::int32_t positionOf(const EntityTable& table, std::string_view id, const char* kind)
{
    const auto found = std::find(table.ids.begin(), table.ids.end(), id);
    if (found == table.ids.end())
        refuse("There is no " + std::string(kind) + " with the id " + quotedExcerpt(id) + ".");
    return static_cast<std::int32_t>(found - table.ids.begin());
}

bool isLabel(double value)
{
    return value == 0 || value == 1;
}

} // namespace

std::vector<TrainIndex> samplesOfUser(const Dataset& dataset, std::string_view userId)
{
    const RatingData& data = ratingsOf(dataset, "A user's samples");
    const std::int32_t user = positionOf(data.users, userId, "user");
    return where(data.train.size(), "is of user " + std::string(userId),
                 [&](std::size_t row) { return data.train.users[row] == user; });
}

std::vector<TrainIndex> samplesOfItem(const Dataset& dataset, std::string_view itemId)
{
    const RatingData& data = ratingsOf(dataset, "An item's samples");
    const std::int32_t item = positionOf(data.items, itemId, "item");
    return where(data.train.size(), "is of item " + std::string(itemId),
                 [&](std::size_t row) { return data.train.items[row] == item; });
}

std::vector<TrainIndex> samplesOfClass(const Dataset& dataset, std::string_view name)
{
    const std::string what = "has the class " + quotedExcerpt(name);
    if (const auto* matrices = std::get_if<MatrixData>(&dataset.content))
        return where(matrices->train.size(), what,
                     [&](std::size_t i) { return matrices->labelNames[matrices->train.labels[i]] == name; });
    const DocumentData& data = documentsOf(dataset, "A class");
    return where(data.train.size(), what, [&](std::size_t i) {
        return data.labelNames[data.train.labels[i]] == name ||
               (!data.train.classes.empty() && data.train.classes[i] == name);
    });
}

std::vector<TrainIndex> samplesOfSource(const Dataset& dataset, std::string_view prefix)
{
    const DocumentData& data = documentsOf(dataset, "A source");
    const std::string example =
        data.train.ids.empty() ? "" : " (the first is " + quotedExcerpt(data.train.ids.front()) + ")";
    return where(data.train.ids.size(), "has an id that begins with " + quotedExcerpt(prefix) + example,
                 [&](std::size_t i) { return data.train.ids[i].starts_with(prefix); });
}

std::vector<TrainIndex> samplesInDates(const Dataset& dataset, std::int64_t from, std::int64_t to)
{
    const RatingData& data = ratingsOf(dataset, "A date range");
    if (data.train.times.empty())
        refuse("The ratings of " + dataset.info.name + " carry no dates, so none can be removed by date.");
    return where(data.train.times.size(), "was given in that date range", [&](std::size_t row) {
        return data.train.times[row] >= from && data.train.times[row] <= to;
    });
}

std::int64_t trainingSize(const Dataset& dataset)
{
    return std::visit([](const auto& data) { return static_cast<std::int64_t>(data.train.size()); },
                      dataset.content);
}

TrainingEdit checkedEdit(TrainingEdit edit, const Dataset& dataset)
{
    const std::int64_t n = trainingSize(dataset);
    const auto inside = [&](TrainIndex index) {
        if (index.value < 0 || index.value >= n)
            refuse("There is no training sample " + std::to_string(index.value) +
                   "; they are numbered 0 to " + std::to_string(n - 1) + ".");
    };
    std::sort(edit.removed.begin(), edit.removed.end());
    edit.removed.erase(std::unique(edit.removed.begin(), edit.removed.end()), edit.removed.end());
    std::for_each(edit.removed.begin(), edit.removed.end(), inside);
    if (static_cast<std::int64_t>(edit.removed.size()) >= n)
        refuse("Removing all " + std::to_string(n) + " training samples leaves nothing to train on.");
    std::sort(edit.relabelled.begin(), edit.relabelled.end());
    const auto* ratings = std::get_if<RatingData>(&dataset.content);
    for (std::size_t i = 0; i < edit.relabelled.size(); ++i) {
        const auto& [index, value] = edit.relabelled[i];
        inside(index);
        if (i > 0 && edit.relabelled[i - 1].first == index)
            refuse("Training sample " + std::to_string(index.value) + " is given two new labels.");
        if (std::binary_search(edit.removed.begin(), edit.removed.end(), index))
            refuse("Training sample " + std::to_string(index.value) + " is both removed and relabelled.");
        const bool labels = !ratings || ratings->scale.binary;
        if (labels && !isLabel(value))
            refuse("The new label " + shortText(value) + " is neither 0 nor 1.");
        if (!labels && !(std::abs(value) <= 1))
            refuse("The new rating " + shortText(ratings->scale.toUser(value)) + " is outside the scale of " +
                   shortText(ratings->scale.low) + " to " + shortText(ratings->scale.high) + ".");
    }
    return edit;
}

} // namespace representer
