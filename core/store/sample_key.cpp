#include "core/store/sample_key.h"

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Statement.h>

namespace representer {

void bindSample(SQLite::Statement& statement, int first, const MarkedSample& sample)
{
    if (const auto* row = std::get_if<DatasetRow>(&sample)) {
        statement.bind(first, std::string(partName(row->part)));
        statement.bind(first + 1, row->index);
        statement.bind(first + 2, -1);
    } else {
        const auto& pair = std::get<UserItem>(sample);
        statement.bind(first, std::string());
        statement.bind(first + 1, pair.user.value);
        statement.bind(first + 2, pair.item.value);
    }
}

MarkedSample sampleFrom(const SQLite::Statement& row, int first)
{
    const std::string part = row.getColumn(first).getString();
    const std::int32_t sample = row.getColumn(first + 1).getInt();
    if (part.empty())
        return UserItem{{sample}, {row.getColumn(first + 2).getInt()}};
    DatasetRow place{Part::Train, sample};
    for (const Part known : {Part::Train, Part::Validation, Part::Test})
        if (part == partName(known))
            place.part = known;
    return place;
}

} // namespace representer
