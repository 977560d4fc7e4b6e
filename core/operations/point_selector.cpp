#include "core/operations/point_selector.h"

#include "core/base/number_text.h"

#include <algorithm>

namespace representer {

namespace {

std::size_t partSize(const Dataset& dataset, Part part)
{
    return std::visit([part](const auto& data) { return data.part(part).size(); }, dataset.content);
}

TestPoint pointOfRow(const OpenModel& open, Part part, std::int32_t index)
{
    const std::size_t size = partSize(open.dataset(), part);
    const std::string partWord(partName(part));
    if (size == 0)
        refuse("the dataset " + open.dataset().info.name + " has no " + partWord +
               " part; import it with --test or --test-fraction, or choose another point.");
    if (index < 0 || static_cast<std::size_t>(index) >= size)
        refuse("there is no " + partWord + " sample " + std::to_string(index) + "; they are numbered 0 to " +
               std::to_string(size - 1) + ".");
    if (const auto* ratings = std::get_if<RatingData>(&open.dataset().content)) {
        const RatingPart& rows = ratings->part(part);
        const auto i = static_cast<std::size_t>(index);
        return UserItem{{rows.users[i]}, {rows.items[i]}};
    }
    return DatasetRow{part, index};
}

const DocumentData& documentsOf(const OpenModel& open, const char* option)
{
    const auto* data = std::get_if<DocumentData>(&open.dataset().content);
    if (data == nullptr)
        refuse(std::string(option) + " needs a dataset of documents; " + open.dataset().info.name + " holds " +
               std::string(datasetKindName(open.dataset().info.kind)) + ".");
    return *data;
}

// "3:1 7:0.5" with the ids of the user's files. Feature names, where there are any, are those ids.
SparseRow parseRow(const DocumentData& data, const std::string& text)
{
    std::vector<std::pair<std::int32_t, double>> entries;
    std::size_t begin = 0;
    while ((begin = text.find_first_not_of(" \t", begin)) != std::string::npos) {
        const std::size_t end = std::min(text.find_first_of(" \t", begin), text.size());
        const std::string word = text.substr(begin, end - begin);
        begin = end;
        const std::size_t colon = word.find(':');
        if (colon == std::string::npos) {
            if (entries.empty())
                continue; // a label in front, as in a LIBSVM line
            refuse("--row: " + quotedExcerpt(word) + " is not of the form id:value.");
        }
        const auto id = parseInteger(std::string_view(word).substr(0, colon));
        const auto value = parseNumber(std::string_view(word).substr(colon + 1));
        if (!id || !value || *id < data.firstFeatureId || *id - data.firstFeatureId > 2'000'000'000)
            refuse("--row: " + quotedExcerpt(word) + " is not of the form id:value with an id from " +
                   std::to_string(data.firstFeatureId) + " up and a finite value.");
        entries.emplace_back(static_cast<std::int32_t>(*id - data.firstFeatureId), *value);
    }
    std::sort(entries.begin(), entries.end());
    SparseRow row;
    for (const auto& [column, value] : entries) {
        if (!row.columns.empty() && row.columns.back() == column)
            refuse("--row: feature " + std::to_string(column + data.firstFeatureId) + " is given twice.");
        row.columns.push_back(column);
        row.values.push_back(value);
    }
    return row;
}

std::string lowerCase(std::string text)
{
    for (char& c : text)
        c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return text;
}

} // namespace

UserIndex findUser(const RatingData& data, const std::string& id)
{
    const auto found = std::find(data.users.ids.begin(), data.users.ids.end(), id);
    if (found == data.users.ids.end())
        throw Error(Error::Kind::NotFound, "there is no user " + quotedExcerpt(id) + " among the " +
                    std::to_string(data.users.size()) + " users (the first is " +
                    (data.users.ids.empty() ? "none" : data.users.ids.front()) +
                    "); users with too few ratings may have been dropped at the import.");
    return {static_cast<std::int32_t>(found - data.users.ids.begin())};
}

ItemIndex findItem(const RatingData& data, const std::string& idOrTitle)
{
    const auto found = std::find(data.items.ids.begin(), data.items.ids.end(), idOrTitle);
    if (found != data.items.ids.end())
        return {static_cast<std::int32_t>(found - data.items.ids.begin())};
    const std::string wanted = lowerCase(idOrTitle);
    std::vector<std::size_t> matches;
    for (std::size_t i = 0; i < data.items.titles.size(); ++i) {
        const std::string title = lowerCase(data.items.titles[i]);
        if (title == wanted)
            return {static_cast<std::int32_t>(i)};
        if (title.find(wanted) != std::string::npos)
            matches.push_back(i);
    }
    if (matches.size() == 1)
        return {static_cast<std::int32_t>(matches.front())};
    if (matches.empty())
        throw Error(Error::Kind::NotFound, "no item has the id or title " + quotedExcerpt(idOrTitle) +
                    "; items with too few ratings may have been dropped at the import.");
    std::string sentence = std::to_string(matches.size()) + " titles contain " + quotedExcerpt(idOrTitle) + ":";
    for (std::size_t k = 0; k < std::min<std::size_t>(5, matches.size()); ++k)
        sentence += " " + data.items.titles[matches[k]] + " (id " + data.items.ids[matches[k]] + ");";
    refuse(sentence + " name one of them.");
}

TestPoint selectPoint(const OpenModel& open, const PointSelector& selector)
{
    const int ways = int(selector.sample.has_value()) + int(selector.trainSample.has_value()) +
                     int(selector.text.has_value()) + int(selector.row.has_value()) +
                     int(selector.user.has_value() || selector.item.has_value());
    if (ways != 1)
        refuse("say which prediction with exactly one of --sample N, --train-sample N, --user U with --item I, --text or --row.");
    if (selector.sample)
        return pointOfRow(open, Part::Test, *selector.sample);
    if (selector.trainSample)
        return pointOfRow(open, Part::Train, *selector.trainSample);
    if (selector.text) {
        const DocumentData& data = documentsOf(open, "--text");
        if (!data.vectoriser)
            refuse("the dataset " + open.dataset().info.name +
                   " was imported as numbers, not text; give the point with --sample or --row \"id:value ...\".");
        return FreeRow{data.vectoriser->row(*selector.text), *selector.text};
    }
    if (selector.row)
        return FreeRow{parseRow(documentsOf(open, "--row"), *selector.row), *selector.row};
    const auto* ratings = std::get_if<RatingData>(&open.dataset().content);
    if (ratings == nullptr)
        refuse("--user and --item need a dataset of ratings; " + open.dataset().info.name + " holds " +
               std::string(datasetKindName(open.dataset().info.kind)) + ": use --sample N.");
    if (!selector.user || !selector.item)
        refuse("--user and --item belong together.");
    return UserItem{findUser(*ratings, *selector.user), findItem(*ratings, *selector.item)};
}

} // namespace representer
