#pragma once

#include "core/data/dataset.h"
#include "core/importers/importer.h"

#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace representer {

// Gives each of the user's ids a number in order of first appearance.
class IdTable {
public:
    std::int32_t number(std::string_view id);
    std::size_t size() const { return m_names.size(); }
    const std::string& name(std::size_t number) const { return m_names[number]; }
    // Numbers in the order ids are shown: by value when all are whole numbers, otherwise as they appeared.
    std::vector<std::int32_t> shownOrder() const;

private:
    std::deque<std::string> m_names; // a deque: the map's keys look into it
    std::unordered_map<std::string_view, std::int32_t> m_numbers;
    std::vector<std::int32_t>
        m_small; // number of the id "0", "1", ...: most ids are small whole numbers; -1: none yet
};

// Ratings in the order they were read.
struct RatingTable {
    IdTable users, items;
    std::vector<std::int32_t> user, item;
    std::vector<float> rating;
    std::vector<std::int64_t> time;
    std::size_t firstTestRow = std::numeric_limits<std::size_t>::max(); // rows from here on came from --test

    void add(std::string_view userId, std::string_view itemId, double value, std::int64_t when);
};

// Titles and attributes by id, for users or items.
struct EntityDetails {
    std::unordered_map<std::string, std::size_t> rowOfId;
    std::vector<std::string> titles; // empty, or one per row
    std::vector<std::string> attributeNames;
    std::vector<std::vector<std::string>> attributes; // [attribute][row]

    bool empty() const { return rowOfId.empty(); }
    // values: one per attribute name. An id that comes again replaces nothing.
    void add(std::string_view id, std::string title, std::vector<std::string> values);
};

// What a format knows before it sees the ratings.
struct RatingSource {
    EntityDetails users, items;
    std::optional<RatingScale> usualScale; // e.g. 1-5 stars; a rating beyond it is refused
    std::string file;                      // for messages
};

// Drops repeats, binarizes, filters to the interaction core, splits, sorts by user and item, normalises.
Dataset buildRatings(RatingTable table, const RatingSource& source, const ImportRequest& request);

} // namespace representer
