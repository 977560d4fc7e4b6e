#include "core/data/rating_data.h"

#include <algorithm>

namespace representer {

RatingIndex::RatingIndex(const RatingPart& part, std::size_t users, std::size_t items)
    : m_userBegin(users + 1, 0), m_itemBegin(items + 1, 0), m_itemRows(part.size())
{
    for (const auto user : part.users)
        ++m_userBegin[static_cast<std::size_t>(user) + 1];
    for (const auto item : part.items)
        ++m_itemBegin[static_cast<std::size_t>(item) + 1];
    for (std::size_t u = 0; u < users; ++u)
        m_userBegin[u + 1] += m_userBegin[u];
    for (std::size_t i = 0; i < items; ++i)
        m_itemBegin[i + 1] += m_itemBegin[i];
    std::vector<std::int32_t> next(m_itemBegin.begin(), m_itemBegin.end() - 1);
    for (std::size_t row = 0; row < part.size(); ++row)
        m_itemRows[static_cast<std::size_t>(next[static_cast<std::size_t>(part.items[row])]++)] =
            static_cast<std::int32_t>(row);
}

std::optional<TrainIndex> RatingIndex::find(const RatingPart& part, UserIndex user, ItemIndex item) const
{
    const auto [begin, end] = rowsOfUser(user);
    const auto first = part.items.begin() + begin;
    const auto last = part.items.begin() + end;
    const auto found = std::lower_bound(first, last, item.value);
    if (found == last || *found != item.value)
        return std::nullopt;
    return TrainIndex{static_cast<std::int32_t>(found - part.items.begin())};
}

} // namespace representer
