#pragma once

#include "core/base/index_types.h"
#include "core/data/part.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace representer {

// The user's own scale and how it maps to training units in [-1, 1]:
// trained = (rating - middle) / half, rating = middle + half * trained.
struct RatingScale {
    double low = 1;
    double high = 5;
    bool binary = false; // implicit feedback: 1 observed, 0 not; trained as is

    double middle() const { return binary ? 0.0 : (low + high) / 2; }
    double half() const { return binary || high == low ? 1.0 : (high - low) / 2; }
    double toTrained(double rating) const { return (rating - middle()) / half(); }
    double toUser(double trained) const { return middle() + half() * trained; }
};

// Ratings of one part as parallel arrays, sorted by user, then item. values are in training units.
struct RatingPart {
    std::vector<std::int32_t> users;
    std::vector<std::int32_t> items;
    std::vector<float> values;
    std::vector<std::int64_t> times; // n or empty: seconds since 1970

    std::size_t size() const { return values.size(); }
};

// What is known about users or items beside their ratings.
struct EntityTable {
    std::vector<std::string> ids;                     // the user's own ids, in index order
    std::vector<std::string> titles;                  // n or empty
    std::vector<std::string> attributeNames;          // e.g. genres, gender, age
    std::vector<std::vector<std::string>> attributes; // [attribute][entity]
    std::size_t size() const { return ids.size(); }
};

// Users, items and who rated what.
struct RatingData {
    EntityTable users;
    EntityTable items;
    RatingPart train;
    RatingPart validation;
    RatingPart test;
    RatingScale scale;

    const RatingPart& part(Part which) const
    {
        return which == Part::Train ? train : which == Part::Validation ? validation : test;
    }
};

// Where the ratings of each user and item stand in a part: offsets for users (the part is sorted by user) and
// a list of rows per item.
class RatingIndex {
public:
    RatingIndex() = default;
    RatingIndex(const RatingPart& part, std::size_t users, std::size_t items);

    struct Range {
        std::int32_t begin = 0;
        std::int32_t end = 0;
        std::int32_t size() const { return end - begin; }
    };
    Range rowsOfUser(UserIndex user) const
    {
        const auto u = static_cast<std::size_t>(user.value);
        return {m_userBegin[u], m_userBegin[u + 1]};
    }
    // Ascending rows of the part.
    std::span<const std::int32_t> rowsOfItem(ItemIndex item) const
    {
        const auto i = static_cast<std::size_t>(item.value);
        const auto begin = static_cast<std::size_t>(m_itemBegin[i]);
        return {m_itemRows.data() + begin, static_cast<std::size_t>(m_itemBegin[i + 1]) - begin};
    }
    // The row of (user, item), or nothing.
    std::optional<TrainIndex> find(const RatingPart& part, UserIndex user, ItemIndex item) const;
    const std::vector<std::int32_t>& userBegin() const { return m_userBegin; }
    const std::vector<std::int32_t>& itemBegin() const { return m_itemBegin; }
    const std::vector<std::int32_t>& itemRows() const { return m_itemRows; }

private:
    std::vector<std::int32_t> m_userBegin{0}; // users + 1
    std::vector<std::int32_t> m_itemBegin{0}; // items + 1
    std::vector<std::int32_t> m_itemRows;     // rows of the part grouped by item
};

} // namespace representer
