#include "core/importers/rating_table.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/data/split.h"

#include <algorithm>

namespace representer {

namespace {

constexpr std::size_t SmallIds = std::size_t{1} << 22;

// The value of a plain whole number below SmallIds ("7", not "07" or "+7").
std::optional<std::size_t> smallNumber(std::string_view id)
{
    if (id.empty() || id.size() > 7 || (id[0] == '0' && id.size() > 1))
        return std::nullopt;
    std::size_t value = 0;
    for (const char c : id) {
        if (c < '0' || c > '9')
            return std::nullopt;
        value = value * 10 + static_cast<std::size_t>(c - '0');
    }
    return value < SmallIds ? std::optional(value) : std::nullopt;
}

} // namespace

std::int32_t IdTable::number(std::string_view id)
{
    const auto fresh = static_cast<std::int32_t>(m_names.size());
    if (const auto small = smallNumber(id)) {
        if (*small >= m_small.size())
            m_small.resize(std::max(*small + 1, std::min(2 * m_small.size(), SmallIds)), -1);
        auto& number = m_small[*small];
        if (number < 0) {
            number = fresh;
            m_names.emplace_back(id);
        }
        return number;
    }
    if (const auto found = m_numbers.find(id); found != m_numbers.end())
        return found->second;
    m_numbers.emplace(m_names.emplace_back(id), fresh);
    return fresh;
}

std::vector<std::int32_t> IdTable::shownOrder() const
{
    std::vector<std::int32_t> order(size());
    std::vector<long long> values(size());
    bool numeric = true;
    for (std::size_t i = 0; i < size(); ++i) {
        order[i] = static_cast<std::int32_t>(i);
        const auto value = parseInteger(m_names[i]);
        numeric = numeric && value;
        values[i] = value.value_or(0);
    }
    if (numeric)
        std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
            return values[static_cast<std::size_t>(a)] < values[static_cast<std::size_t>(b)];
        });
    return order;
}

void RatingTable::add(std::string_view userId, std::string_view itemId, double value, std::int64_t when)
{
    user.push_back(users.number(userId));
    item.push_back(items.number(itemId));
    rating.push_back(static_cast<float>(value));
    time.push_back(when);
}

void EntityDetails::add(std::string_view id, std::string title, std::vector<std::string> values)
{
    const auto row = titles.size();
    if (!rowOfId.emplace(std::string(id), row).second)
        return;
    titles.push_back(std::move(title));
    attributes.resize(attributeNames.size());
    for (std::size_t a = 0; a < attributeNames.size(); ++a)
        attributes[a].push_back(a < values.size() ? std::move(values[a]) : std::string());
}

namespace {

// Ratings sorted by user and item, each pair once, numbered in the order ids are shown.
struct SortedRatings {
    std::vector<std::int32_t> user, item;
    std::vector<float> rating;
    std::vector<std::int64_t> time;
    std::vector<bool> fromTest;
    std::vector<std::string> userIds, itemIds;

    RatingPairs pairs() const { return {user, item, userIds.size(), itemIds.size()}; }
};

std::vector<std::int32_t> inverse(const std::vector<std::int32_t>& order)
{
    std::vector<std::int32_t> rank(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        rank[static_cast<std::size_t>(order[i])] = static_cast<std::int32_t>(i);
    return rank;
}

std::vector<std::string> namesInOrder(const IdTable& table, const std::vector<std::int32_t>& order)
{
    std::vector<std::string> names;
    names.reserve(order.size());
    for (const auto number : order)
        names.push_back(table.name(static_cast<std::size_t>(number)));
    return names;
}

SortedRatings sortRatings(RatingTable table, std::vector<std::string>& notes)
{
    SortedRatings sorted;
    const auto userOrder = table.users.shownOrder();
    const auto itemOrder = table.items.shownOrder();
    sorted.userIds = namesInOrder(table.users, userOrder);
    sorted.itemIds = namesInOrder(table.items, itemOrder);
    const auto userRank = inverse(userOrder);
    const auto itemRank = inverse(itemOrder);
    for (auto& user : table.user)
        user = userRank[static_cast<std::size_t>(user)];
    for (auto& item : table.item)
        item = itemRank[static_cast<std::size_t>(item)];
    const auto order = byUserAndItem({table.user, table.item, userOrder.size(), itemOrder.size()});
    const auto size = order.size();
    sorted.user.reserve(size);
    sorted.item.reserve(size);
    sorted.rating.reserve(size);
    sorted.time.reserve(size);
    sorted.fromTest.reserve(size);
    for (std::size_t i = 0; i < size; ++i) {
        const auto row = static_cast<std::size_t>(order[i]);
        if (i + 1 < size) { // the order is stable: of a repeated pair the last one read stands last
            const auto next = static_cast<std::size_t>(order[i + 1]);
            if (table.user[row] == table.user[next] && table.item[row] == table.item[next])
                continue;
        }
        sorted.user.push_back(table.user[row]);
        sorted.item.push_back(table.item[row]);
        sorted.rating.push_back(table.rating[row]);
        sorted.time.push_back(table.time[row]);
        sorted.fromTest.push_back(row >= table.firstTestRow);
    }
    if (const auto repeats = size - sorted.user.size())
        notes.push_back(std::to_string(repeats) +
                        " ratings repeat a pair of user and item; the last of each is kept.");
    return sorted;
}

template<class T>
void keepOnly(std::vector<T>& values, const std::vector<bool>& kept)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < kept.size(); ++i)
        if (kept[i])
            values[count++] = values[i];
    values.resize(count);
}

// Drops numbers that no rating uses any more; the order of the others stays.
std::size_t renumber(std::vector<std::int32_t>& numbers, std::vector<std::string>& ids)
{
    std::vector<std::int32_t> next(ids.size(), -1);
    for (const auto number : numbers)
        next[static_cast<std::size_t>(number)] = 0;
    std::int32_t count = 0;
    for (std::size_t i = 0; i < ids.size(); ++i)
        if (next[i] == 0) {
            next[i] = count;
            if (static_cast<std::size_t>(count) != i)
                ids[static_cast<std::size_t>(count)] = std::move(ids[i]);
            ++count;
        }
    for (auto& number : numbers)
        number = next[static_cast<std::size_t>(number)];
    const auto dropped = ids.size() - static_cast<std::size_t>(count);
    ids.resize(static_cast<std::size_t>(count));
    return dropped;
}

void filterRatings(SortedRatings& ratings, const std::vector<bool>& kept)
{
    keepOnly(ratings.user, kept);
    keepOnly(ratings.item, kept);
    keepOnly(ratings.rating, kept);
    keepOnly(ratings.time, kept);
    std::vector<bool> fromTest;
    for (std::size_t i = 0; i < kept.size(); ++i)
        if (kept[i])
            fromTest.push_back(ratings.fromTest[i]);
    ratings.fromTest = std::move(fromTest);
}

void binarize(SortedRatings& ratings, double threshold, const std::string& file,
              std::vector<std::string>& notes)
{
    std::vector<bool> kept(ratings.rating.size());
    for (std::size_t i = 0; i < kept.size(); ++i)
        kept[i] = ratings.rating[i] >= static_cast<float>(threshold);
    const auto positives = std::count(kept.begin(), kept.end(), true);
    if (positives == 0)
        throw Error(Error::Kind::BadOption,
                    "--binarize " + shortText(threshold) + " leaves no rating of " + file +
                        "; the highest is " +
                        shortText(*std::max_element(ratings.rating.begin(), ratings.rating.end())) + ".");
    notes.push_back(
        std::to_string(positives) + " ratings of at least " + shortText(threshold) + " became positives, " +
        std::to_string(static_cast<std::int64_t>(kept.size()) - positives) + " others were dropped.");
    filterRatings(ratings, kept);
    std::fill(ratings.rating.begin(), ratings.rating.end(), 1.0f);
}

void keepCore(SortedRatings& ratings, int minimum, const std::string& file)
{
    filterRatings(ratings, interactionCore(ratings.pairs(), minimum));
    if (ratings.user.empty())
        throw Error(Error::Kind::BadOption, "--min-interactions " + std::to_string(minimum) +
                                                " leaves nothing of " + file +
                                                ": no users and items have so many ratings among themselves; "
                                                "give a smaller number.");
}

void requireWithin(const RatingScale& scale, const RatingTable& table, const std::string& file)
{
    for (std::size_t row = 0; row < table.rating.size(); ++row) {
        const auto rating = static_cast<double>(table.rating[row]);
        if (rating < scale.low || rating > scale.high)
            throw Error(Error::Kind::BadFile, Place{file},
                        "the rating " + shortText(rating) + " of user " +
                            quotedExcerpt(table.users.name(static_cast<std::size_t>(table.user[row]))) +
                            " for item " +
                            quotedExcerpt(table.items.name(static_cast<std::size_t>(table.item[row]))) +
                            " lies outside the scale " + shortText(scale.low) + "-" + shortText(scale.high) +
                            " of this format; correct it, or import with --from csv, which takes the scale from "
                            "the ratings.");
    }
}

RatingScale detectScale(const SortedRatings& ratings, const RatingSource& source, bool binarized,
                        std::vector<std::string>& notes)
{
    const auto [low, high] = std::minmax_element(ratings.rating.begin(), ratings.rating.end());
    RatingScale scale;
    if (binarized || *low == *high) {
        if (!binarized)
            notes.push_back("All ratings are " + shortText(*low) +
                            ": they are taken as observed or not (implicit feedback).");
        return {.low = 0, .high = 1, .binary = true};
    }
    scale.low = *low;
    scale.high = *high;
    if (source.usualScale) {
        scale.low = source.usualScale->low;
        scale.high = source.usualScale->high;
    }
    notes.push_back("Scale " + shortText(scale.low) + "-" + shortText(scale.high) +
                    " normalised to [-1, 1].");
    return scale;
}

std::vector<Part> chooseParts(const SortedRatings& ratings, const ImportRequest& request, DatasetInfo& info)
{
    const auto size = ratings.user.size();
    const auto seed = ", seed " + std::to_string(request.seed);
    if (!request.testPaths.empty()) {
        std::vector<Part> parts(size, Part::Train);
        for (std::size_t i = 0; i < size; ++i)
            if (ratings.fromTest[i])
                parts[i] = Part::Test;
        info.splitRule = "test ratings from " + request.testPaths.front().filename().string();
        return parts;
    }
    if (request.testFraction) {
        if (!(*request.testFraction >= 0 && *request.testFraction < 1))
            throw Error(Error::Kind::BadOption,
                        "--test-fraction " + shortText(*request.testFraction) +
                            " is not a share; give a number from 0 up to, but not, 1.");
        info.splitRule = shortText(100 * *request.testFraction) + " % of the ratings drawn for test" + seed;
        return holdOutFraction(size, *request.testFraction, request.seed);
    }
    const int count = std::max(request.holdoutPerUser, 1);
    info.splitRule = std::to_string(count) + (count == 1 ? " rating" : " ratings") +
                     " of each user drawn for validation and " + std::to_string(count) + " for test" + seed;
    if (request.holdoutPerUser == 0)
        info.warnings.push_back("No split was asked for: " + info.splitRule +
                                ". Give --holdout-per-user N, --test-fraction X or --test FILE for another.");
    auto parts = holdOutPerUser(ratings.pairs(), count, request.seed);
    std::vector<bool> tested(ratings.userIds.size(), false);
    for (std::size_t i = 0; i < size; ++i)
        if (parts[i] == Part::Test)
            tested[static_cast<std::size_t>(ratings.user[i])] = true;
    if (const auto whole = std::count(tested.begin(), tested.end(), false))
        info.warnings.push_back(std::to_string(whole) + " users with fewer than " +
                                std::to_string(2 * count + 1) + " ratings keep them all for training.");
    return parts;
}

EntityTable makeTable(std::vector<std::string> ids, const EntityDetails& details, std::string_view what,
                      std::vector<std::string>& notes)
{
    EntityTable table;
    table.ids = std::move(ids);
    if (details.empty())
        return table;
    const bool titled =
        std::any_of(details.titles.begin(), details.titles.end(), [](const auto& t) { return !t.empty(); });
    if (titled)
        table.titles.resize(table.ids.size());
    table.attributeNames = details.attributeNames;
    table.attributes.assign(details.attributeNames.size(), std::vector<std::string>(table.ids.size()));
    std::size_t missing = 0;
    for (std::size_t i = 0; i < table.ids.size(); ++i) {
        const auto found = details.rowOfId.find(table.ids[i]);
        if (found == details.rowOfId.end()) {
            ++missing;
            if (titled)
                table.titles[i] = table.ids[i];
            continue;
        }
        if (titled)
            table.titles[i] =
                details.titles[found->second].empty() ? table.ids[i] : details.titles[found->second];
        for (std::size_t a = 0; a < details.attributeNames.size(); ++a)
            table.attributes[a][i] = details.attributes[a][found->second];
    }
    if (missing > 0)
        notes.push_back(std::to_string(missing) + " of " + std::to_string(table.ids.size()) + " " +
                        std::string(what) + " are not described in the file of " + std::string(what) + ".");
    return table;
}

void requireVariety(const SortedRatings& ratings, const std::string& file)
{
    const auto one = [&](const std::vector<std::string>& ids, const char* what, const char* option) {
        if (ids.size() == 1)
            throw Error(Error::Kind::BadFile, Place{file},
                        "all " + std::to_string(ratings.user.size()) + " ratings are of one " + what + " (" +
                            quotedExcerpt(ids.front()) +
                            "), and a recommender learns from what several share; check "
                            "the columns (--columns " +
                            option + ") or give more data.");
    };
    one(ratings.userIds, "user", "user=N");
    one(ratings.itemIds, "item", "item=N");
}

} // namespace

Dataset buildRatings(RatingTable table, const RatingSource& source, const ImportRequest& request)
{
    if (table.user.empty())
        throw Error(Error::Kind::BadFile, Place{source.file}, "holds no ratings.");
    if (source.usualScale)
        requireWithin(*source.usualScale, table, source.file);
    Dataset dataset;
    auto& notes = dataset.info.warnings;
    auto ratings = sortRatings(std::move(table), notes);
    requireVariety(ratings, source.file);
    if (request.binarize)
        binarize(ratings, *request.binarize, source.file, notes);
    if (request.minInteractions > 1)
        keepCore(ratings, request.minInteractions, source.file);
    const auto users = renumber(ratings.user, ratings.userIds);
    const auto items = renumber(ratings.item, ratings.itemIds);
    if (users + items > 0)
        notes.push_back(std::to_string(users) + " users and " + std::to_string(items) + " items dropped" +
                        (request.minInteractions > 1
                             ? ": fewer than " + std::to_string(request.minInteractions) + " interactions."
                             : ": none of their ratings is left."));

    RatingData data;
    data.scale = detectScale(ratings, source, request.binarize.has_value(), notes);
    const auto parts = chooseParts(ratings, request, dataset.info);
    const bool timed = std::any_of(ratings.time.begin(), ratings.time.end(), [](auto t) { return t != 0; });
    for (std::size_t i = 0; i < parts.size(); ++i) {
        auto& part = parts[i] == Part::Train        ? data.train
                     : parts[i] == Part::Validation ? data.validation
                                                    : data.test;
        part.users.push_back(ratings.user[i]);
        part.items.push_back(ratings.item[i]);
        part.values.push_back(static_cast<float>(data.scale.toTrained(ratings.rating[i])));
        if (timed)
            part.times.push_back(ratings.time[i]);
    }
    data.users = makeTable(std::move(ratings.userIds), source.users, "users", notes);
    data.items = makeTable(std::move(ratings.itemIds), source.items, "items", notes);
    dataset.content = std::move(data);
    return dataset;
}

} // namespace representer
